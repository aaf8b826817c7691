// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// Why the command failed, in words for the user who typed it.
///
/// No field holds content, a key, a name, a code or a path: errors end up in logs.
package struct CommandError: Error, Hashable {
    /// How the command ends.
    package let status: ExitStatus
    /// The class of the failure, for tools: the case of the error behind it.
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
        self.init(
            status,
            name: status == .usage ? "usage" : error.name,
            error.isClass ? "\(error.message) (\(error.name))" : error.message,
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
