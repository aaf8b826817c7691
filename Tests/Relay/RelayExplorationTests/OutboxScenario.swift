// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting

/// What never changes in an exploration: the device, its endpoint and the messages.
final class OutboxScenario {
    let sample = SampleDevice()
    let endpoint: Endpoint
    let submissions: [Submission]
    let tokens: [TokenFingerprint]

    static let lane = LaneID(1)
    /// Messages 0 and 1 have a topic; 1 replaces 0.
    static let replaces = [1: 0]

    init() throws {
        endpoint = Endpoint(
            id: EndpointID(1),
            device: sample.id,
            digest: Capability().digest,
            sender: .anyone
        )
        submissions = try (0..<3).map { number in
            let bytes: [UInt8] = [1] + Randomness.bytes(1399)
            return Submission(
                id: OutboxID(Int64(number) + 1),
                endpoint: EndpointID(1),
                envelope: try Envelope(reading: bytes),
                options: DeliveryOptions(
                    lifetime: .until(.seconds(3600)),
                    topic: number < 2 ? "news" : nil
                )
            )
        }
        tokens = [sample.fingerprint("first"), sample.fingerprint("second")]
    }

    /// A relay with one active device, to which these submissions are made.
    func world(
        _ submissions: [Int],
        ticks: Int,
        _ troubles: Set<OutboxTrouble>,
        plant: RelayModel.Plant?
    ) throws -> OutboxWorld {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 2
        var model = RelayModel(limits: limits, plant: plant)
        model.add(sample.registered(), nil)
        let code = Capability()
        let proof = try sample.proof(of: code)
        _ = model.change(sample.id, at: OutboxWorld.start) { device, now in
            _ = try? device.issueCode(code, origin: SampleDevice.origin, at: now)
            try? device.activate(by: proof, origin: SampleDevice.origin, at: now)
        }
        _ = model.add(endpoint)
        return OutboxWorld(model: model, unposted: submissions, ticks: ticks, troubles: troubles)
    }

    // MARK: - Events

    func events(_ world: OutboxWorld) -> [OutboxEvent] {
        var events: [OutboxEvent] = world.unposted.prefix(1).map { .post($0) }
        events += world.refused.map { .post($0) }
        events.append(.sweep)
        if world.ticks > 0 { events.append(.tick) }
        if world.troubles.contains(.clockStep) { events.append(.stepClock) }
        if world.troubles.contains(.newToken) { events.append(.renewToken) }
        for (number, worker) in world.workers.enumerated() {
            let steady: Duration = .seconds(world.steady)
            if case .wait = worker.heartbeat.action(at: steady) {
            } else {
                events.append(.beat(worker: number))
            }
            if !worker.results.isEmpty { events.append(.settle(worker: number)) }
            if !(worker.held.isEmpty && worker.results.isEmpty) {
                events.append(.crash(worker: number))
            }
            guard worker.heartbeat.mayStart(at: steady) else { continue }
            if worker.held.isEmpty, worker.results.isEmpty { events.append(.lease(worker: number)) }
            if !worker.held.isEmpty {
                events.append(.push(worker: number, .byToken))
                let answers: [(OutboxTrouble, OutboxEvent.Answer)] = [
                    (.fault, .unavailable), (.credentials, .credentials), (.refusal, .badToken),
                ]
                for (trouble, answer) in answers where world.troubles.contains(trouble) {
                    events.append(.push(worker: number, answer))
                }
            }
        }
        return events
    }

    /// Lets an event happen, and names the rule that it breaks.
    func apply(_ event: OutboxEvent, to world: inout OutboxWorld) -> OutboxRule? {
        let before = world
        var broken: OutboxRule?
        switch event {
        case .post(let number): broken = post(number, &world)
        case .tick:
            world.ticks -= 1
            world.steady += OutboxWorld.tick
        case .stepClock:
            world.troubles.remove(.clockStep)
            world.clockStep += 86_400
        case .renewToken: renewToken(&world)
        case .sweep:
            let lapsed = world.lapse.look(wall: world.now, steady: .seconds(world.steady))
            world.model.sweep(lapsedBefore: lapsed, expiredBefore: nil, at: world.now)
        case .beat(let worker): beat(worker, &world)
        case .lease(let worker): lease(worker, &world)
        case .push(let worker, let answer): broken = push(worker, answer, &world)
        case .settle(let worker):
            if let id = world.workers[worker].heartbeat.worker {
                for attempt in world.workers[worker].results {
                    world.model.settle(attempt, by: id, at: world.now)
                }
            }
            world.workers[worker].results = []
        case .crash(let worker):
            world.workers[worker] = OutboxWorker(lives: world.workers[worker].lives)
        }
        return broken ?? OutboxRule.broken(by: world, after: before)
    }

    private func post(_ number: Int, _ world: inout OutboxWorld) -> OutboxRule? {
        world.unposted.removeAll { $0 == number }
        let isSecond = world.refused.contains(number)
        world.refused.removeAll { $0 == number }
        switch world.model.accept(submissions[number], at: world.now) {
        case .queued: world.taken[submissions[number].id] = number
        case .repeated(let id): return world.taken[id] == nil ? .repeatedIsTaken : nil
        case .limited: if !isSecond { world.refused.append(number) }
        case .ended: return .open
        }
        return nil
    }

    private func renewToken(_ world: inout OutboxWorld) {
        world.troubles.remove(.newToken)
        let code = Capability()
        guard let proof = try? sample.proof(of: code) else { return }
        let token = tokens[1]
        _ = world.model.change(sample.id, at: world.now) { device, now in
            _ = try? device.name(token, sealed: { [UInt8($0.number)] }, at: now)
            _ = try? device.issueCode(code, origin: SampleDevice.origin, at: now)
            try? device.activate(by: proof, origin: SampleDevice.origin, at: now)
        }
        world.liveToken = world.model.devices[sample.id]?.token?.version ?? world.liveToken
    }

    private func beat(_ number: Int, _ world: inout OutboxWorld) {
        var worker = world.workers[number]
        let steady: Duration = .seconds(world.steady)
        if case .renew(let id) = worker.heartbeat.action(at: steady) {
            let held = Set(worker.held.map(\.message.id) + worker.results.map(\.message.id))
            if world.model.renew(id, holding: held, at: world.now) {
                worker.heartbeat.succeeded(as: id, sent: steady)
            } else {
                worker.heartbeat.lapsed()
                worker.held = []
            }
        } else {
            // A worker that takes a new name has forgotten what it held under the old one.
            worker.held = []
            worker.results = []
            worker.lives += 1
            let id = WorkerID(Int64(number * 100 + worker.lives))
            world.model.enroll(id, at: world.now)
            worker.heartbeat.succeeded(as: id, sent: steady)
        }
        world.workers[number] = worker
    }

    private func lease(_ number: Int, _ world: inout OutboxWorld) {
        guard let id = world.workers[number].heartbeat.worker else { return }
        let request = LeaseRequest(
            worker: id,
            partition: OutboxPartition(lane: Self.lane, shard: sample.id.shard(), isUrgent: true),
            limit: 2
        )
        world.workers[number].held = world.model.lease(request, at: world.now)
    }

    private func push(
        _ number: Int,
        _ answer: OutboxEvent.Answer,
        _ world: inout OutboxWorld
    ) -> OutboxRule? {
        let lease = world.workers[number].held.removeFirst()
        let submission = Int(lease.message.id.number) - 1
        let steady: Duration = .seconds(world.steady)
        for (other, worker) in world.workers.enumerated() where other != number {
            let isHeld = worker.held.contains { $0.message.id == lease.message.id }
            if isHeld, worker.heartbeat.mayStart(at: steady) { return .oneWorker }
        }
        let outcome: PushOutcome
        switch answer {
        case .byToken where lease.token.version == world.liveToken:
            if let newer = Self.replaces.first(where: { $0.value == submission })?.key,
                world.pushed.contains(newer)
            {
                return .newestLast
            }
            world.pushed.append(submission)
            outcome = .accepted
        // The old token died when the new one took its place.
        case .byToken: outcome = .tokenRefused(deadSince: world.now)
        case .unavailable:
            world.troubles.remove(.fault)
            outcome = .unavailable
        case .credentials:
            world.troubles.remove(.credentials)
            outcome = .credentials
        case .badToken:
            world.troubles.remove(.refusal)
            outcome = .tokenRefused(deadSince: nil)
        }
        world.workers[number].results.append(Attempt(lease, outcome))
        return nil
    }
}
