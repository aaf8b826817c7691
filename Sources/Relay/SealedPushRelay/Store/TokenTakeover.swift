// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A device's answer to an activation code, and the codes for devices that lose the token by it.
package struct ActivationAnswer: Sendable {
    package let proof: DeviceIdentity.PossessionProof
    /// The origin of the relay's configured URL.
    package let origin: WebOrigin
    /// The codes, which are made before the transaction: a store that repeats it uses the same.
    package let recalls: [Capability]

    package init(
        _ proof: DeviceIdentity.PossessionProof,
        origin: WebOrigin,
        recalls: [Capability] = (0..<TokenTakeover.recallLimit).map { _ in Capability() }
    ) {
        self.proof = proof
        self.origin = origin
        self.recalls = recalls
    }
}

/// A code that is pushed at once to a device that has lost its token to another identity.
package struct TokenRecall: Sendable {
    /// The device, as it is stored then.
    package let device: RelayDevice
    package let code: Capability
    /// When the code was made.
    package let issued: Timestamp
}

/// What the activation of a token means for the other devices that have it.
///
/// The push service, and everyone who reads pushes, can activate any token. So another identity
/// ends no device: it makes each wait for its app's answer, if it did not have the token before.
package struct TokenTakeover: Sendable {
    /// The device that has activated the token.
    package private(set) var device: RelayDevice
    /// The earlier registrations of its identity: they end, and their endpoints and messages move.
    package let replaced: [RelayDevice]
    /// The devices of other identities that wait now, as they were and as they are.
    package private(set) var lost: [(old: RelayDevice, new: RelayDevice)] = []
    /// The codes for those of them that were active.
    package private(set) var recalls: [TokenRecall] = []

    /// How many devices wait by one activation at most.
    ///
    /// It is one transaction, and may not fail because an attacker gathered devices on a phone's
    /// token.
    package static let limit = 16
    /// How many codes one activation makes the relay push at most.
    package static let recallLimit = 3

    /// Decides about the other devices that have the token of `device`.
    ///
    /// - Parameters:
    ///   - device: The device, which did not have the token before.
    ///   - others: The others; of those of other identities ``limit`` that are not unreachable,
    ///     and have had the token longest, are enough.
    ///   - answer: The answer to its code; without one no codes are made.
    ///   - now: The time.
    package init(
        by device: RelayDevice,
        from others: [RelayDevice],
        answer: ActivationAnswer?,
        at now: Timestamp
    ) {
        self.device = device
        replaced = others.filter { $0.identity == device.identity }
        for old in replaced { self.device.inherit(old.held) }
        // Its identity had the token before.
        guard replaced.isEmpty else { return }
        // Those first that had the token longest: a thief that comes later displaces none of them.
        func order(_ device: RelayDevice) -> (Timestamp, Int64) {
            (device.held ?? .latest, device.id.number)
        }
        var codes = answer?.recalls.prefix(Self.recallLimit) ?? []
        for old in others.sorted(by: { order($0) < order($1) }) where lost.count < Self.limit {
            var new = old
            new.lose(at: now)
            guard new != old else { continue }
            if old.state == .active, let answer, let code = codes.popFirst() {
                new.recall(by: code, origin: answer.origin, at: now)
                recalls.append(TokenRecall(device: new, code: code, issued: now))
            }
            lost.append((old, new))
        }
    }
}

/// What a change of a device means for other rows; the same transaction writes it.
package struct DeviceConsequences: Hashable, Sendable {
    /// The token that the device took, and did not have before (``TokenTakeover``).
    package let takeover: TokenFingerprint?
    /// What becomes of the device's messages.
    package let messages: Messages?

    /// What becomes of a device's messages.
    package enum Messages: Hashable, Sendable {
        /// They move into the device's lane.
        case release
        /// They wait without a lane, until the device has a usable token.
        case hold
        /// They are deleted.
        case end
    }

    package init(from old: RelayDevice, to new: RelayDevice) {
        let token = new.token?.fingerprint
        takeover = token == old.token?.fingerprint ? nil : token
        if new.state.ended != nil {
            messages = old.state.ended == nil ? .end : nil
        } else if (new.state == .active) != (old.state == .active) {
            messages = new.state == .active ? .release : .hold
        } else {
            messages = nil
        }
    }
}
