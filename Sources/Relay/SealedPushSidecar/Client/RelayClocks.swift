// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The time of day beside that of the relays that were asked, as their answers tell it (`Date`).
///
/// Recipients choose relays, so one that lies must not end the service: the relay that is nearest
/// counts. A relay's time goes on by the monotonic clock, so a clock that is set is noticed at once.
package struct RelayClocks: Sendable {
    /// How far the time of day is from the nearest relay's.
    package struct Difference: Hashable, Sendable {
        /// The relay's origin.
        package let origin: String
        /// The time of day without the relay's.
        package let duration: Duration

        init(_ now: Timestamp, from date: Timestamp, of origin: String) {
            self.init(origin: origin, duration: now.timeSince1970 - date.timeSince1970)
        }

        fileprivate init(origin: String, duration: Duration) {
            self.origin = origin
            self.duration = duration
        }

        /// Whether it is said: more than five minutes.
        package var isNoticed: Bool { distance > .seconds(300) }
        /// Whether nothing may be promised any more: more than an hour.
        package var isFar: Bool { distance > .seconds(3600) }

        fileprivate var distance: Duration { max(duration, .zero - duration) }
    }

    private struct Relay {
        /// The relay's time since 1970 without the monotonic time.
        let offset: Duration
        /// The monotonic time of the answer.
        let heard: Duration
    }

    private var relays: [String: Relay] = [:]
    /// What was told last.
    private var told: Difference?

    /// How long an answer counts.
    private static let lifetime: Duration = .hours(1)
    /// How many relays are kept.
    private static let limit = 64

    /// Notes the time in a relay's answer.
    ///
    /// - Returns: The difference, if another one has to be told than before.
    mutating func note(
        _ date: Timestamp,
        of origin: String,
        now: Timestamp,
        steady: Duration
    ) -> Difference? {
        relays[origin] = Relay(offset: date.timeSince1970 - steady, heard: steady)
        let all = differences(now: now, steady: steady)
        // Relays that lie push no other one out.
        if all.count > Self.limit, let farthest = all.last { relays[farthest.origin] = nil }
        guard let nearest = all.first else { return nil }
        let known = (told?.isNoticed == true, told?.isFar == true)
        guard (nearest.isNoticed, nearest.isFar) != known else { return nil }
        told = nearest
        return nearest
    }

    /// How far the time of day is from the nearest relay's; nil if none has answered of late.
    mutating func difference(now: Timestamp, steady: Duration) -> Difference? {
        differences(now: now, steady: steady).first
    }

    /// Of the relays that have answered of late, the nearest first; others are forgotten.
    private mutating func differences(now: Timestamp, steady: Duration) -> [Difference] {
        relays = relays.filter { steady - $0.value.heard <= Self.lifetime }
        return relays.map { origin, relay in
            Difference(origin: origin, duration: now.timeSince1970 - steady - relay.offset)
        }
        .sorted { $0.distance < $1.distance }
    }
}
