// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushOpenSSL

#if canImport(SimulatedAPNs)
    import SimulatedAPNs
#endif

/// Why the command failed, in words for whoever typed it; no field holds a key, a token or content.
struct CommandError: Error, Hashable {
    /// How the command ends.
    let status: ExitStatus
    /// What is wrong: lower case, no full stop.
    let message: String
    /// What to do about it.
    var hint: String?

    /// The arguments, or a file that they name, make no sense.
    static func usage(_ message: String, hint: String? = nil) -> CommandError {
        CommandError(status: .usage, message: message, hint: hint)
    }

    /// The system does not let it.
    static func failure(_ message: String) -> CommandError {
        CommandError(status: .failure, message: message)
    }
}

extension CommandError {
    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as OpenSSLError: self = .failure(error.description)
        default:
            #if canImport(SimulatedAPNs)
                guard let error = error as? ServerError else { return nil }
                self =
                    error == .cannotListen
                    ? .failure(error.description) : .usage(error.description)
            #else
                return nil
            #endif
        }
    }

    /// What the argument parser says, in this command's voice: its first line.
    init(parsing error: any Error) {
        let text = ServerCommand.message(for: error)
        var message = String(text.prefix { !$0.isNewline })
        if let first = message.first { message = first.lowercased() + message.dropFirst() }
        if message.hasSuffix(".") { message.removeLast() }
        self = .usage(message, hint: "see 'sealedpush-server --help'")
    }
}
