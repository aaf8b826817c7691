// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What an opening machine passed on its way, for those who explain the end of a push.
///
/// A shell notes each step of the machine here. The trace holds the content of a message that is
/// claimed, so it is for the device's owner alone.
package struct OpeningTrace: Hashable, Sendable {
    /// The lines at which the machine stood when it asked or ended, in order.
    package private(set) var lines: [Int] = []
    /// The sender's identity, 32 bytes, once the ciphertext was opened.
    package private(set) var sender: [UInt8]?
    /// The claim of the message, once every check was passed.
    package private(set) var claim: Claim?
    /// How it ended: `opened`, `recovered`, or the class of the refusal.
    package private(set) var outcome: String?
    /// True if it erased the private half of a one-time prekey.
    package private(set) var erasesPrekey = false
    /// True if the run was stopped before it handed its message over.
    package private(set) var isStopped = false

    /// A trace of nothing.
    package init() {}

    /// Adds a step that a machine takes at `line`.
    package mutating func note(_ step: OpeningStep, at line: Int) {
        if lines.last != line { lines.append(line) }
        switch step {
        case .loadContact(let sender): self.sender = sender
        case .claim(let claim, _): self.claim = claim
        case .erase: erasesPrekey = true
        case .deliver(let message):
            claim = message.claim
            outcome = Self.name(of: message.status)
        case .refuse(let error): outcome = error.name
        default: break
        }
    }

    /// Notes that the run is stopped here, with its message claimed.
    package mutating func stop(_ status: OpenedMessage.Status) {
        outcome = Self.name(of: status)
        isStopped = true
    }

    private static func name(of status: OpenedMessage.Status) -> String {
        status == .new ? "opened" : "recovered"
    }
}

extension OpeningTrace: Redacted {
    /// The lines alone: sender and content are never printed.
    package var description: String { "OpeningTrace(\(lines))" }
}
