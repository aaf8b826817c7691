// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// An error of a library as a command takes it: with the end of the command, and a hint.
///
/// A library's error says what is wrong, and no more: its words end up in a server's log as well.
package protocol CommandFailure: ExplainedError {
    /// The end of a command that fails with it: the same in every subcommand.
    var status: ExitStatus { get }
    /// The remedy: in lower case, without a full stop; nil if nothing helps, or the
    /// message says it.
    var hint: String? { get }
}

extension CommandFailure {
    /// A failure that the user cannot help.
    package var status: ExitStatus { .failure }
    /// None.
    package var hint: String? { nil }
}

extension ExitStatus {
    /// The end of a command that fails with an error of a library.
    package init(_ error: any ExplainedError) {
        self = (error as? any CommandFailure)?.status ?? .failure
    }
}
