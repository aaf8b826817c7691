// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// What a command makes of an error of a library: how it ends, and what its user can do.
///
/// A library's error says what is wrong, and no more: its words end up in a server's log as well.
package protocol CommandFailure: ExplainedError {
    /// How a command ends that fails with it: the same in every subcommand.
    var status: ExitStatus { get }
    /// What to do about it: in lower case, without a full stop; nil if nothing helps, or the
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
    /// How a command ends that fails with an error of a library.
    package init(_ error: any ExplainedError) {
        self = (error as? any CommandFailure)?.status ?? .failure
    }
}
