// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CommandError {
    /// What the argument parser says, in a command's voice.
    ///
    /// The parser quotes arguments that it can't place, and such an argument may be half of a name or a code: of what
    /// was typed only the names of options are repeated.
    init(
        parsing error: any Error,
        by root: any ParsableCommand.Type,
        arguments: [String]
    ) {
        var message = root.message(for: error)
        for argument in arguments {
            let value = argument.hasPrefix("-") ? Self.value(in: argument) : argument
            message = message.replacing("'\(value)'", with: "'...'")
        }
        if let line = message.firstIndex(where: \.isNewline) { message = String(message[..<line]) }
        if let first = message.first { message = first.lowercased() + message.dropFirst() }
        if message.hasSuffix(".") { message.removeLast() }
        self = .usage(message, hint: "see '\(Self.help(for: error, by: root))'")
    }

    /// What stands behind the equals sign of `--option=value`.
    private static func value(in argument: String) -> String {
        guard let sign = argument.firstIndex(of: "=") else { return "" }
        return String(argument[argument.index(after: sign)...])
    }

    /// The command that explains what went wrong, which the parser names at the end of its message.
    private static func help(
        for error: any Error,
        by root: any ParsableCommand.Type
    ) -> String {
        let text = root.fullMessage(for: error)
        guard let start = text.ranges(of: "See '").last?.upperBound else {
            return "\(root.configuration.commandName ?? "") --help"
        }
        return String(text[start...].prefix { $0 != "'" })
    }
}
