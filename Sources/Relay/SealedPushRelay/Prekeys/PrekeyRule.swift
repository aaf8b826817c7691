// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Which prekeys a message may be sealed to; all others are answered alike.
package enum PrekeyRule: Hashable, Sendable {
    /// Those that this relay has given out.
    case published([PublishedPrekeys.Published])
    /// Any: the device's app hands out its bundle by a way of its own.
    case elsewhere

    /// Whether the relay takes a message.
    ///
    /// - Parameters:
    ///   - id: The prekey that the envelope names.
    ///   - isClaimed: Whether the endpoint has claimed it as a one-time prekey.
    ///   - now: The time.
    /// - Returns: Whether it does; a sender with any other prekey fetches the bundle again.
    package func accepts(_ id: PrekeyRecord.ID, isClaimed: Bool, at now: Timestamp) -> Bool {
        switch self {
        case .published(let ids): isClaimed || ids.contains { $0.id == id && now < $0.notAfter }
        case .elsewhere: true
        }
    }
}
