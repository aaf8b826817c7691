// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Whom a device is said to belong to.
///
/// It has no default: a sender that forgot to name somebody would seal to any new device (S-37).
public enum Recipient: Hashable, Sendable {
    /// Somebody whose devices the sender lists under this name.
    ///
    /// A recipient who is known by other devices is not sealed to on a new one (``SealingError/newDevice``), unless
    /// the sealer's policy says so.
    case named(String)
    /// Nobody whose devices are listed: any device that is not retired is sealed to, without a question.
    case untracked

    /// The name of the list, or nil if there is none.
    var name: String? {
        switch self {
        case .named(let name): name
        case .untracked: nil
        }
    }
}

extension Recipient: CustomStringConvertible, CustomReflectable {
    /// Names the type only: whom a sender writes to is nobody's business.
    public var description: String { "Recipient" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
