// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushRelay

extension RelayModel {
    package mutating func openLane(_ id: LaneID) {
        lanes[id]?.open()
    }

    package mutating func pauseLane(_ id: LaneID) {
        lanes[id]?.pause()
    }

    package func deadLetters(after last: OutboxID?, limit: Int) -> [DeadLetter] {
        let letters = deadLetters.filter { (last?.number ?? .min) < $0.id.number }
        return Array(letters.sorted { $0.id < $1.id }.prefix(limit))
    }

    package mutating func removeDeadLetters(_ ids: [OutboxID]) -> Int {
        let count = deadLetters.count
        deadLetters.removeAll { ids.contains($0.id) }
        return count - deadLetters.count
    }

    package func outbox(of device: DeviceID?) -> [LaneID: OutboxCount] {
        let messages = queue.values.filter { device == nil || $0.device == device }
        return Dictionary(grouping: messages, by: \.lane).mapValues { messages in
            let leased = messages.count { $0.lease != nil }
            let accepted = messages.compactMap { message -> Timestamp? in
                let known = recent[RecentKey(endpoint: message.endpoint, hash: message.bodyHash)]
                return known?.message == message.id ? known?.at : nil
            }
            return OutboxCount(
                waiting: messages.count - leased,
                leased: leased,
                oldest: accepted.min(),
                forgotten: messages.count - accepted.count
            )
        }
    }
}
