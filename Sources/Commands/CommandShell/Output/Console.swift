// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where everything goes that a command says: results to standard output, the rest to standard
/// error.
package enum Console {
    /// The name of the command, which begins each line that is no result.
    private static let program = Mutex("")
    /// Held while a line is written, so that lines of several tasks come whole.
    private static let turn = Mutex(())

    /// Says whose words they are from now on.
    static func begin(_ name: String) {
        program.withLock { $0 = name }
    }

    /// Prints a result and a line feed.
    package static func result(_ line: String) throws(CommandError) {
        try result(json: Array(line.utf8))
    }

    /// Prints the result of what can't be undone.
    ///
    /// - Parameters:
    ///   - line: The result.
    ///   - act: What is done, for the error if the result can't be written.
    ///   - hint: How to see it again.
    /// - Throws: With the exit code of its own, what is done and that it could not be written.
    package static func result(
        _ line: String,
        ofDone act: String,
        hint: String
    ) throws(CommandError) {
        do throws(CommandError) {
            try result(line)
            try StandardStream.output.sync()
        } catch {
            throw CommandError(
                .doneNotShown,
                name: "doneNotShown",
                "\(act), but \(error.message)",
                hint: hint
            )
        }
    }

    /// Prints JSON and a line feed.
    package static func result(json: [UInt8]) throws(CommandError) {
        try write(json + [UInt8(ascii: "\n")], to: .output)
    }

    /// Says something that is worth knowing and no result.
    package static func note(_ text: String) {
        say("note", .cyan, text)
    }

    /// Says why the command failed, and what to do.
    package static func report(_ error: CommandError) {
        say("error", .red, error.message)
        if let hint = error.hint { say("hint", .cyan, hint) }
    }

    private static func say(_ label: String, _ style: StandardStream.Style, _ text: String) {
        let stream = StandardStream.errors
        let line = "\(program.withLock(\.self)): \(stream.styled("\(label):", style)) \(text)\n"
        // If even this cannot be written, the exit code alone says it.
        try? write(Array(line.utf8), to: stream)
    }

    private static func write(
        _ bytes: [UInt8],
        to stream: StandardStream
    ) throws(CommandError) {
        try turn.withLock { _ throws(CommandError) in try stream.write(bytes) }
    }
}
