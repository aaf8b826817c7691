// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A statement that comes as text: the prefix tells which kind it is, never the length (V-18).
@nonexhaustive
package enum Statement: Hashable, Sendable {
    /// A device is gone.
    case retirement(DeviceIdentity.Retirement)
    /// A sender's next identity.
    case succession(SenderIdentity.Succession)
    /// A sender's identity is not to be believed any more.
    case revocation(SenderIdentity.Revocation)
    /// A sender reaches a device at an endpoint.
    case subscription(DeviceIdentity.Subscription)

    /// Reads and verifies a statement's text, of whichever kind it is.
    ///
    /// - Throws: ``WireError``; ``WireError/wrongPrefix`` for a text that is no statement.
    package init(text: String) throws(WireError) {
        if CheckedText.retirement.isPrefix(of: text) {
            self = .retirement(try DeviceIdentity.Retirement(text: text))
        } else if CheckedText.succession.isPrefix(of: text) {
            self = .succession(try SenderIdentity.Succession(text: text))
        } else if CheckedText.subscription.isPrefix(of: text) {
            self = .subscription(try DeviceIdentity.Subscription(text: text))
        } else {
            self = .revocation(try SenderIdentity.Revocation(text: text))
        }
    }
}

extension Payload {
    /// The valid successions and revocations that came with the message, in order; what else is
    /// among the entries is ignored (D-13).
    package var statements: [Statement] {
        (fields?.statements ?? []).compactMap { text in
            guard let statement = try? Statement(text: text) else { return nil }
            switch statement {
            case .succession, .revocation: return statement
            default: return nil
            }
        }
    }
}
