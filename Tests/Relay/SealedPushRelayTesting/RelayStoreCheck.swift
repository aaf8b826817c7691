// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

/// Gives a store and the model the same calls at the same times, and compares what they answer.
package struct RelayStoreCheck {
    private let store: any RelayStore
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
        _ store: any RelayStore,
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
        try await store.write { try $0.add(device, prekeys) }
        model.add(device, prekeys)
    }

    /// Changes a device in both; `body` must not depend on anything but its arguments.
    package mutating func change(
        _ id: DeviceID,
        _ body: @escaping @Sendable (inout RelayDevice, Timestamp) -> Bool
    ) async throws {
        compare(
            "change \(id)",
            try await store.write { try $0.change(id, body) },
            model.change(id, at: now, body)
        )
        compare("device \(id)", try await store.read { try $0.device(id) }, model.devices[id])
    }

    /// Activates a device in both, and returns the codes that the store wants to be pushed.
    package mutating func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) async throws -> [TokenRecall] {
        let recalls = try await store.write { try $0.activate(id, by: answer) }
        let expected = model.activate(id, by: answer, at: now)
        func parts(_ result: Result<[TokenRecall], ActivationError>?) -> Result<
            [RelayDevice], ActivationError
        >? { result?.map { $0.map(\.device) } }
        compare("activate \(id)", parts(recalls), parts(expected))
        for id in model.devices.keys {
            compare(
                "device \(id) after it",
                try await store.read { try $0.device(id) },
                model.devices[id]
            )
        }
        return (try? recalls?.get()) ?? []
    }

    package mutating func add(_ endpoint: Endpoint) async throws {
        compare(
            "add \(endpoint.id)",
            try await store.write { try $0.add(endpoint) },
            model.add(endpoint)
        )
    }

    package mutating func look(at requests: [Destination.Request]) async throws {
        compare(
            "destinations",
            try await store.destinations(of: requests),
            requests.map { model.destination(of: $0, at: now) }
        )
    }

    package mutating func bind(_ endpoint: EndpointID, to key: [UInt8]) async throws {
        compare(
            "bind \(endpoint)",
            try await store.write { try $0.bind(endpoint, to: key) },
            model.bind(endpoint, to: key)
        )
    }

    package mutating func leave(_ drop: Drop) async throws {
        compare(
            "leave",
            try await store.write { try $0.leave(drop) },
            model.leave(drop, at: now)
        )
    }

    package mutating func lookForBoxes(of drops: [Capability.Digest]) async throws {
        compare("boxes", try await store.boxes(of: drops), model.boxes(of: drops))
        compare("box count", try await store.read { try $0.boxCount() }, model.boxCount)
    }

    package mutating func revoke(_ endpoint: EndpointID, of device: DeviceID) async throws {
        try await store.write { try $0.revoke(endpoint, of: device) }
        model.revoke(endpoint, of: device, at: now)
    }

    package mutating func invite(_ invitation: Invitation) async throws {
        try await store.write { try $0.add(invitation) }
        model.invite(invitation)
        try await store.write { try $0.touch() }
    }

    package mutating func register(
        _ device: RelayDevice,
        by invitation: Capability.Digest
    ) async throws {
        compare(
            "admits",
            try await store.read { try $0.admits(invitation, to: device.app) },
            model.invitations[invitation]?.admits(device.app, at: now) == true
        )
        compare(
            "register \(device.id)",
            try await store.write { try $0.register(device, nil, by: invitation) },
            model.register(device, nil, by: invitation, at: now)
        )
        compare("pending", try await store.read { try $0.pendingCount() }, model.pendingCount)
    }

    package mutating func retire(_ id: DeviceID) async throws {
        try await store.write { try $0.retire(id) }
        model.retire(id, at: now)
    }

    package mutating func keep(
        _ statement: DeviceIdentity.Retirement,
        of id: DeviceID
    ) async throws {
        try await store.write { try $0.keep(statement, of: id) }
        model.keep(statement, of: id)
        compare(
            "retirement",
            try await store.read { try $0.retirement(of: id) },
            model.retirements[id]
        )
    }

    package mutating func list(_ device: DeviceID) async throws {
        compare(
            "endpoints",
            try await store.read { try $0.endpoints(of: device) },
            model.endpoints(of: device)
        )
    }

    package mutating func replaceStock(of device: DeviceID, by stock: PrekeyStock?) async throws {
        try await store.write { try $0.replaceStock(of: device, by: stock) }
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
            try await store.write { try $0.changePrekeys(of: device, publish) },
            model.changePrekeys(of: device, at: now, publish)
        )
        compare(
            "published",
            try await store.read { try $0.published(of: device) },
            model.prekeys[device]
        )
    }

    package mutating func claim(for endpoint: EndpointID, of device: DeviceID) async throws {
        let claim = try await store.write { try $0.claim(for: endpoint) }
        compare("claim", claim, model.claim(for: endpoint, at: now))
        compare(
            "wanted",
            try await store.read { try $0.wantedStock(of: device) },
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
            compare(
                "expiry of \(id)",
                try await store.read { try $0.expiry(of: id) },
                model.expiry(of: id)
            )
        }
    }

    package mutating func withdraw(_ id: OutboxID) async throws {
        try await store.write { try $0.withdraw(id) }
        model.withdraw(id)
    }

    package mutating func enroll(_ worker: WorkerID) async throws {
        try await store.write { try $0.enroll(worker) }
        model.enroll(worker, at: now)
    }

    package mutating func renew(_ worker: WorkerID, holding held: Set<OutboxID>) async throws {
        compare(
            "renew",
            try await store.write { try $0.renew(worker, holding: held) },
            model.renew(worker, holding: held, at: now)
        )
    }

    package mutating func leave(_ worker: WorkerID) async throws {
        try await store.write { try $0.leave(worker) }
        model.leave(worker)
    }

    package mutating func due() async throws {
        compare("due", try await store.read { try $0.due() }, model.due(at: now))
    }

    /// Leases for a worker and returns what the store gave.
    package mutating func lease(_ request: LeaseRequest) async throws -> [Lease] {
        let leases = try await store.write { try $0.lease(request) }
        compare("lease", leases, model.lease(request, at: now))
        return leases
    }

    package mutating func settle(_ attempts: [Attempt], by worker: WorkerID) async throws {
        try await store.write(.settlement) { try $0.settle(attempts, by: worker) }
        for attempt in attempts { model.settle(attempt, by: worker, at: now) }
        let outcomes = attempts.map(\.outcome)
        for id in Set(attempts.map(\.message.device)) {
            let device = try await store.read { try $0.device(id) }
            compare("device \(id) after \(outcomes)", device, model.devices[id])
        }
        let lanes = try await store.read { try $0.lanes() }
        compare("lanes after \(outcomes)", lanes.mapValues(\.lane), model.lanes)
    }

    package mutating func openLane(_ id: LaneID) async throws {
        try await store.write { try $0.openLane(id) }
        model.openLane(id)
    }

    package mutating func pauseLane(_ id: LaneID) async throws {
        try await store.write { try $0.pauseLane(id) }
        model.pauseLane(id)
        compare(
            "lanes after a pause",
            try await store.read { try $0.lanes() }.mapValues(\.lane),
            model.lanes
        )
    }

    package mutating func count(of device: DeviceID?) async throws {
        compare(
            "outbox",
            try await store.read { try $0.outbox(of: device) },
            model.outbox(of: device)
        )
    }

    package mutating func removeDeadLetters(_ ids: [OutboxID]) async throws {
        compare(
            "dead letters removed",
            try await store.write { try $0.removeDeadLetters(ids) },
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
            try await store.read { try $0.devices(after: nil, limit: 2) },
            model.devices(after: nil, limit: 2)
        )
        compare(
            "dead letters after a sweep",
            try await store.read { try $0.deadLetters(after: OutboxID(3), limit: 100) },
            model.deadLetters(after: OutboxID(3), limit: 100)
        )
        try await lookForBoxes(of: Array(model.drops.keys))
        for id in model.devices.keys {
            compare(
                "device \(id) after a sweep",
                try await store.read { try $0.device(id) },
                model.devices[id]
            )
        }
    }
}
