// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
package import SealedPush
import SealedPushRelayClient
package import SealedPushSender
package import ServerStore
import Synchronization

/// Seals what waits in a sidecar's database, and posts it to the relays of the devices.
///
/// Each envelope is durable before it is posted for the first time, and every attempt posts the
/// same bytes, which a relay takes once. So a sidecar may be killed at any step.
package final class SidecarWorker: Sendable {
    private let database: SidecarDatabase
    private let rule: SubscriptionRule
    private let sender: Sender
    private let relays: RelayClients
    private let time: WorkerTime
    private let signal = Signal()
    private let isStopping = Atomic(false)
    /// How many attempts are under way at each relay.
    private let underWay = Mutex<[String: Int]>([:])
    private let lifetimes = Mutex(LifetimeWatch())
    private let isDatabaseFailing = Atomic(false)
    private let failed: @Sendable (ServerStoreError) -> Void

    /// How many deliveries are under way at once.
    private static let width = 64
    /// How long nothing is looked for if nothing is told: what another sidecar accepts, or what is
    /// due again.
    private static let pause: Duration = .seconds(1)
    /// How soon before its end the last prekey of a device is told.
    private static let prekeyNotice: Duration = .days(30)

    /// - Parameters:
    ///   - database: Where messages wait.
    ///   - rule: What subscriptions are this sender's.
    ///   - sender: The sender, with the memory of the database.
    ///   - relays: The clients of relays.
    ///   - time: What pauses and lifetimes go by.
    ///   - failed: Is told that the database has begun to fail.
    package init(
        _ database: SidecarDatabase,
        _ rule: SubscriptionRule,
        sender: Sender,
        relays: RelayClients,
        time: WorkerTime,
        failed: @escaping @Sendable (ServerStoreError) -> Void = { _ in }
    ) {
        self.failed = failed
        self.database = database
        self.rule = rule
        self.sender = sender
        self.relays = relays
        self.time = time
    }

    /// Has it look for messages now, and at the clocks by which one was just accepted.
    package func wake() {
        _ = look()
        signal.raise()
    }

    /// Has it end after the attempts that are under way.
    package func stop() {
        isStopping.store(true, ordering: .relaxed)
        signal.raise()
    }

    /// Delivers until it is stopped or the task is cancelled, and forgets what is over for long.
    ///
    /// A relay that does not answer holds up its own deliveries, and no others: it has a share of
    /// what is under way at once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var expiry = ExpirySweep()
            while !Task.isCancelled, !isStopping.load(ordering: .relaxed) {
                let moment = expiry.look(wall: look().now, steady: time.now())
                if let moment {
                    await noting { () async throws(ServerStoreError) in
                        try await self.database.sweep(expiredBefore: moment)
                    }
                }
                let underWay = self.underWay.withLock(\.self)
                let room = Self.width - underWay.values.reduce(0, +)
                var due: [Delivery] = []
                if room > 0 {
                    due =
                        await noting { () async throws(ServerStoreError) in
                            try await self.database.take(
                                room,
                                besides: underWay,
                                by: self.rule,
                                signing: self.relays.key
                            )
                        } ?? []
                }
                for delivery in due {
                    count(delivery, 1)
                    group.addTask {
                        await self.noting { () async throws(ServerStoreError) in
                            try await self.attempt(delivery)
                        }
                        self.count(delivery, -1)
                        self.signal.raise()
                    }
                }
                if due.isEmpty { await signal.wait(upTo: Self.pause, by: time) }
            }
        }
    }

    private func count(_ delivery: Delivery, _ change: Int) {
        underWay.withLock { underWay in
            let count = underWay[delivery.relay, default: 0] + change
            underWay[delivery.relay] = count == 0 ? nil : count
        }
    }

    /// Looks at both clocks.
    ///
    /// - Returns: The time of day, and since when nothing has set its clock.
    private func look() -> (now: Timestamp, since: Timestamp) {
        lifetimes.withLock { lifetimes in
            let now = database.clock()
            return (now, lifetimes.look(wall: now, steady: time.now()))
        }
    }

    /// Whether the last call of the database failed, so that nothing may be sent.
    package var isFailing: Bool { isDatabaseFailing.load(ordering: .relaxed) }

    /// Does something with the database, and tells if that begins to fail.
    @discardableResult
    private func noting<Value>(
        _ body: () async throws(ServerStoreError) -> Value
    ) async -> Value? {
        do throws(ServerStoreError) {
            let value = try await body()
            isDatabaseFailing.store(false, ordering: .relaxed)
            return value
        } catch {
            if !isDatabaseFailing.exchange(true, ordering: .relaxed) { failed(error) }
            return nil
        }
    }

    /// Makes one attempt for each delivery that is due, and says for how many.
    ///
    /// - Throws: ``ServerStoreError`` if the database fails; deliveries that are under way are
    ///   finished first.
    @discardableResult
    func deliverOnce() async throws(ServerStoreError) -> Int {
        _ = look()
        let due = try await database.take(Self.width, by: rule, signing: relays.key)
        let failure = await withTaskGroup(of: ServerStoreError?.self) { group in
            for delivery in due {
                group.addTask {
                    do throws(ServerStoreError) {
                        try await self.attempt(delivery)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var first: ServerStoreError?
            for await failure in group { first = first ?? failure }
            return first
        }
        if let failure { throw failure }
        return due.count
    }

    // MARK: - One delivery

    private func attempt(_ delivery: Delivery) async throws(ServerStoreError) {
        guard try await !end(delivery) else { return }
        var delivery = delivery
        if let sealed = delivery.sealed {
            guard try await database.countPost(of: delivery, after: sealed.posts) else { return }
            delivery.sealed?.posts += 1
        } else {
            switch try await seal(delivery) {
            case .sealed(let sealed):
                guard try await database.keep(sealed, of: delivery) else { return }
                // A relay may have taken its time to answer, and the delivery is this worker's now.
                guard try await !end(delivery) else { return }
                delivery.sealed = sealed
                delivery.sealings += 1
            case .step(let step): return try await database.apply(step, to: delivery)
            }
        }
        guard let sealed = delivery.sealed else { return }
        try await database.apply(try await post(sealed, of: delivery), to: delivery)
    }

    /// Ends a delivery whose time has passed.
    ///
    /// - Returns: Whether it has.
    private func end(_ delivery: Delivery) async throws(ServerStoreError) -> Bool {
        let (now, since) = look()
        guard now >= delivery.expires else { return false }
        let message = try await database.message(delivery.id.message)
        let isCertain = message.map { $0.timeToLive.start(of: delivery) >= since }
        // If the clock may have been set, the sweep ends it, by two looks at it.
        try await database.apply(DeliveryRule.step(afterEnd: isCertain ?? true), to: delivery)
        return true
    }

    private enum Sealing {
        case sealed(Delivery.Sealed)
        case step(DeliveryRule.Step)
    }

    private func seal(_ delivery: Delivery) async throws(ServerStoreError) -> Sealing {
        guard let queued = try await database.message(delivery.id.message) else {
            return .step(.end(.expired))
        }
        let target: SealingTarget
        do throws(EndpointFailure) {
            target = try await relays[delivery.destination].target(
                at: delivery.destination.address
            )
        } catch {
            return .step(try await step(after: error, of: delivery))
        }
        // The sender itself keeps one only if it has sealed to the device before.
        if let retirement = target.retirement { try await keep(retirement, from: delivery) }
        let now = database.clock()
        if let record = target.bundle.reusable,
            record.terms.notAfter < now.advanced(by: Self.prekeyNotice)
        {
            try await database.notePrekeysLow(delivery)
        }
        let answer = try await database.answer(of: delivery)
        do throws(SealingError) {
            let message = try queued.prepared(
                by: sender,
                until: delivery.expires,
                now: now,
                pairing: answer
            )
            let sealed = try await sender.seal(message, for: target, now: now)
            return .sealed(Delivery.Sealed(envelope: sealed.envelope, topic: sealed.collapseID))
        } catch {
            if case .contentTooLarge = error, let answer { try await tell(answer, of: delivery) }
            return .step(DeliveryRule.step(after: error, of: delivery, pairing: answer != nil))
        }
    }

    /// Has the message of a pairing go out once more if none waits: its answer was lost, and a
    /// message without room for the hash goes after it.
    private func tell(
        _ answer: AnswerHash,
        of delivery: Delivery
    ) async throws(ServerStoreError) {
        let message = try? SidecarMessage(pairing: answer, from: sender, now: database.clock())
        guard let message else { return }
        try await database.tellAgain(message, before: delivery)
    }

    private func post(
        _ sealed: Delivery.Sealed,
        of delivery: Delivery
    ) async throws(ServerStoreError) -> DeliveryRule.Step {
        let now = database.clock()
        do throws(EndpointFailure) {
            try await relays[delivery.destination].post(
                sealed.envelope,
                seconds: now.seconds(until: delivery.expires),
                isUrgent: delivery.isUrgent,
                topic: sealed.topic,
                to: delivery.destination.address
            )
            return .end(.accepted)
        } catch {
            return try await step(after: error, of: delivery)
        }
    }

    /// Keeps the retirement with which the endpoint of a device may end, which is the device's own
    /// (V-28), and says what follows.
    private func step(
        after failure: EndpointFailure,
        of delivery: Delivery
    ) async throws(ServerStoreError) -> DeliveryRule.Step {
        if case .gone(let retirement?) = failure { try await keep(retirement, from: delivery) }
        return DeliveryRule.step(after: failure, of: delivery)
    }

    /// Keeps what an answer retires only if it is the device that was asked for.
    private func keep(
        _ retirement: DeviceIdentity.Retirement,
        from delivery: Delivery
    ) async throws(ServerStoreError) {
        guard retirement.device == delivery.destination.device else { return }
        try await database.retire(retirement)
    }
}

extension TimeToLive {
    /// When the message of a delivery that may take so long was accepted.
    fileprivate func start(of delivery: Delivery) -> Timestamp {
        delivery.expires.advanced(by: .seconds(-Int64(seconds)))
    }
}
