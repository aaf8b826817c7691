// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The recipient that a device belongs to, as the directory says.
///
/// It has no default: a sender that forgot to name the recipient would seal to any new device
/// (S-8 row 1).
public enum Recipient: Hashable, Sendable {
    /// A recipient whose devices the sender lists under this name.
    ///
    /// If the sender knows other devices of the recipient, it does not seal to a new one
    /// (``/SealedPush/SealingError/newDevice``), unless the sealer trusts the directory.
    case named(String)
    /// No recipient: the sender keeps no list, and seals to any device that is not retired.
    case untracked

    /// The name of the list, or nil if there is none.
    var name: String? {
        switch self {
        case .named(let name): name
        case .untracked: nil
        }
    }
}

extension Recipient: Redacted {}
