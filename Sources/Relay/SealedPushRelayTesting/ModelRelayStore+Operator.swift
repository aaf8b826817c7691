// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushRelay

extension ModelRelayStore {
    package func openLane(_ id: LaneID) async throws(RelayStoreError) {
        try call { model, _ in model.openLane(id) }
    }

    package func pauseLane(_ id: LaneID) async throws(RelayStoreError) {
        try call { model, _ in model.pauseLane(id) }
    }

    package func deadLetters(
        after last: OutboxID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeadLetter] {
        try call { model, _ in model.deadLetters(after: last, limit: limit) }
    }

    package func removeDeadLetters(_ ids: [OutboxID]) async throws(RelayStoreError) -> Int {
        try call { model, _ in model.removeDeadLetters(ids) }
    }

    package func outbox(
        of device: DeviceID?
    ) async throws(RelayStoreError) -> [LaneID: OutboxCount] {
        try call { model, _ in model.outbox(of: device) }
    }
}
