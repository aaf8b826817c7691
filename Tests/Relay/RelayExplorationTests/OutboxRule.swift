// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay
import SealedPushRelayTesting

/// What holds after every step, whatever happened before.
enum OutboxRule: String, CaseIterable, CustomStringConvertible {
    /// A message that was taken is in the queue, or it was pushed, or a newer one that was taken replaced it.
    case accounted
    /// Two live workers never hold the same message.
    case oneWorker
    /// No message is pushed after the one that replaces it.
    case newestLast
    /// A device whose token works is not given up.
    case notGivenUp
    /// A sender is referred to a message only if that was taken.
    case repeatedIsTaken
    /// The endpoint stays open.
    case open
    /// Once everything works again, every message is pushed.
    case drained

    var description: String { rawValue }

    static func broken(by world: OutboxWorld, after before: OutboxWorld) -> OutboxRule? {
        for (id, number) in world.taken where world.model.queue[id] == nil {
            guard !world.pushed.contains(number) else { continue }
            let newer = OutboxScenario.replaces.first { $0.value == number }?.key
            guard let newer, world.taken.values.contains(newer) else { return .accounted }
        }
        for device in world.model.devices.values {
            if case .unreachable = device.state, device.token?.version == world.liveToken {
                return .notGivenUp
            }
        }
        return nil
    }
}
