// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// A file of statements, one a line; each counts by itself, whatever stands on the other lines.
struct StatementFile {
    private struct Line {
        /// Counted from 1.
        let number: Int
        /// The statement, verified, or why there is none.
        let statement: Result<Statement, CommandError>
    }

    /// The lines that are not empty; at least one.
    private let lines: [Line]

    init(_ file: InputFile) throws(CommandError) {
        try self.init(reading: file.read("statement"))
    }

    init(reading bytes: [UInt8]) throws(CommandError) {
        var lines: [Line] = []
        let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in texts.enumerated() {
            let text = String(decoding: bytes, as: UTF8.self)
            guard !text.allSatisfy(\.isWhitespace) else { continue }
            do throws(WireError) {
                lines.append(
                    Line(number: index + 1, statement: .success(try Statement(text: text)))
                )
            } catch {
                let error = CommandError(error, in: "statement")
                lines.append(Line(number: index + 1, statement: .failure(error)))
            }
        }
        guard !lines.isEmpty else {
            throw CommandError(
                .notAuthentic,
                name: "wrongPrefix",
                "the file holds no statement"
            )
        }
        self.lines = lines
    }

    /// Does with each statement what `body` does, in the file's order, and notes what that says.
    ///
    /// What fails is told by its line, and the next ones are gone on with; then the first failure's
    /// status ends the command. `done` says what becomes of statements here.
    func forEach(
        _ done: String,
        _ body: (Statement) async throws -> String?
    ) async throws {
        var failures: [CommandError] = []
        for line in lines {
            do {
                guard let note = try await body(line.statement.get()) else { continue }
                say(note, of: line)
            } catch {
                guard let error = CommandError(error), error.status != .failure, lines.count > 1
                else { throw error }
                say(error.message, of: line)
                failures.append(error)
            }
        }
        guard let first = failures.first else { return }
        throw CommandError(
            first.status,
            name: first.name,
            "\(failures.count) of \(lines.count) statements were not \(done)",
            hint: "the notes above say on which lines, and why"
        )
    }

    private func say(_ note: String, of line: Line) {
        Console.note(lines.count > 1 ? "line \(line.number): \(note)" : note)
    }
}
