// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// The brakes of a relay at which every app instance may register.
///
/// Each registration makes the relay push to a token that a stranger named, with the publisher's
/// key; so does a device that names another token, or asks for another code. So the pushes are few,
/// and they stop if most of the tokens are wrong.
package struct OpenRegistration: Sendable {
    /// Activation pushes of this hour; ten in a second are at most 36,010 networks.
    private var windows: [NetworkPrefix: Int] = [:]
    private var windowEnd: Duration
    private var tokens: Double
    private var refilled: Duration
    private var outcomes: [Bool] = []
    private var position = 0
    private var pausedUntil: Duration?

    /// Activation pushes in a second.
    package static let pushesPerSecond = 10.0
    /// Activation pushes of one network in an hour.
    package static let pushesPerNetwork = 20
    /// Registrations that wait for their activation.
    package static let pendingLimit = 10_000
    /// Of how many last pushes the results count.
    package static let sample = 100
    /// How long activation pushes are refused after more than half of a sample were wrong tokens.
    package static let pause: Duration = .minutes(15)

    private static let window: Duration = .hours(1)

    /// Starts counting at a moment of a monotonic clock.
    package init(at now: Duration) {
        windowEnd = now + Self.window
        tokens = Self.pushesPerSecond
        refilled = now
    }

    /// Takes an activation push, or says how long to wait.
    ///
    /// - Parameters:
    ///   - network: Where the request comes from.
    ///   - now: The time of the monotonic clock.
    /// - Returns: nil if it may be pushed.
    package mutating func push(
        from network: NetworkPrefix,
        at now: Duration
    ) -> Duration? {
        if let pausedUntil {
            guard pausedUntil <= now else { return pausedUntil - now }
            self.pausedUntil = nil
        }
        if windowEnd <= now {
            windows.removeAll()
            windowEnd = now + Self.window
        }
        let count = windows[network] ?? 0
        guard count < Self.pushesPerNetwork else { return windowEnd - now }
        tokens = min(
            Self.pushesPerSecond,
            tokens + (now - refilled) / .seconds(1) * Self.pushesPerSecond
        )
        refilled = now
        guard tokens >= 1 else { return .seconds(1) }
        tokens -= 1
        windows[network] = count + 1
        return nil
    }

    /// Notes whether the push service took the token of an activation push for a wrong one.
    package mutating func note(wrongToken: Bool, at now: Duration) {
        guard pausedUntil == nil else { return }
        if outcomes.count < Self.sample {
            outcomes.append(wrongToken)
        } else {
            outcomes[position] = wrongToken
            position = (position + 1) % Self.sample
        }
        guard outcomes.count == Self.sample, outcomes.count(where: \.self) * 2 > Self.sample else {
            return
        }
        pausedUntil = now + Self.pause
        outcomes.removeAll()
        position = 0
    }
}

/// Counts what each of many may do in a window of time, in bounded memory.
package struct CountedWindow<Key: Hashable & Sendable>: Sendable {
    private let limit: Int
    private let keyLimit: Int
    private let length: Duration
    private var counts: [Key: Int] = [:]
    private var end: Duration?

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - limit: What one may do in a window.
    ///   - keyLimit: How many are counted at most; further ones wait for the next window.
    ///   - length: How long a window is.
    package init(limit: Int, keyLimit: Int = 10_000, length: Duration) {
        self.limit = limit
        self.keyLimit = keyLimit
        self.length = length
    }

    /// Counts one more, or says how long to wait.
    package mutating func count(_ key: Key, at now: Duration) -> Duration? {
        if let end, end <= now { self.end = nil }
        guard let end else {
            end = now + length
            counts = [key: 1]
            return nil
        }
        let count = counts[key] ?? 0
        guard count < limit, count > 0 || counts.count < keyLimit else { return end - now }
        counts[key] = count + 1
        return nil
    }
}

/// The network that a request comes from: what one subscriber of a provider has, whatever its last bytes.
package struct NetworkPrefix: Hashable, Sendable {
    /// The first 3 bytes of an IPv4 address (/24), or the first 7 of an IPv6 address (/56).
    package let bytes: [UInt8]

    /// Takes an address of 4 or 16 bytes, or gives nil.
    ///
    /// An IPv4 address that is written as IPv6 (`::ffff:a.b.c.d`) counts as IPv4.
    package init?(address: [UInt8]) {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        switch address.count {
        case 4: bytes = Array(address.prefix(3))
        case 16 where address.starts(with: mapped): bytes = Array(address[12..<15])
        case 16: bytes = Array(address.prefix(7))
        default: return nil
        }
    }
}
