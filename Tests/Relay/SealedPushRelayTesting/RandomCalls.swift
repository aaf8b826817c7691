// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushRelay

/// Random calls of every kind to a store, each held against the model: what a store has to pass.
package final class RandomCalls {
    /// The limits that the store must have: so low that they are often reached.
    package static let limits = {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 4
        limits.acceptedPerDay = 60
        limits.claimsPerDay = 2
        limits.queuedPerDevice = 6
        limits.endpointsPerDevice = 3
        limits.dropsPerDay = 8
        limits.dropsPerDevice = 4
        return limits
    }()

    /// What came of the calls.
    package struct Report: Sendable {
        /// The first answer that was not the model's; nil if there is none.
        package let difference: String?
        /// How many messages were leased and settled.
        package let settled: Int
    }

    private var check: RelayStoreCheck
    private let shards: Int16
    private let isNarrow: Bool
    private let sample: RandomSample
    private var leases: [(lease: Lease, worker: WorkerID)] = []
    private var recalls: [TokenRecall] = []
    private var nextMessage: Int64 = 1
    private var settled = 0

    /// Takes an empty store.
    ///
    /// - Parameters:
    ///   - store: The store, with ``limits``.
    ///   - shards: How many shards its outbox has.
    ///   - isNarrow: Whether all is about one endpoint and topic, so that messages often replace
    ///     one another.
    ///   - setTime: Sets the store's time.
    /// - Throws: What the making of keys throws.
    package init(
        _ store: any RelayStore,
        shards: Int16,
        isNarrow: Bool,
        setTime: @escaping (Timestamp) -> Void
    ) throws {
        self.shards = shards
        self.isNarrow = isNarrow
        sample = try RandomSample()
        check = RelayStoreCheck(
            store,
            limits: Self.limits,
            shards: shards,
            at: SampleDevice.now,
            setTime: setTime
        )
    }

    /// Makes this many calls, or fewer if an answer differs.
    package func run(
        _ count: Int,
        using generator: some RandomNumberGenerator
    ) async throws -> Report {
        var generator = generator
        try await begin()
        for step in 0..<count where check.differences.isEmpty {
            try await call(step, using: &generator)
        }
        return Report(difference: check.differences.first, settled: settled)
    }

    private func begin() async throws {
        // The last one's app hands out its bundle by a way of its own.
        for (number, device) in sample.devices.enumerated() {
            let bundle = PublishedPrekeys(bundle: [], ids: [])
            try await check.add(device, number == 2 ? nil : bundle)
        }
        for (number, device) in sample.devices.prefix(2).enumerated() {
            try await activate(device.id, token: number)
        }
        for endpoint in sample.endpoints { try await check.add(endpoint) }
        for number in 1...2 { try await check.enroll(WorkerID(Int64(number))) }
    }

    private func call(_ step: Int, using generator: inout some RandomNumberGenerator) async throws {
        let number = isNarrow ? 0 : Int.random(in: 0..<3, using: &generator)
        let device = sample.devices[number]
        let endpoint = sample.endpoints[isNarrow ? 0 : Int.random(in: 0..<6, using: &generator)]
        let worker = WorkerID(Int64.random(in: 1...2, using: &generator))
        switch Int.random(in: 0..<35, using: &generator) {
        case 0:
            try await activate(device.id, token: Int.random(in: 0..<2, using: &generator))
            if Bool.random(using: &generator), let recall = recalls.popLast() {
                try await answer(recall.code, to: recall.device.id)
            }
        case 1: try await check.add(endpoint)
        case 2: try await check.look(at: [Destination.Request(endpoint.digest)])
        case 3 where step % 40 == 0 && !isNarrow:
            try await check.revoke(endpoint.id, of: device.id)
        case 4: try await check.replaceStock(of: device.id, by: sample.stock)
        case 5, 6: try await check.claim(for: endpoint.id, of: device.id)
        case 7...11: try await accept(to: endpoint, using: &generator)
        case 12:
            let id = OutboxID(Int64.random(in: 1...nextMessage, using: &generator))
            try await check.withdraw(id)
        case 13, 23: try await check.enroll(worker)
        case 14:
            let held = leases.filter { $0.worker == worker && Bool.random(using: &generator) }
            try await check.renew(worker, holding: Set(held.map(\.lease.message.id)))
        case 15 where step % 3 == 0: try await check.leave(worker)
        case 16, 17:
            try await check.due()
            let shard = device.id.shard(of: shards)
            let others = Set(sample.devices.map { $0.id.shard(of: shards) }).subtracting([shard])
            let request = LeaseRequest(
                worker: worker,
                partition: OutboxPartition(
                    lane: LaneID(1),
                    shard: shard,
                    isUrgent: Bool.random(using: &generator)
                ),
                then: Bool.random(using: &generator)
                    ? [] : others.sorted().shuffled(using: &generator),
                limit: Int.random(in: 1...3, using: &generator)
            )
            leases += try await check.lease(request).map { ($0, worker) }
        case 18, 19, 20: try await settle(using: &generator)
        case 21:
            // Seldom so much that a device or a worker is given up. The clock is also set back,
            // once by more than a message
            // waits at most.
            let times: [Duration] = [
                .milliseconds(1), .milliseconds(2), .seconds(1), .seconds(2), .seconds(5),
                .seconds(30), .seconds(40), .seconds(100), .seconds(4000), .seconds(90_000),
                .seconds(200_000), .seconds(200_000), .seconds(-20), .seconds(-40 * 3600),
            ]
            check.advance(by: times[Int.random(in: 0..<times.count, using: &generator)])
        case 22 where step % 200 == 0 && !isNarrow:
            let owner = sample.owners[Int.random(in: 0..<3, using: &generator)]
            let statement = DeviceIdentity.Retirement(signing: owner.key)
            try await check.keep(statement, of: device.id)
            if step % 400 == 0 { try await check.retire(device.id) }
            try await check.keep(statement, of: device.id)
        case 22 where step % 4 == 0: try await check.openLane(LaneID(1))
        case 24:
            let bundle = sample.bundles[Int.random(in: 0..<sample.bundles.count, using: &generator)]
            try await check.publish(bundle, of: device.id, with: device.identity)
        case 25, 26:
            let id = sample.prekeys[Int.random(in: 0..<sample.prekeys.count, using: &generator)]
            let envelope = sample.envelopes[
                Int.random(in: 0..<sample.envelopes.count, using: &generator)
            ]
            let message = Destination.Message(id, envelope.hash)
            let requests =
                sample.endpoints.map { Destination.Request($0.digest, message) } + [
                    Destination.Request(Capability().digest, message),
                    Destination.Request(endpoint.digest),
                ]
            try await check.look(at: requests.shuffled(using: &generator))
        case 27: try await check.list(device.id)
        case 29 where step % 16 == 0: try await check.pauseLane(LaneID(1))
        case 30: try await check.count(of: Bool.random(using: &generator) ? nil : device.id)
        case 31 where step % 4 == 0:
            let first = Int64.random(in: 1...nextMessage, using: &generator)
            try await check.removeDeadLetters([OutboxID(first), OutboxID(first + 1)])
        case 32:
            let key = sample.keys[Int.random(in: 0..<2, using: &generator)]
            try await check.bind(endpoint.id, to: key)
        case 33, 34:
            try await leaveDrop(of: device.id, using: &generator)
            try await check.lookForBoxes(of: sample.drops)
        case 28 where !isNarrow: try await invite(sample.owners[number], using: &generator)
        default:
            try await check.sweep(
                lapsedBefore: step % 3 == 0 ? nil : check.now,
                expiredBefore: step % 2 == 0 ? check.now : nil
            )
        }
    }

    /// Invites a device that never activates its token, and lets it come once or twice.
    private func invite(
        _ owner: SampleDevice,
        using generator: inout some RandomNumberGenerator
    ) async throws {
        let invitation = sample.invitations[Int.random(in: 0..<3, using: &generator)]
        if Bool.random(using: &generator) {
            try await check.invite(
                Invitation(
                    digest: invitation,
                    app: owner.app,
                    expires: check.now.advanced(by: Invitation.validity)
                )
            )
        }
        if Bool.random(using: &generator) {
            let id = DeviceID(Int64.random(in: 1...5, using: &generator))
            let device = sample.registered(owner, as: id, at: check.now)
            try await check.register(device, by: invitation)
        }
    }

    /// Leaves one of two boxes for a short or a long time, now and then under an id of before.
    private func leaveDrop(
        of device: DeviceID,
        using generator: inout some RandomNumberGenerator
    ) async throws {
        let isNew = Bool.random(using: &generator)
        let box = UInt8.random(in: 0...1, using: &generator)
        let drop = Drop(
            isNew
                ? Capability().digest
                : sample.drops[Int.random(in: 0..<sample.drops.count, using: &generator)],
            of: device,
            box: [UInt8](repeating: box, count: Drop.boxCount),
            for: Bool.random(using: &generator) ? .seconds(60) : .seconds(90_000)
        )
        if let drop { try await check.leave(drop) }
    }

    private func settle(using generator: inout some RandomNumberGenerator) async throws {
        guard let worker = leases.last?.worker else { return }
        let count = Int.random(in: 1...5, using: &generator)
        var ids: Set<OutboxID> = []
        let settled = leases.indices.reversed()
            .filter { leases[$0].worker == worker }
            .filter { ids.insert(leases[$0].lease.message.id).inserted }
            .prefix(count)
        let outcomes: [PushOutcome] = [
            .throttled(after: .seconds(40)), .unavailable, .credentials,
            .notTried, .tokenRefused(deadSince: nil), .tokenRefused(deadSince: .latest),
            .rejected(reason: "PayloadTooLarge"), .noAddress, .tooLarge, .interrupted,
        ]
        let attempts = settled.map { index in
            let number = Int.random(in: 0..<26, using: &generator)
            return Attempt(
                leases.remove(at: index).lease,
                number < outcomes.count ? outcomes[number] : .accepted
            )
        }
        try await check.settle(attempts, by: worker)
        self.settled += attempts.count
    }

    /// Posts some messages at once, not all to one endpoint.
    private func accept(
        to endpoint: Endpoint,
        using generator: inout some RandomNumberGenerator
    ) async throws {
        var submissions: [Submission] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let isOther = !isNarrow && Bool.random(using: &generator)
            let other = sample.endpoints[Int.random(in: 0..<6, using: &generator)]
            submissions.append(try submission(to: isOther ? other : endpoint, using: &generator))
        }
        try await check.accept(submissions)
    }

    /// A new message, or now and then one that was posted before.
    private func submission(
        to endpoint: Endpoint,
        using generator: inout some RandomNumberGenerator
    ) throws -> Submission {
        let topics = isNarrow ? ["a", "a", nil] : ["a", "b", nil]
        let times: [DeliveryOptions.Lifetime] = [.once, .until(.seconds(3000))]
        let number = Int.random(in: 0..<24, using: &generator)
        let isRepeated = number < sample.envelopes.count
        defer { nextMessage += 1 }
        return Submission(
            id: OutboxID(nextMessage),
            endpoint: endpoint.id,
            envelope: try isRepeated ? sample.envelopes[number] : RandomSample.envelope(),
            options: DeliveryOptions(
                lifetime: times[Int.random(in: 0..<2, using: &generator)],
                isUrgent: Bool.random(using: &generator),
                topic: topics[Int.random(in: 0..<3, using: &generator)]
            )
        )
    }

    /// Names a token and activates it, as an app does.
    private func activate(_ id: DeviceID, token number: Int) async throws {
        let token = sample.tokens[number]
        let code = Capability()
        try await check.change(id) { device, now in
            _ = try? device.name(token, sealed: { [UInt8($0.number)] }, at: now)
            return (try? device.issueCode(code, origin: SampleDevice.origin, at: now)) != nil
        }
        try await answer(code, to: id)
    }

    private func answer(_ code: Capability, to id: DeviceID) async throws {
        let index = sample.devices.firstIndex { $0.id == id } ?? 0
        let proof = try sample.owners[index].proof(of: code, for: id)
        let answer = ActivationAnswer(proof, origin: SampleDevice.origin)
        recalls += try await check.activate(id, by: answer)
    }
}

/// Two devices, one of which registers once more and one of which has the other's token for a time.
struct RandomSample {
    let owners: [SampleDevice]
    let devices: [RelayDevice]
    let endpoints: [Endpoint]
    let envelopes: [Envelope]
    let stock: PrekeyStock
    /// What the first two devices publish.
    let bundles: [[UInt8]]
    /// The prekeys of the stock and the bundles, and one that no device has.
    let prekeys: [PrekeyRecord.ID]
    let tokens: [TokenFingerprint]
    let invitations = (0..<3).map { _ in Capability().digest }
    /// Digests of ids under which drops are left.
    let drops = (0..<4).map { _ in Capability().digest }
    /// Keys to which endpoints are bound by their first request.
    let keys = (0..<2).map { _ in [4] + Randomness.bytes(64) }

    /// A registration of one of the owners.
    func registered(_ owner: SampleDevice, as id: DeviceID, at now: Timestamp) -> RelayDevice {
        RelayDevice(
            registering: id,
            app: owner.app,
            identity: owner.identity,
            credential: invitations[0],
            token: tokens[1],
            sealed: { [UInt8($0.number)] },
            at: now
        )
    }

    init() throws {
        let (first, second) = (SampleDevice(), SampleDevice())
        let tokens = ["first", "second"].map { first.fingerprint($0) }
        self.tokens = tokens
        owners = [first, second, first]
        let devices = owners.map { sample in
            RelayDevice(
                registering: DeviceID(),
                app: sample.app,
                identity: sample.identity,
                credential: Capability().digest,
                token: tokens[0],
                sealed: { [UInt8($0.number)] },
                at: SampleDevice.now
            )
        }
        self.devices = devices
        endpoints = devices.enumerated().flatMap { number, device in
            let key = [4] + Randomness.bytes(64)
            let bound = number == 1 ? Endpoint.Sender.bound(vapid: key) : .firstKey
            return [.anyone, bound].map { sender in
                Endpoint(
                    id: EndpointID(),
                    device: device.id,
                    digest: Capability().digest,
                    sender: sender
                )
            }
        }
        envelopes = try (0..<6).map { _ in try Self.envelope() }
        let oneTime = try (0..<5).map { _ in try first.record(.oneTime) }
        stock = try PrekeyStock(
            reading: oneTime.flatMap(\.bytes),
            of: first.identity,
            minimumEpoch: 0,
            at: SampleDevice.now
        )
        // Some end soon, and one revokes those of the first epoch.
        let published = try [first, second].map { sample in
            [
                try sample.record(.reusable, for: .seconds(3000)), try sample.record(.reusable),
                try sample.record(.reusable, epoch: 2, for: .seconds(200_000)),
                try sample.record(.reusable, epoch: 3, minimumEpoch: 2),
            ]
        }
        bundles = try zip([first, second], published).flatMap { sample, records in
            try records.map { try DeviceBundle(device: sample.identity, records: [$0]).bytes }
        }
        prekeys =
            (oneTime + published.joined()).map(\.id)
            + [PrekeyRecord.ID(Randomness.bytes(PrekeyRecord.ID.count))]
    }

    static func envelope() throws -> Envelope {
        try Envelope(reading: [1] + Randomness.bytes(1399))
    }
}
