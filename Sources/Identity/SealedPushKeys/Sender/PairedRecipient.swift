// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A recipient that a sender knows by pairing: a label, and the devices that have answered its
/// codes.
///
/// It is what a store says at one moment; a later change does not reach it.
public struct PairedRecipient: Hashable, Sendable {
    /// The name of its list of devices: 16 random bytes in base64url, the same for ever.
    public let key: String
    /// The sender's word for it: first the device's own name, then what a person made of it.
    public let label: String
    /// Its devices, in the order in which they were paired.
    public let devices: [Device]

    /// The limit of a label that a person gives, in bytes of UTF-8.
    public static let maximumLabelCount = 64
    /// The word for all recipients, which is no label.
    public static let everyone = "all"
    /// The time after which a pairing is over that was not confirmed.
    public static let pendingTime: Duration = .days(1)

    /// One of its devices.
    public struct Device: Hashable, Sendable {
        /// The device's identity.
        public var identity: DeviceIdentity { address.device }
        /// The app.
        public var topic: Topic { address.topic }
        /// The device's relay, an origin without a slash at its end.
        public var relayURL: String { address.origin.text }
        /// The state of the device.
        public let state: State
        /// The device and its endpoint, a secret.
        package let address: DeviceAddress
        /// The answer that the device awaits to be named, as no relay has taken a message with it.
        package let answer: AnswerHash?

        /// True if no person has confirmed it yet.
        package var isPending: Bool {
            if case .pending = state { true } else { false }
        }
    }

    /// The states of a device.
    public enum State: Hashable, Sendable {
        /// It has answered a code, and no number was typed yet: it gets nothing but the message
        /// that ends the pairing.
        case pending(since: Timestamp)
        /// It gets messages.
        case confirmed
        /// It has to be confirmed once more, as the store was restored from a backup (S-13).
        case unconfirmed
    }

    /// The devices that get messages.
    public var confirmed: [Device] { devices.filter { $0.state == .confirmed } }
}

extension PairedRecipient: Redacted {}

extension PairedRecipient.Device: Redacted {}
