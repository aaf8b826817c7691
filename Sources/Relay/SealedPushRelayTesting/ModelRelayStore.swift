// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay
import Synchronization

/// A store that keeps the model in memory, with a time that a test sets: for tests of what uses a store.
package final class ModelRelayStore: Sendable {
    private struct State {
        var model: RelayModel
        var now: Timestamp
        var failures = 0
        var successes = 0
        var lost: Answer?
        var damaged: Set<OutboxID> = []
        var nextID: Int64 = 1
        var lookCount = 0
    }

    private let state: Mutex<State>

    /// An empty store.
    package init(limits: RelayLimits = RelayLimits(), at now: Timestamp = SampleDevice.now) {
        state = Mutex(State(model: RelayModel(limits: limits), now: now))
    }

    /// What it holds.
    package var model: RelayModel { state.withLock { $0.model } }

    /// How often it was asked what is due.
    package var lookCount: Int { state.withLock { $0.lookCount } }

    /// Its time.
    package var time: Timestamp { state.withLock { $0.now } }

    /// Lets time pass.
    package func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Lets this many of the next calls fail, with ``RelayStoreError/unavailable``, after some that
    /// do not.
    package func fail(_ count: Int, after successes: Int = 0) {
        state.withLock { ($0.failures, $0.successes) = (count, successes) }
    }

    /// What can get lost after the work is done.
    package enum Answer: Hashable, Sendable {
        case lease
        case settlement
    }

    /// Lets the next call of a kind, of those that change something, do its work and fail after it.
    package func loseAnswer(of kind: Answer) {
        state.withLock { $0.lost = kind }
    }

    /// Lets every settlement of this message find a damaged row.
    package func damage(_ id: OutboxID) {
        state.withLock { _ = $0.damaged.insert(id) }
    }

    func call<Value>(
        _ kind: Answer? = nil,
        _ body: (inout RelayModel, Timestamp) -> sending Value
    ) throws(RelayStoreError) -> sending Value {
        let result: Value? = state.withLock { state in
            guard state.failures == 0 || state.successes > 0 else {
                state.failures -= 1
                return nil
            }
            state.successes = max(0, state.successes - 1)
            let isLost = state.lost != nil && state.lost == kind
            let before = isLost ? state.model : nil
            let value = body(&state.model, state.now)
            guard let before, before != state.model else { return value }
            state.lost = nil
            return nil
        }
        guard let result else { throw .unavailable }
        return result
    }
}

extension ModelRelayStore: RelayStore {
    package func add(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?
    ) async throws(RelayStoreError) {
        try call { model, _ in model.add(device, prekeys) }
    }

    package func device(_ id: DeviceID) async throws(RelayStoreError) -> RelayDevice? {
        try call { model, _ in model.devices[id] }
    }

    package func change<Result: Sendable>(
        _ id: DeviceID,
        _ body: @escaping @Sendable (inout RelayDevice, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result? {
        try call { model, now in model.change(id, at: now, body) }
    }

    package func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) async throws(RelayStoreError) -> Result<[TokenRecall], ActivationError>? {
        try call { model, now in model.activate(id, by: answer, at: now) }
    }

    package func add(_ endpoint: Endpoint) async throws(RelayStoreError) -> Bool {
        try call { model, _ in model.add(endpoint) }
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(RelayStoreError) -> [Destination?] {
        try call { model, now in requests.map { model.destination(of: $0, at: now) } }
    }

    package func revoke(
        _ endpoint: EndpointID,
        of device: DeviceID
    ) async throws(RelayStoreError) {
        try call { model, now in model.revoke(endpoint, of: device, at: now) }
    }

    package func published(
        of device: DeviceID
    ) async throws(RelayStoreError) -> PublishedPrekeys? {
        try call { model, _ in model.prekeys[device] }
    }

    package func changePrekeys<Result: Sendable>(
        of device: DeviceID,
        _ body: @escaping @Sendable (inout PublishedPrekeys, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result? {
        try call { model, now in model.changePrekeys(of: device, at: now, body) }
    }

    package func replaceStock(
        of device: DeviceID,
        by stock: PrekeyStock?
    ) async throws(RelayStoreError) {
        try call { model, _ in model.replaceStock(of: device, by: stock) }
    }

    package func claim(
        for endpoint: EndpointID
    ) async throws(RelayStoreError) -> PrekeyStock.Claim? {
        try call { model, now in model.claim(for: endpoint, at: now) }
    }

    package func wantedStock(of device: DeviceID) async throws(RelayStoreError) -> Int {
        try call { model, now in model.wantedStock(of: device, at: now) }
    }

    package func reserveIDs() async throws(RelayStoreError) -> ClosedRange<Int64> {
        state.withLock { state in
            defer { state.nextID += 100 }
            return state.nextID...state.nextID + 99
        }
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        try call { model, now in submissions.map { model.accept($0, at: now) } }
    }

    package func withdraw(_ id: OutboxID) async throws(RelayStoreError) {
        try call { model, _ in model.withdraw(id) }
    }

    package func enroll(_ worker: WorkerID) async throws(RelayStoreError) {
        try call { model, now in model.enroll(worker, at: now) }
    }

    package func renew(
        _ worker: WorkerID,
        holding held: Set<OutboxID>
    ) async throws(RelayStoreError) -> Bool {
        try call { model, now in model.renew(worker, holding: held, at: now) }
    }

    package func leave(_ worker: WorkerID) async throws(RelayStoreError) {
        try call { model, _ in model.leave(worker) }
    }

    package func due() async throws(RelayStoreError) -> Set<OutboxPartition> {
        state.withLock { $0.lookCount += 1 }
        return try call { model, now in model.due(at: now) }
    }

    package func lease(_ request: LeaseRequest) async throws(RelayStoreError) -> [Lease] {
        try call(.lease) { model, now in model.lease(request, at: now) }
    }

    package func settle(
        _ attempts: [Attempt],
        by worker: WorkerID
    ) async throws(RelayStoreError) {
        let ids = attempts.map(\.message.id)
        guard state.withLock({ $0.damaged.isDisjoint(with: ids) }) else { throw .damaged }
        try call(.settlement) { model, now in
            for attempt in attempts { model.settle(attempt, by: worker, at: now) }
        }
    }

    package func lanes() async throws(RelayStoreError) -> [LaneID: (
        app: AppEnvironment, lane: Lane
    )] {
        try call { model, _ in
            var lanes: [LaneID: (app: AppEnvironment, lane: Lane)] = [:]
            for (app, id) in model.laneIDs { lanes[id] = (app, model.lanes[id] ?? Lane()) }
            return lanes
        }
    }

    package func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) async throws(RelayStoreError) {
        try call { model, now in
            model.sweep(lapsedBefore: lapsed, expiredBefore: expired, at: now)
        }
    }

    package func devices(
        after last: DeviceID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeviceID] {
        try call { model, _ in model.devices(after: last, limit: limit) }
    }

    package func expiry(of id: OutboxID) async throws(RelayStoreError) -> Timestamp? {
        try call { model, _ in model.expiry(of: id) }
    }

    package func touch() async throws(RelayStoreError) { try call { _, _ in } }

    package func now() async throws(RelayStoreError) -> Timestamp {
        try call { _, now in now }
    }
}
