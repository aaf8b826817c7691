// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import SealedPushCoding
import SealedPushCrypto

/// Why the command failed, in words for the user who typed it.
///
/// No field holds content, a key, a name, a code or a path: errors end up in logs.
package struct CommandError: Error, Hashable {
    /// How the command ends.
    package let status: ExitStatus
    /// The class of the failure, for tools: the name of the error behind it.
    package let name: String
    /// What is wrong: lower case, no full stop.
    package let message: String
    /// What to do about it.
    package let hint: String?

    package init(_ status: ExitStatus, name: String, _ message: String, hint: String? = nil) {
        self.status = status
        self.name = name
        self.message = message
        self.hint = hint
    }

    /// An error of a library, which explains itself.
    ///
    /// Behind one of the protocol stands its class, by which the specification tells of it.
    package init(_ status: ExitStatus, _ error: any ExplainedError) {
        let named = error as? any NamedError
        self.init(
            status,
            name: status == .usage ? "usage" : named?.name ?? "failure",
            error.message + (named.map { $0.isClass ? " (\($0.name))" : "" } ?? ""),
            hint: (error as? any CommandFailure)?.hint
        )
    }

    /// The arguments make no sense, or a file that they name.
    package static func usage(_ message: String, hint: String? = nil) -> CommandError {
        CommandError(.usage, name: "usage", message, hint: hint)
    }

    /// A failure that the user cannot help.
    package static func failure(_ message: String) -> CommandError {
        CommandError(.failure, name: "failure", message)
    }

    /// Something stands where a new file was to be written.
    package static func placeTaken(_ what: String) -> CommandError {
        CommandError(
            .failure,
            name: "alreadyExists",
            "there is something at the place of the \(what)",
            hint: "choose another name: a \(what) is never written over anything"
        )
    }

    /// A file that can't be written.
    package static func notWritten(_ what: String, _ reason: String) -> CommandError {
        CommandError(.failure, name: "outputFailed", "the \(what) can't be written: \(reason)")
    }

    /// A file with a secret that other users may read or write.
    package static func secretOpenToOthers(_ what: String) -> CommandError {
        CommandError(
            .storeUnusable,
            name: "unsafePermissions",
            "the \(what) is open to other users",
            hint: "'chmod go=' on it closes it; who has read it may know the secret"
        )
    }

    /// A file with a secret that belongs to another user.
    package static func secretOfAnother(_ what: String) -> CommandError {
        CommandError(
            .storeUnusable,
            name: "foreignOwner",
            "the \(what) belongs to another user"
        )
    }
}

extension CommandError {
    /// A process whose OpenSSL would leave keys and passphrases in memory that it gives back.
    package static let memoryNotWiped = CommandError(
        .failure,
        name: "memoryNotWiped",
        "OpenSSL can't be made to wipe the memory that it frees",
        hint: "use the OpenSSL of the system, and preload no library that uses it"
    )

    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    package init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as any ExplainedError: self.init(error)
        default: return nil
        }
    }

    /// An error of a library.
    package init(_ error: any ExplainedError) {
        self.init(ExitStatus(error), error)
    }
}

extension CommandError {
    /// A published test identity, without the option that allows it.
    package static let testIdentity = CommandError(
        .senderNotAccepted,
        name: "testIdentity",
        "the identity is a published test identity, so anyone has its key",
        hint: "--insecure-test-keys allows it, for tests and nothing else"
    )
}

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
