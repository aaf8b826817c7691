// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

/// Gives a store and the model the same calls at the same times, and compares what they answer.
package struct RelayStoreCheck<Store: RelayStore> {
    private let store: Store
    private var model: RelayModel
    /// The time of both.
    package private(set) var now: Timestamp
    private let setTime: (Timestamp) -> Void
    /// The answers that differed: the call, then both answers.
    package private(set) var differences: [String] = []

    /// Takes an empty store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - limits: The limits that it has.
    ///   - shards: How many shards its outbox has.
    ///   - now: Its time.
    ///   - setTime: Sets its time.
    package init(
        _ store: Store,
        limits: RelayLimits,
        shards: Int16,
        at now: Timestamp,
        setTime: @escaping (Timestamp) -> Void
    ) {
        self.store = store
        self.now = now
        self.setTime = setTime
        model = RelayModel(limits: limits, shards: shards)
        setTime(now)
    }

    private mutating func compare<Value: Equatable>(_ call: String, _ store: Value, _ model: Value)
    {
        if store != model { differences.append("\(call)\n  store: \(store)\n  model: \(model)") }
    }

    /// Lets time pass, or sets the clock back.
    package mutating func advance(by duration: Duration) {
        now = now.advanced(by: duration)
        setTime(now)
    }

    package mutating func add(_ device: RelayDevice, _ prekeys: PublishedPrekeys?) async throws {
        try await store.add(device, prekeys)
        model.add(device, prekeys)
    }

    /// Changes a device in both; `body` must not depend on anything but its arguments.
    package mutating func change(
        _ id: DeviceID,
        _ body: @escaping @Sendable (inout RelayDevice, Timestamp) -> Bool
    ) async throws {
        compare("change \(id)", try await store.change(id, body), model.change(id, at: now, body))
        compare("device \(id)", try await store.device(id), model.devices[id])
    }

    /// Activates a device in both, and returns the codes that the store wants to be pushed.
    package mutating func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) async throws -> [TokenRecall] {
        let recalls = try await store.activate(id, by: answer)
        let expected = model.activate(id, by: answer, at: now)
        func parts(_ result: Result<[TokenRecall], ActivationError>?) -> Result<
            [RelayDevice], ActivationError
        >? { result?.map { $0.map(\.device) } }
        compare("activate \(id)", parts(recalls), parts(expected))
        for id in model.devices.keys {
            compare("device \(id) after it", try await store.device(id), model.devices[id])
        }
        return (try? recalls?.get()) ?? []
    }

    package mutating func add(_ endpoint: Endpoint) async throws {
        compare("add \(endpoint.id)", try await store.add(endpoint), model.add(endpoint))
    }

    package mutating func look(at requests: [Destination.Request]) async throws {
        compare(
            "destinations",
            try await store.destinations(of: requests),
            requests.map { model.destination(of: $0, at: now) }
        )
    }

    package mutating func revoke(_ endpoint: EndpointID, of device: DeviceID) async throws {
        try await store.revoke(endpoint, of: device)
        model.revoke(endpoint, of: device, at: now)
    }

    package mutating func invite(_ invitation: Invitation) async throws {
        try await store.add(invitation)
        model.invite(invitation)
        try await store.touch()
    }

    package mutating func register(
        _ device: RelayDevice,
        by invitation: Capability.Digest
    ) async throws {
        compare(
            "admits",
            try await store.admits(invitation, to: device.app),
            model.invitations[invitation]?.admits(device.app, at: now) == true
        )
        compare(
            "register \(device.id)",
            try await store.register(device, nil, by: invitation),
            model.register(device, nil, by: invitation, at: now)
        )
        compare("pending", try await store.pendingCount(), model.pendingCount)
    }

    package mutating func retire(_ id: DeviceID) async throws {
        try await store.retire(id)
        model.retire(id, at: now)
    }

    package mutating func keep(
        _ statement: DeviceIdentity.Retirement,
        of id: DeviceID
    ) async throws {
        try await store.keep(statement, of: id)
        model.keep(statement, of: id)
        compare("retirement", try await store.retirement(of: id), model.retirements[id])
    }

    package mutating func list(_ device: DeviceID) async throws {
        compare("endpoints", try await store.endpoints(of: device), model.endpoints(of: device))
    }

    package mutating func replaceStock(of device: DeviceID, by stock: PrekeyStock?) async throws {
        try await store.replaceStock(of: device, by: stock)
        model.replaceStock(of: device, by: stock)
    }

    /// Publishes a bundle in both, if it is one that can be published.
    package mutating func publish(
        _ bundle: [UInt8],
        of device: DeviceID,
        with identity: DeviceIdentity
    ) async throws {
        let publish: @Sendable (inout PublishedPrekeys, Timestamp) -> Bool = { prekeys, now in
            (try? prekeys.publish(bundle, of: identity, at: now)) != nil
        }
        compare(
            "publish",
            try await store.changePrekeys(of: device, publish),
            model.changePrekeys(of: device, at: now, publish)
        )
        compare("published", try await store.published(of: device), model.prekeys[device])
    }

    package mutating func claim(for endpoint: EndpointID, of device: DeviceID) async throws {
        let claim = try await store.claim(for: endpoint)
        compare("claim", claim, model.claim(for: endpoint, at: now))
        compare(
            "wanted",
            try await store.wantedStock(of: device),
            model.wantedStock(of: device, at: now)
        )
        if let id = claim?.id, let digest = model.endpoints[endpoint]?.digest {
            let hash = EnvelopeHash([UInt8](repeating: 0, count: EnvelopeHash.count))
            try await look(at: [Destination.Request(digest, Destination.Message(id, hash))])
        }
    }

    package mutating func accept(_ submissions: [Submission]) async throws {
        compare(
            "accept \(submissions.map(\.id))",
            try await store.accept(submissions),
            submissions.map { model.accept($0, at: now) }
        )
        for id in submissions.map(\.id) {
            compare("expiry of \(id)", try await store.expiry(of: id), model.expiry(of: id))
        }
    }

    package mutating func withdraw(_ id: OutboxID) async throws {
        try await store.withdraw(id)
        model.withdraw(id)
    }

    package mutating func enroll(_ worker: WorkerID) async throws {
        try await store.enroll(worker)
        model.enroll(worker, at: now)
    }

    package mutating func renew(_ worker: WorkerID, holding held: Set<OutboxID>) async throws {
        compare(
            "renew",
            try await store.renew(worker, holding: held),
            model.renew(worker, holding: held, at: now)
        )
    }

    package mutating func leave(_ worker: WorkerID) async throws {
        try await store.leave(worker)
        model.leave(worker)
    }

    package mutating func due() async throws {
        compare("due", try await store.due(), model.due(at: now))
    }

    /// Leases for a worker and returns what the store gave.
    package mutating func lease(_ request: LeaseRequest) async throws -> [Lease] {
        let leases = try await store.lease(request)
        compare("lease", leases, model.lease(request, at: now))
        return leases
    }

    package mutating func settle(_ attempts: [Attempt], by worker: WorkerID) async throws {
        try await store.settle(attempts, by: worker)
        for attempt in attempts { model.settle(attempt, by: worker, at: now) }
        let outcomes = attempts.map(\.outcome)
        for id in Set(attempts.map(\.message.device)) {
            let device = try await store.device(id)
            compare("device \(id) after \(outcomes)", device, model.devices[id])
        }
        let lanes = try await store.lanes()
        compare("lanes after \(outcomes)", lanes.mapValues(\.lane), model.lanes)
    }

    package mutating func openLane(_ id: LaneID) async throws {
        try await store.openLane(id)
        model.openLane(id)
    }

    package mutating func pauseLane(_ id: LaneID) async throws {
        try await store.pauseLane(id)
        model.pauseLane(id)
        compare("lanes after a pause", try await store.lanes().mapValues(\.lane), model.lanes)
    }

    package mutating func count(of device: DeviceID?) async throws {
        compare("outbox", try await store.outbox(of: device), model.outbox(of: device))
    }

    package mutating func removeDeadLetters(_ ids: [OutboxID]) async throws {
        compare(
            "dead letters removed",
            try await store.removeDeadLetters(ids),
            model.removeDeadLetters(ids)
        )
    }

    package mutating func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) async throws {
        try await store.sweep(lapsedBefore: lapsed, expiredBefore: expired)
        model.sweep(lapsedBefore: lapsed, expiredBefore: expired, at: now)
        compare(
            "devices after a sweep",
            try await store.devices(after: nil, limit: 2),
            model.devices(after: nil, limit: 2)
        )
        compare(
            "dead letters after a sweep",
            try await store.deadLetters(after: OutboxID(3), limit: 100),
            model.deadLetters(after: OutboxID(3), limit: 100)
        )
        for id in model.devices.keys {
            compare("device \(id) after a sweep", try await store.device(id), model.devices[id])
        }
    }
}
