// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A link that this device may answer, for a person to agree to.
///
/// The app shows ``name`` and ``relay``, and that anyone can make such a code, so that the person
/// goes on only if it is on a screen that they trust. Nothing has happened yet.
public struct PairingOffer: Hashable, Sendable {
    /// The link.
    public let link: PairingLink
    /// The sender's name: of a contact the one that the device has, and else what the link says.
    public let name: String
    /// The naming of the sender.
    public let naming: Naming
    /// The relay at which the sender waits: an origin, at which the app is registered.
    public var relay: String { link.relayURL }

    /// The ways to name a sender.
    public enum Naming: Hashable, Sendable {
        /// It is a contact, which stays as it is: no name is asked for.
        case contact
        /// It is to become a contact: the person may change this name.
        case suggested(String)
        /// It is to become a contact, and the link's name looks like another contact's: the app
        /// says so, and the field for the name is empty.
        case lookalike
    }

    init(link: PairingLink, name: String, naming: Naming) {
        (self.link, self.name, self.naming) = (link, name, naming)
    }
}

extension PairingOffer: Redacted {}

/// A state of a pairing.
public enum PairingState: Hashable, Sendable {
    /// The person's agreement is kept; from now on the device answers the link, and waits for the
    /// sender's message.
    case waiting
    /// A message of the sender has named the device's answer: the sender is a contact, which has
    /// this name.
    ///
    /// The app shows the number where the link was scanned, and never in a notification, which
    /// others can write too (L-30). The person types it at the sender.
    case paired(number: PairingNumber, name: String, sender: SenderIdentity)
}

extension PairingState: Redacted {
    /// The case.
    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .paired: "paired"
        }
    }
}

/// A report of maintenance: how many pairings there are of each kind.
public struct PairingMaintenance: Hashable, Sendable {
    /// The number of those that wait to be paired.
    public internal(set) var waiting = 0
    /// The number of those that have ended now, with their endpoints.
    public internal(set) var ended = 0
    /// The number of those whose endpoints are still to be ended, since a relay did not do it or is
    /// none of the registrations'.
    public internal(set) var left = 0
    /// The reasons why others were not looked at, or not ended.
    public internal(set) var failures: [DevicePairingError] = []

    /// A report of no pairings.
    public init() {}
}
