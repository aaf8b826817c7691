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
