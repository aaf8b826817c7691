// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Writes down what happens in a delivery, from any thread.
final class Recorder: Sendable {
    /// How many events are written down: far more than a delivery has, unless its extension never stops handing over.
    static let limit = 1000

    private struct State {
        var events: [DeliveryEvent] = []
        var peakMemory: Int?
    }

    private let clock: DeviceClock
    private let start: DeviceClock.Instant
    private let state = Mutex(State())

    /// Begins as the push is sent, now.
    init(clock: DeviceClock) {
        self.clock = clock
        start = clock.now
    }

    /// Writes an event down, with the present time; nothing where there are too many.
    func note(_ kind: DeliveryEvent.Kind) {
        state.withLock { state in
            guard state.events.count < Self.limit else { return }
            let time = start.duration(to: clock.now)
            state.events.append(DeliveryEvent(time: time, kind: kind))
        }
    }

    /// Writes down how much memory the process has, in bytes.
    func note(memory: Int) {
        state.withLock { $0.peakMemory = max($0.peakMemory ?? 0, memory) }
    }

    /// What happened so far.
    var events: [DeliveryEvent] { state.withLock(\.events) }

    /// The most memory that was seen, in bytes.
    var peakMemory: Int? { state.withLock(\.peakMemory) }
}
