// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal of the person who runs a command, wherever its standard streams lead.
struct Terminal {
    private let file: FileHandle

    /// Opens it; nil if there is none, as under a service manager.
    init?() {
        guard let file = FileHandle(forUpdatingAtPath: "/dev/tty") else { return nil }
        self.file = file
    }

    /// Shows a line.
    func say(_ text: String) throws {
        try file.write(contentsOf: Data((TerminalText.line(text) + "\n").utf8))
    }

    /// Asks, and gives the line that is typed from then on, without white space around it; nil if
    /// that is empty.
    func answer(to question: String) throws -> String? {
        // What was typed or pasted before answers nothing that was not asked.
        tcflush(file.fileDescriptor, TCIFLUSH)
        try file.write(contentsOf: Data((TerminalText.line(question) + " ").utf8))
        var line: [UInt8] = []
        while let byte = try file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
            guard line.count < 1024 else { return nil }
        }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    /// Asks what is answered by yes or no; no if nothing is typed.
    func agrees(to question: String) throws -> Bool {
        ["y", "yes"].contains(try answer(to: question + " [y/N]")?.lowercased())
    }
}
