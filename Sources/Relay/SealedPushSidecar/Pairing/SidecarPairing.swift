// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import ServerStore

/// What tells a pairing from every other: 16 random bytes.
struct PairingID: Hashable, Sendable {
    let bytes: [UInt8]

    private static let count = 16

    /// Makes an id that no other pairing has.
    init() {
        bytes = Randomness.bytes(Self.count)
    }

    init(stored bytes: [UInt8]) throws {
        guard bytes.count == Self.count else { throw ServerStoreError.damaged }
        self.bytes = bytes
    }
}

/// The last pairing of a recipient, as a backend asks for it.
struct SidecarPairing: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The link is shown, and no device has answered.
        case waiting
        /// A device has answered, and its number was not typed yet.
        case answered
        /// The number was typed: the device, with this name for itself, is the recipient's.
        case confirmed(String)
        /// It is over, and no device came of it, or that was taken back.
        case ended(PairingEnd)

        /// What it is called in answers and rows.
        var name: String {
            switch self {
            case .waiting: "waiting"
            case .answered: "answered"
            case .confirmed: "confirmed"
            case .ended: "ended"
            }
        }
    }

    let id: PairingID
    let state: State
    /// When it ends without an answer, or without a number.
    let until: Timestamp

    /// How long the number of a device that has answered may be typed.
    static let pendingTime = PairedRecipient.pendingTime
    /// How long after its end a link may still be waited for: its time goes by another clock, and
    /// an answer may wait for the database.
    static let margin: Duration = .minutes(1)

    /// The pairing as it is by the clock: one whose time is over has ended, before a sweep says so.
    func seen(at now: Timestamp) -> SidecarPairing {
        switch state {
        case .waiting where now >= until.advanced(by: Self.margin): ended(.interrupted)
        // Later than a day from now no pairing ends, unless the clock was set back.
        case .answered where now >= until || until > now.advanced(by: Self.pendingTime):
            ended(.unconfirmed)
        default: self
        }
    }

    private func ended(_ reason: PairingEnd) -> SidecarPairing {
        SidecarPairing(id: id, state: .ended(reason), until: until)
    }
}
