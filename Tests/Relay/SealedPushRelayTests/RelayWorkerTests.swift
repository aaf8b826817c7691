// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import PushTransport
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import ServerStore
import Synchronization
import TestSupport
import Testing
import Tracing

@testable import SealedPushRelay

@Suite(.timeLimit(.minutes(10)))
struct RelayWorkerTests {
    /// A store with devices of two apps, a worker, and virtual time for both.
    private final class Bench: Sendable {
        let store: FaultyStore
        let clock = ManualClock()
        let transport = ScriptedTransport()
        let other = ScriptedTransport()
        let keys = TokenKeyRing(current: 1, SecretBytes(randomCount: 32))
        let tracer = InMemoryTracer()
        let events = Mutex<[RelayWorker.Event]>([])
        let capacity: Int

        init(capacity: Int = 2000) throws {
            self.capacity = capacity
            store = try FaultyStore()
        }

        /// One with a message whose push does not end by itself, and the endpoint of it.
        static func withHeldMessage() async throws -> (Bench, Endpoint) {
            let bench = try Bench()
            bench.transport.script { _ in .hold }
            let endpoint = try await bench.endpoint()
            try await bench.post(1, to: endpoint)
            return (bench, endpoint)
        }

        /// Leaves a drop of a device.
        func leaveDrop(of device: DeviceID, for lifetime: Duration) async throws -> Drop {
            let box = Randomness.bytes(Drop.boxCount)
            let drop = try #require(
                Drop(Capability().digest, of: device, box: box, for: lifetime)
            )
            #expect(try await store.write { try $0.leave(drop) } == .kept)
            return drop
        }

        func worker() throws -> RelayWorker {
            func route(_ transport: ScriptedTransport) throws -> PushRoute {
                try PushRoute(
                    topic: "com.example.chat",
                    placeholder: .text(body: "New"),
                    capacity: capacity,
                    send: transport.send
                )
            }
            return RelayWorker(
                store: store,
                routes: [
                    AppEnvironment(app: "chat", environment: .production): try route(transport),
                    AppEnvironment(app: "mail", environment: .sandbox): try route(other),
                ],
                keys: keys,
                time: WorkerTime(clock),
                tracer: tracer
            ) { event in
                self.events.withLock { $0.append(event) }
            }
        }

        /// An active device with a sealed token, and an endpoint of it.
        func endpoint(
            _ app: AppEnvironment = AppEnvironment(app: "chat", environment: .production),
            token: [UInt8] = [UInt8](repeating: 7, count: 32),
            keys: TokenKeyRing? = nil
        ) async throws -> Endpoint {
            let owner = SampleDevice()
            let id = DeviceID()
            var device = RelayDevice(
                registering: id,
                app: app,
                identity: owner.identity,
                credential: Capability().digest,
                token: owner.fingerprint("\(id)"),
                sealed: { version in
                    let context = TokenContext(device: id, app: app, version: version)
                    return (keys ?? self.keys).seal(token, for: context)
                },
                at: SampleDevice.now
            )
            try owner.activate(&device, at: SampleDevice.now)
            try await store.write { [device] in try $0.add(device, nil) }
            let endpoint = Endpoint(
                id: EndpointID(),
                device: id,
                digest: Capability().digest,
                sender: .anyone
            )
            #expect(try await store.write { try $0.add(endpoint) })
            return endpoint
        }

        @discardableResult
        func post(
            _ number: Int64,
            to endpoint: Endpoint,
            urgent: Bool = true,
            lifetime: DeliveryOptions.Lifetime = .until(.hours(6)),
            topic: String? = nil,
            size: Int = 1400
        ) async throws -> Submission {
            let submission = Submission(
                id: OutboxID(number),
                endpoint: endpoint.id,
                envelope: try Envelope(reading: [1] + Randomness.bytes(size - 1)),
                options: DeliveryOptions(lifetime: lifetime, isUrgent: urgent, topic: topic)
            )
            #expect(try await store.accept([submission]) == [.queued])
            return submission
        }

        /// Lets time pass until something is so.
        func pass(
            _ step: Duration = .milliseconds(100),
            until isSo: () async throws -> Bool
        ) async throws {
            while try await !isSo() { await pass(step) }
        }

        func pass(_ step: Duration) async {
            store.advance(by: step)
            clock.advance(by: step)
            // The store is another thread's: what is asked in this step is answered in it.
            var looks = 0
            while looks < 3 {
                for _ in 0..<6 { await Task.yield() }
                // Tests that yield without an end leave no thread to the others.
                try? await Task.sleep(for: .microseconds(100))
                looks = store.isBusy ? 0 : looks + 1
            }
        }

        var isEmpty: Bool { get async throws { try await contents.queue.isEmpty } }

        var contents: FaultyStore.Contents { get async throws { try await store.contents } }
    }

    private func working(_ bench: Bench, _ body: (RelayWorker) async throws -> Void) async throws {
        let worker = try bench.worker()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            try await body(worker)
            group.cancelAll()
        }
    }

    @Test func `a message is pushed once, with its envelope, name and headers, and is gone`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        let urgent = try await bench.post(1, to: endpoint, topic: "mine")
        let bulk = try await bench.post(2, to: endpoint, urgent: false, lifetime: .once)
        try await working(bench) { _ in try await bench.pass { try await bench.isEmpty } }
        // Both are under way at once.
        let sent = bench.transport.sent.sorted { first, _ in first.id == urgent.pushID }
        #expect(sent.map(\.id) == [urgent.pushID, bulk.pushID])
        for (sent, submission) in zip(sent, [urgent, bulk]) {
            let payload = try OuterPayload(reading: sent.push.payload)
            #expect(
                payload.encryptedContent
                    == Array(Base64URL.encode(submission.envelope.bytes.span).utf8)
            )
            #expect(sent.token == [UInt8](repeating: 7, count: 32))
            #expect(sent.attempt == 1)
            #expect(sent.push.headers.topic == "com.example.chat")
            #expect(sent.push.headers.pushType == "alert")
        }
        #expect(sent.map(\.push.headers.priority) == [.immediate, .conserving])
        let expiry = SampleDevice.now.milliseconds / 1000 + 6 * 3600
        #expect(sent.map(\.push.headers.expiration) == [expiry, 0])
        #expect(sent.first?.push.headers.collapseID == "mine")
        let outcomes = bench.events.withLock(\.self)
        let app = AppEnvironment(app: "chat", environment: .production)
        #expect(outcomes == [.pushed(app, .accepted), .pushed(app, .accepted)])
    }

    @Test func `what one look at the queue found is leased without another`() async throws {
        let bench = try Bench(capacity: 10)
        let endpoint = try await bench.endpoint()
        for number in 1...100 { try await bench.post(Int64(number), to: endpoint) }
        try await working(bench) { _ in try await bench.pass(.zero) { try await bench.isEmpty } }
        #expect(bench.transport.sent.count == 100)
        // The queue is looked at once more when it is empty; the lanes and the time are read once.
        #expect(bench.store.readCount < 7)
    }

    @Test func `an urgent message waits a poll at most behind what was found before it`()
        async throws
    {
        let bench = try Bench(capacity: 10)
        bench.transport.script { $0 <= 10 ? .hold : .accept }
        let endpoint = try await bench.endpoint()
        for number in 1...50 {
            try await bench.post(Int64(number), to: endpoint, urgent: false)
        }
        try await working(bench) { _ in
            try await bench.pass(.zero) { bench.transport.heldCount == 10 }
            let urgent = try await bench.post(51, to: try await bench.endpoint())
            await bench.pass(.milliseconds(100))
            bench.transport.release(.accept)
            try await bench.pass(.zero) { bench.transport.sent.count > 10 }
            #expect(bench.transport.sent[10].id == urgent.pushID)
        }
    }

    @Test func `what no route leads to does not keep a worker from looking when it is woken`()
        async throws
    {
        let bench = try Bench()
        let unserved = AppEnvironment(app: "elsewhere", environment: .production)
        try await bench.post(1, to: try await bench.endpoint(unserved))
        let endpoint = try await bench.endpoint()
        try await bench.post(2, to: endpoint)
        try await working(bench) { worker in
            try await bench.pass(.zero) { try await bench.contents.queue.count == 1 }
            try await bench.post(3, to: endpoint)
            worker.wake()
            for _ in 0..<2000 where bench.transport.sent.count < 2 { await bench.pass(.zero) }
            #expect(bench.transport.sent.count == 2)
        }
    }

    @Test(.rules("C-53"))
    func `a result that could not be written down is written later, and not pushed again`()
        async throws
    {
        let (bench, _) = try await Bench.withHeldMessage()
        try await working(bench) { _ in
            try await bench.pass { bench.transport.heldCount == 1 }
            bench.store.fail(20)
            bench.transport.release(.accept)
            try await bench.pass { try await bench.isEmpty }
        }
        #expect(bench.transport.sent.count == 1)
        let failures = bench.events.withLock { $0.count { $0 == .storeFailed(.unavailable) } }
        #expect(failures > 1)
    }

    @Test(.rules("C-74"))
    func `a span of a lease or a settlement says how many messages it had, and no more`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        let posted = try await bench.post(1, to: endpoint, topic: "mine")
        bench.store.loseAnswer(of: .settlement)
        try await working(bench) { _ in
            try await bench.pass { bench.tracer.finishedSpans.count >= 3 }
        }
        let spans = bench.tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["relay.lease", "relay.settle", "relay.settle"])
        #expect(spans.map { $0.status?.code == .error } == [false, true, false])
        let text = spans.map { "\($0.attributes) \($0.events) \($0.errors)" }.joined()
        #expect(text.contains("relay.messages"))
        for word in ["mine", "chat", "\(posted.pushID)", endpoint.device.text, "0707"] {
            #expect(!text.contains(word))
        }
    }

    @Test func `a renewal keeps the messages that are under way`() async throws {
        let (bench, _) = try await Bench.withHeldMessage()
        try await working(bench) { _ in
            try await bench.pass { bench.transport.heldCount == 1 }
            let worker = try #require(try await bench.contents.queue[OutboxID(1)]?.lease)
            let first = try #require(try await bench.contents.workers[worker])
            try await bench.pass(.seconds(1)) { try await bench.contents.workers[worker] != first }
            #expect(try await bench.contents.queue[OutboxID(1)]?.lease == worker)
            bench.transport.release(.accept)
            try await bench.pass { try await bench.isEmpty }
        }
        #expect(bench.transport.sent.count == 1)
    }

    @Test func `a worker that cannot renew leases no more, and takes a new name after 90 seconds`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        try await working(bench) { _ in
            try await bench.pass { try await bench.contents.workers.count == 1 }
            let old = try #require(try await bench.contents.workers.keys.first)
            try await bench.post(1, to: endpoint)
            bench.store.fail(.max)
            for _ in 0..<100 { await bench.pass(.seconds(1)) }
            #expect(bench.transport.sent.isEmpty)
            bench.store.fail(0)
            try await bench.pass { try await bench.isEmpty }
            #expect(try await bench.contents.workers.keys.contains { $0 != old })
        }
        #expect(bench.transport.sent.count == 1)
    }

    @Test func `a worker that stops waits for what is under way and returns nothing else`()
        async throws
    {
        let (bench, endpoint) = try await Bench.withHeldMessage()
        let worker = try bench.worker()
        let run = Task { await worker.run() }
        try await bench.pass { bench.transport.heldCount == 1 }
        worker.stop(within: .seconds(40))
        try await bench.post(2, to: endpoint)
        for _ in 0..<30 { await bench.pass(.seconds(1)) }
        #expect(bench.transport.heldCount == 1)
        #expect(try await bench.contents.queue[OutboxID(1)]?.lease != nil)
        bench.transport.release(.accept)
        try await bench.pass { try await bench.contents.workers.isEmpty }
        await run.value
        #expect(try await Array(bench.contents.queue.keys) == [OutboxID(2)])
        #expect(try await bench.contents.queue[OutboxID(2)]?.lease == nil)
    }

    @Test(.rules("C-54"))
    func `a push that does not end in time is cancelled; its message returns unless its TTL is 0`()
        async throws
    {
        let (bench, endpoint) = try await Bench.withHeldMessage()
        try await bench.post(2, to: endpoint, lifetime: .once)
        let worker = try bench.worker()
        let run = Task { await worker.run() }
        try await bench.pass { bench.transport.heldCount == 2 }
        worker.stop(within: .seconds(5))
        try await bench.pass(.seconds(1)) { try await bench.contents.workers.isEmpty }
        await run.value
        #expect(try await bench.contents.queue[OutboxID(1)]?.lease == nil)
        #expect(try await bench.contents.queue.count == 1)
    }

    @Test(.rules("C-53"))
    func `a stop writes down the results that are left before it returns messages`() async throws {
        let (bench, _) = try await Bench.withHeldMessage()
        let worker = try bench.worker()
        let run = Task { await worker.run() }
        try await bench.pass { bench.transport.heldCount == 1 }
        worker.stop(within: .seconds(5))
        for _ in 0..<5 { await bench.pass(.milliseconds(100)) }
        bench.store.fail(.max)
        bench.transport.release(.accept)
        // The next try of the settlement comes after the deadline, and the database is back before
        // it.
        for _ in 0..<43 { await bench.pass(.milliseconds(100)) }
        bench.store.fail(0)
        try await bench.pass { try await bench.contents.workers.isEmpty }
        await run.value
        #expect(try await bench.contents.queue.isEmpty)
        #expect(bench.transport.sent.count == 1)
    }

    @Test(.rules("C-53"))
    func `a stop that cannot write its results down returns no message`() async throws {
        let (bench, _) = try await Bench.withHeldMessage()
        let worker = try bench.worker()
        let ended = Mutex(false)
        let run = Task {
            await worker.run()
            ended.withLock { $0 = true }
        }
        try await bench.pass { bench.transport.heldCount == 1 }
        worker.stop(within: .seconds(2))
        bench.store.fail(.max)
        bench.transport.release(.accept)
        try await bench.pass { ended.withLock(\.self) }
        await run.value
        #expect(try await bench.contents.queue[OutboxID(1)]?.lease != nil)
    }

    @Test(.rules("C-71"))
    func `no more is under way than there is room for, and another app does not wait for it`()
        async throws
    {
        let bench = try Bench(capacity: 3)
        bench.transport.script { _ in .hold }
        let chat = try await bench.endpoint()
        let mail = try await bench.endpoint(AppEnvironment(app: "mail", environment: .sandbox))
        for number in 1...10 { try await bench.post(Int64(number), to: chat) }
        try await working(bench) { _ in
            try await bench.pass { bench.transport.heldCount == 3 }
            try await bench.post(11, to: mail)
            try await bench.pass { bench.other.sent.count == 1 }
            #expect(bench.transport.heldCount == 3)
            #expect(try await bench.contents.queue.values.count { $0.lease != nil } == 3)
            bench.transport.script { _ in .accept }
            bench.transport.release(.accept)
            try await bench.pass { try await bench.isEmpty }
        }
        #expect(bench.transport.most == 3)
        #expect(Set(bench.transport.sent.map(\.id)).count == 10)
    }

    @Test(.rules("C-59"))
    func `a wrong or missing token key changes no device and no lane, and is told`() async throws {
        let bench = try Bench()
        var blind: [Endpoint] = []
        for number: UInt8 in [1, 2] {
            let keys = TokenKeyRing(current: number, SecretBytes(randomCount: 32))
            blind.append(try await bench.endpoint(keys: keys))
        }
        let whole = try await bench.endpoint()
        for (index, endpoint) in (blind + [whole]).enumerated() {
            try await bench.post(Int64(index + 1), to: endpoint)
        }
        try await working(bench) { _ in
            for _ in 0..<150 { await bench.pass(.seconds(1)) }
        }
        #expect(bench.transport.sent.count == 1)
        #expect(try await bench.contents.queue.count == 2)
        #expect(try await bench.contents.queue.values.allSatisfy { $0.lane == LaneID(1) })
        #expect(try await bench.contents.devices.values.allSatisfy { $0.state == .active })
        #expect(try await bench.contents.lanes[LaneID(1)] == Lane())
        let app = AppEnvironment(app: "chat", environment: .production)
        let told = bench.events.withLock { events in
            events.count { $0 == .pushed(app, .tokenUnreadable) }
        }
        // Each message is looked at once a minute.
        #expect((4...6).contains(told))
    }

    @Test func `a message that was not sent does not open a lane that waits for credentials`()
        async throws
    {
        let bench = try Bench()
        bench.transport.script { count in count == 1 ? .credentials : .accept }
        let wrong = try await bench.endpoint(token: [7])
        let good = try await bench.endpoint()
        try await bench.post(1, to: good)
        try await working(bench) { _ in
            try await bench.pass {
                try await bench.contents.lanes[LaneID(1)]?.cause == .credentials
            }
            try await bench.store.write { try $0.withdraw(OutboxID(1)) }
            try await bench.post(2, to: wrong)
            try await bench.post(3, to: good, size: 3600)
            try await bench.pass {
                let contents = try await bench.contents
                return contents.deadLetters.map(\.reason) == [DeadLetter.tooLarge]
                    && contents.queue[OutboxID(2)]?.lane == LaneID.none
            }
            #expect(try await bench.contents.lanes[LaneID(1)]?.cause == .credentials)
            try await bench.post(4, to: good)
            try await bench.pass { try await bench.contents.lanes[LaneID(1)]?.cause == nil }
        }
        #expect(bench.transport.sent.count == 2)
    }

    @Test func `a paused lane sends one probe at a time, and opens when one succeeds`()
        async throws
    {
        let bench = try Bench()
        bench.transport.script { count in count <= 3 ? .unavailable : .accept }
        let endpoint = try await bench.endpoint()
        for number in 1...20 { try await bench.post(Int64(number), to: endpoint) }
        try await working(bench) { _ in try await bench.pass { try await bench.isEmpty } }
        let counts = Dictionary(grouping: bench.transport.sent, by: \.id).mapValues(\.count)
        #expect(counts.count == 20)
        // All of the first lease may have failed together; then only probes did.
        #expect(bench.transport.sent.count == 23)
        #expect(try await bench.contents.lanes[LaneID(1)]?.nextProbe == nil)
    }

    @Test func `after a fault of the service the messages wait as long as their lane`() async throws
    {
        let bench = try Bench()
        bench.transport.script { count in count <= 10 ? .unavailable : .accept }
        let endpoint = try await bench.endpoint()
        for number in 1...10 { try await bench.post(Int64(number), to: endpoint) }
        try await working(bench) { _ in
            let start = bench.store.time
            try await bench.pass { try await bench.isEmpty }
            // One pause of a second, and the time in which a worker looks.
            #expect(bench.store.time < start + .seconds(5))
        }
    }

    @Test(.rules("C-58"))
    func `a damaged row takes no other message with it, and is not pushed again`() async throws {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        let damaged = try await bench.endpoint()
        for number in 1...5 {
            try await bench.post(Int64(number), to: number == 3 ? damaged : endpoint)
        }
        try await bench.store.damage(damaged.device)
        try await working(bench) { worker in
            try await bench.pass { try await bench.contents.queue.count == 1 }
            for _ in 0..<60 { await bench.pass(.seconds(1)) }
            #expect(try await bench.contents.queue[OutboxID(3)]?.lease != nil)
        }
        #expect(bench.transport.sent.count == 5)
        #expect(bench.events.withLock { $0.contains(.abandoned(OutboxID(3))) })
    }

    @Test(.rules("C-67"))
    func `a lease whose answer was lost returns with the next renewal, and is pushed once`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        try await bench.post(1, to: endpoint)
        bench.store.loseAnswer(of: .lease)
        try await working(bench) { _ in
            try await bench.pass { try await bench.contents.queue[OutboxID(1)]?.lease != nil }
            for _ in 0..<50 { await bench.pass(.milliseconds(100)) }
            #expect(bench.transport.sent.isEmpty)
            try await bench.pass { try await bench.isEmpty }
        }
        #expect(bench.transport.sent.count == 1)
        #expect(bench.events.withLock { $0.contains(.storeFailed(.unavailable)) })
    }

    @Test(.rules("C-67"))
    func `a settlement that was written and not answered changes nothing when it is repeated`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        try await bench.post(1, to: endpoint)
        try await bench.post(2, to: endpoint)
        bench.store.loseAnswer(of: .settlement)
        try await working(bench) { _ in
            try await bench.pass { try await bench.isEmpty }
            for _ in 0..<60 { await bench.pass(.seconds(1)) }
        }
        #expect(bench.transport.sent.count == 2)
        #expect(bench.events.withLock { $0.contains(.storeFailed(.unavailable)) })
    }

    @Test(.rules("C-53 C-67"))
    func
        `a message that returned by a settlement without an answer is not pushed before the repeat`()
        async throws
    {
        let (bench, _) = try await Bench.withHeldMessage()
        bench.store.loseAnswer(of: .settlement)
        try await working(bench) { _ in
            try await bench.pass { bench.transport.heldCount == 1 }
            // It ends as if it was never tried.
            bench.transport.release(.hold)
            try await bench.pass { bench.transport.heldCount == 1 }
            // The lease under which it is pushed now stays, whatever is repeated.
            for _ in 0..<50 { await bench.pass(.milliseconds(100)) }
            #expect(try await bench.contents.queue[OutboxID(1)]?.lease != nil)
            #expect(bench.transport.sent.count == 2)
            bench.transport.release(.accept)
            try await bench.pass { try await bench.isEmpty }
        }
        #expect(bench.transport.sent.count == 2)
    }

    @Test func `a message that expired is not pushed, and is deleted by the second look`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        try await bench.post(1, to: endpoint, lifetime: .until(.seconds(10)))
        bench.store.advance(by: .seconds(11))
        try await working(bench) { _ in
            for _ in 0..<800 { await bench.pass(.seconds(1)) }
            #expect(try await bench.contents.queue.count == 1)
            try await bench.pass(.seconds(1)) { try await bench.isEmpty }
        }
        #expect(bench.transport.sent.isEmpty)
    }

    @Test(.rules("C-55"), arguments: [100, 86_400])
    func `a clock that is set forward returns no message that is under way`(_ step: Int)
        async throws
    {
        let bench = try Bench()
        bench.transport.script { _ in .hold }
        let endpoint = try await bench.endpoint()
        try await bench.post(1, to: endpoint, lifetime: .until(.hours(72)))
        try await working(bench) { _ in
            try await bench.pass { bench.transport.heldCount == 1 }
            let worker = try #require(try await bench.contents.queue[OutboxID(1)]?.lease)
            for _ in 0..<2 { await bench.pass(.seconds(5)) }
            try await working(bench) { _ in
                for _ in 0..<11 { await bench.pass(.seconds(5)) }
                // The other worker sweeps in 5 seconds, before this one renews.
                bench.store.advance(by: .seconds(step))
                for _ in 0..<40 { await bench.pass(.seconds(5)) }
                #expect(try await bench.contents.queue[OutboxID(1)]?.lease == worker)
                bench.transport.release(.accept)
                try await bench.pass { try await bench.isEmpty }
            }
        }
        #expect(bench.transport.sent.count == 1)
    }

    @Test(arguments: [0, -100, -3 * 86_400])
    func `the messages of a dead worker return, also after the clock was set back`(_ step: Int)
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        try await bench.post(1, to: endpoint)
        let dead = WorkerID()
        try await bench.store.write { try $0.enroll(dead) }
        let partition = try #require(try await bench.store.read { try $0.due() }.first)
        let request = LeaseRequest(worker: dead, partition: partition, limit: 1)
        #expect(try await bench.store.write { try $0.lease(request) }.count == 1)
        bench.store.advance(by: .seconds(step))
        try await working(bench) { _ in
            for _ in 0..<80 { await bench.pass(.seconds(4)) }
            let isEmpty = try await bench.isEmpty
            #expect(isEmpty)
        }
        #expect(bench.transport.sent.count == 1)
    }

    @Test(.rules("C-55 C-104"))
    func `a clock set forward for a moment costs no device, no message, no box and no memory`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        let pushed = try await bench.post(1, to: endpoint)
        let drop = try await bench.leaveDrop(of: endpoint.device, for: .seconds(90_000))
        try await working(bench) { _ in
            try await bench.pass { try await bench.isEmpty }
            _ = try await bench.store.write {
                try $0.change(endpoint.device) { device, now in
                    device.noteRefusal(of: .first, deadSince: .latest, leased: now, at: now)
                }
            }
            try await bench.post(2, to: endpoint)
            for _ in 0..<20 { await bench.pass(.seconds(60)) }
            bench.store.advance(by: .seconds(15 * 86_400))
            for _ in 0..<3 { await bench.pass(.seconds(60)) }
            bench.store.advance(by: .seconds(-15 * 86_400))
            for _ in 0..<40 { await bench.pass(.seconds(60)) }
        }
        #expect(try await bench.contents.devices[endpoint.device]?.state.takesMessages == true)
        #expect(try await Array(bench.contents.queue.keys) == [OutboxID(2)])
        #expect(try await bench.store.accept([pushed]) == [.repeated(OutboxID(1))])
        #expect(try await bench.store.boxes(of: [drop.digest]) == [drop.box])
    }

    @Test(.rules("C-104"))
    func `a box is there until its time is over by two looks, and its drop is not forgotten then`()
        async throws
    {
        let bench = try Bench()
        let endpoint = try await bench.endpoint()
        let drop = try await bench.leaveDrop(of: endpoint.device, for: .seconds(60))
        bench.store.advance(by: .seconds(61))
        try await working(bench) { _ in
            for _ in 0..<800 { await bench.pass(.seconds(1)) }
            #expect(try await bench.store.boxes(of: [drop.digest]) == [drop.box])
            try await bench.pass(.seconds(1)) {
                try await bench.store.boxes(of: [drop.digest]).allSatisfy { $0 == nil }
            }
            // Its id is not free again for a day.
            #expect(try await bench.store.write { try $0.leave(drop) } == .answered)
            bench.store.advance(by: Drop.memory)
            try await bench.pass(.seconds(60)) {
                try await bench.store.write { try $0.leave(drop) } == .kept
            }
        }
    }
}

struct PushRouteTests {
    @Test(arguments: [
        (Placeholder.text(body: ""), OuterPayloadError.emptyPlaceholder),
        (
            .text(body: String(repeating: "x", count: 300)),
            .placeholderTooLarge(needed: 372, available: 256)
        ),
    ])
    func `a placeholder with which no message can be sent is refused at once`(
        _ placeholder: Placeholder,
        _ error: OuterPayloadError
    ) {
        #expect(throws: error) {
            try PushRoute(topic: "com.example.chat", placeholder: placeholder) { _ in .accepted }
        }
    }
}
