// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedAPNs
import Synchronization

@testable import SealedPushAPNs

/// The time of a client and of a server, which moves on where nothing else can happen.
///
/// The provider's calendar may be wrong; all other clocks go together.
final class VirtualTime: Sendable {
    private struct State {
        var now = Duration.zero
        var error = Duration.zero
    }

    /// When it begins, in milliseconds since 1970.
    static let start: Int64 = 1_800_000_000_000

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }

    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }

    /// Sets the provider's calendar so far ahead of the right time.
    func setClock(ahead error: Duration) {
        state.withLock { $0.error = error }
    }

    var client: ClientTime {
        ClientTime(
            now: { self.now },
            date: { self.state.withLock { Self.date($0.now + $0.error) } }
        )
    }

    var server: @Sendable () -> ServerTime {
        {
            let now = self.now
            return ServerTime(date: Self.date(now), uptime: now)
        }
    }

    private static func date(_ time: Duration) -> Timestamp {
        let (seconds, attoseconds) = time.components
        let milliseconds = start + seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return Timestamp(clamping: UInt64(milliseconds))
    }
}
