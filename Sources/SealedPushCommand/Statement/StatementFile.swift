// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush

/// A file of statements, one a line.
enum StatementFile {
    /// Every statement of the file, each verified, in the file's order; at least one.
    static func read(_ file: InputFile) throws(CommandError) -> [Statement] {
        let bytes = try file.read("statement", tooLarge: .notAuthentic)
        var statements: [Statement] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            guard !text.allSatisfy(\.isWhitespace) else { continue }
            do throws(WireError) {
                statements.append(try Statement(text: text))
            } catch {
                throw CommandError(error, in: "statement", .notAuthentic)
            }
        }
        guard !statements.isEmpty else {
            throw CommandError(
                .notAuthentic,
                name: "wrongPrefix",
                "the file holds no statement"
            )
        }
        return statements
    }
}
