// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush

/// The terminal of the person who runs a command, whatever standard input is.
struct Terminal {
    private let file: FileHandle

    /// Opens it; nil if there is none, as under a service manager.
    init?() {
        guard let file = FileHandle(forUpdatingAtPath: "/dev/tty") else { return nil }
        self.file = file
    }

    /// Asks, and gives the line that is typed, without white space around it; nil at the end of the
    /// input.
    func answer(to question: String) throws -> String? {
        try file.write(contentsOf: Data((TerminalText.line(question) + " ").utf8))
        var line: [UInt8] = []
        while let byte = try file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
            guard line.count < 1024 else { return nil }
        }
        guard !line.isEmpty else { return nil }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// Asks what is answered by yes or no; no if nothing is typed.
    func agrees(to question: String) throws -> Bool {
        ["y", "yes"].contains(try answer(to: question + " [y/N]")?.lowercased())
    }
}
