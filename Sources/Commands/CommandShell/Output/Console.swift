// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import Synchronization

/// Where everything goes that a command says: results to standard output, the rest to standard
/// error.
///
/// A terminal gets nothing here that it would obey but our own colours, whatever a message, a file's
/// name or a peer says (``TerminalText``). Bytes that are a result, such as a sealed payload, go to
/// ``StandardStream`` as they are.
package enum Console {
    /// The name of the command, which begins each line that is no result.
    private static let program = Mutex("")
    /// Held while a line is written, so that lines of several tasks come whole.
    private static let turn = Mutex(())

    /// Says whose words they are from now on.
    static func begin(_ name: String) {
        program.withLock { $0 = name }
    }

    /// Prints a result, which may have several lines, and a line feed; if there is JSON, that.
    ///
    /// A field that may hold a line break or a tab comes as ``TerminalText/line(_:)``.
    package static func result(
        _ text: String,
        json: [UInt8]? = nil
    ) throws(CommandError) {
        if let json { return try result(json: json) }
        try write(TerminalText.lines(text) + "\n", to: .output)
    }

    /// Prints a result of pieces in colours of their own, and a line feed.
    package static func result(
        _ pieces: [(text: String, style: StandardStream.Style?)]
    ) throws(CommandError) {
        try write(StandardStream.output.styled(pieces) + "\n", to: .output)
    }

    /// Prints the result of what can't be undone.
    ///
    /// - Parameters:
    ///   - text: The result, unless there is JSON.
    ///   - json: The result as JSON.
    ///   - act: What is done, for the error if the result can't be written.
    ///   - hint: How to see it again.
    /// - Throws: With the exit code of its own, what is done and that it could not be written.
    package static func result(
        _ text: String,
        json: [UInt8]? = nil,
        ofDone act: String,
        hint: String
    ) throws(CommandError) {
        do throws(CommandError) {
            try result(text, json: json)
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
        try write(TerminalText.json(json) + [UInt8(ascii: "\n")], to: .output)
    }

    /// Writes a line of a log as JSON; one that can't be written is lost.
    package static func log(json: [UInt8]) {
        try? write(TerminalText.json(json) + [UInt8(ascii: "\n")], to: .errors)
    }

    /// Says something that is worth knowing and no result.
    package static func note(_ text: String) {
        say("note", .cyan, text)
    }

    /// Tells a person something on a terminal, as a line of its own.
    package static func tell(_ text: String) {
        try? write(TerminalText.lines(text) + "\n", to: .errors)
    }

    /// Shows a picture of characters, in colours of its own, on a terminal.
    package static func draw(_ lines: String) { try? write(lines + "\n", to: .errors) }

    /// Asks a person, who answers on the same line.
    package static func ask(_ text: String) {
        try? write(TerminalText.line(text), to: .errors)
    }

    /// Says why the command failed, and what to do.
    package static func report(_ error: CommandError) {
        say("error", .red, error.message)
        if let hint = error.hint { say("hint", .cyan, hint) }
    }

    private static func say(_ label: String, _ style: StandardStream.Style, _ text: String) {
        let line = StandardStream.errors.styled([
            ("\(program.withLock(\.self)): ", nil), ("\(label):", style),
            (" " + TerminalText.line(text), nil),
        ])
        // If even this cannot be written, the exit code alone says it.
        try? write(line + "\n", to: .errors)
    }

    private static func write(_ text: String, to stream: StandardStream) throws(CommandError) {
        try write(Array(text.utf8), to: stream)
    }

    private static func write(
        _ bytes: [UInt8],
        to stream: StandardStream
    ) throws(CommandError) {
        try turn.withLock { _ throws(CommandError) in try stream.write(bytes) }
    }
}

extension Console {
    /// Says why a file of a message is not shown.
    package static func note(missing error: AttachmentError) {
        note("a file of the message is not shown: \(error.message) (\(error.name))")
    }
}

/// A number and what there are so many of: "1 message", "2 messages".
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
}
