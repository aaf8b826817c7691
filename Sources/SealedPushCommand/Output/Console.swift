// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where everything goes that the command says: results to standard output, the rest to standard error.
enum Console {
    /// Prints a result and a line feed.
    static func result(_ line: String) throws(CommandError) {
        try StandardStream.output.write(Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    /// Prints JSON and a line feed.
    static func result(json: [UInt8]) throws(CommandError) {
        try StandardStream.output.write(json + [UInt8(ascii: "\n")])
    }

    /// Says something that is worth knowing and no result.
    static func note(_ text: String) {
        say("note", .cyan, text)
    }

    /// Says why the command failed, and what to do.
    static func report(_ error: CommandError) {
        say("error", .red, error.message)
        if let hint = error.hint { say("hint", .cyan, hint) }
    }

    private static func say(_ label: String, _ style: StandardStream.Style, _ text: String) {
        let stream = StandardStream.errors
        let line = "sealedpush: \(stream.styled("\(label):", style)) \(text)\n"
        // Where even this can't be written there is nobody left to tell; the exit code says it.
        try? stream.write(Array(line.utf8))
    }
}
