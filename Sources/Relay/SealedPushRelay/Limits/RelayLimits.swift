// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// How much one sender and one device may use.
package struct RelayLimits: Hashable, Sendable {
    /// Messages of one endpoint that wait.
    package var queuedPerEndpoint = 100
    /// Messages that one endpoint accepts in 24 hours.
    package var acceptedPerDay = 1_000
    /// One-time prekeys that one endpoint claims in 24 hours.
    package var claimsPerDay = 20
    /// Messages of one device that wait.
    package var queuedPerDevice = 500
    /// Endpoints of one device that are not revoked.
    package var endpointsPerDevice = 1_000
    /// Drops that one device leaves in 24 hours.
    package var dropsPerDay = 200
    /// Drops of one device whose boxes are kept.
    package var dropsPerDevice = 100

    /// The defaults.
    package init() {}

    /// How much of the limits is used, counted in the same transaction by index.
    package struct Usage: Hashable, Sendable {
        package var queuedByEndpoint = 0
        package var acceptedInADay = 0
        package var queuedByDevice = 0

        package init(queuedByEndpoint: Int = 0, acceptedInADay: Int = 0, queuedByDevice: Int = 0) {
            self.queuedByEndpoint = queuedByEndpoint
            self.acceptedInADay = acceptedInADay
            self.queuedByDevice = queuedByDevice
        }
    }

    /// The limit that one more message would exceed, or nil.
    ///
    /// A message that replaces a waiting one adds nothing to the queue, so only the daily limit holds for it.
    package func reached(by usage: Usage, replacing: Bool) -> LimitReached? {
        if usage.acceptedInADay >= acceptedPerDay { return .accepted }
        guard !replacing else { return nil }
        if usage.queuedByEndpoint >= queuedPerEndpoint { return .endpointQueue }
        return usage.queuedByDevice >= queuedPerDevice ? .deviceQueue : nil
    }

    /// The limit that one more drop of a device would exceed, with so many boxes kept and so many
    /// drops left in a day; or nil.
    package func reached(byDropsKept kept: Int, inADay day: Int) -> LimitReached? {
        if day >= dropsPerDay { return .newDrops }
        return kept >= dropsPerDevice ? .keptDrops : nil
    }
}

/// Which limit a request has reached.
package enum LimitReached: String, Error, Hashable, CaseIterable {
    /// As many messages of the endpoint wait as may.
    case endpointQueue
    /// As many messages of the device wait as may.
    case deviceQueue
    /// The endpoint has accepted as many messages as it may in a day.
    case accepted
    /// As many boxes of the device are kept as may.
    case keptDrops
    /// The device has left as many drops as it may in a day.
    case newDrops

    /// How long a client waits before it asks again.
    package var retryAfter: Duration {
        switch self {
        case .endpointQueue, .deviceQueue, .keptDrops: .minutes(1)
        case .accepted, .newDrops: .hours(1)
        }
    }
}
