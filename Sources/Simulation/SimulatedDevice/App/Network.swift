// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Those who wait for the device to be online.
final class Network: Sendable {
    private let waiting = Mutex<[Sleeper]>([])

    /// Begins to wait for the next ``wake()``.
    func listen() -> Sleeper {
        let sleeper = Sleeper()
        waiting.withLock { $0.append(sleeper) }
        return sleeper
    }

    func forget(_ sleeper: Sleeper) {
        waiting.withLock { $0.removeAll { $0 === sleeper } }
    }

    /// The device is online.
    func wake() {
        let woken = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for sleeper in woken { sleeper.wake() }
    }
}
