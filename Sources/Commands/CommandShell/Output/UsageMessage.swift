// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CommandError {
    /// What the argument parser says, in a command's voice.
    ///
    /// The parser quotes arguments that it can't place, and such an argument may be half of a name
    /// or a code: of what was typed only the names of options are repeated.
    init(
        parsing error: any Error,
        by root: any ParsableCommand.Type,
        arguments: [String]
    ) {
        var message = root.message(for: error)
        // There is nothing to be read in it: an option has it of a shell's variable that is not set.
        message = message.replacing(#/^The value '' is invalid for ('[^']+')/#) { match in
            "The value of \(match.output.1) is empty"
        }
        for argument in arguments {
            let value = argument.hasPrefix("-") ? Self.value(in: argument) : argument
            message = message.replacing("'\(value)'", with: "'...'")
        }
        if let line = message.firstIndex(where: \.isNewline) { message = String(message[..<line]) }
        if let first = message.first { message = first.lowercased() + message.dropFirst() }
        if message.hasSuffix(".") { message.removeLast() }
        // The parser tells what is missing before what it does not know, which may be the same.
        if message.hasPrefix("missing expected argument"),
            let option = Self.unknownOption(in: arguments, of: root)
        {
            message = "unknown option '\(option)'"
        }
        self = .usage(message, hint: "see '\(Self.help(for: error, by: root))'")
    }

    /// The first long option that the help of the command does not name.
    private static func unknownOption(
        in arguments: [String],
        of root: any ParsableCommand.Type
    ) -> String? {
        var command = root
        for name in arguments {
            let subcommands = command.configuration.subcommands
            let named = subcommands.first { $0.configuration.commandName == name }
            guard let next = named ?? command.configuration.defaultSubcommand else { break }
            command = next
        }
        let help = root.helpMessage(for: command, includeHidden: true)
        let words = Set(help.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
        return arguments.prefix { $0 != "--" }
            .compactMap { $0.split(separator: "=").first.map(String.init) }
            .first { $0.hasPrefix("--") && !words.contains($0) }
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
