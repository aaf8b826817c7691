// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

struct SQLiteRelayStoreTests {
    private func withFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.appending(path: "relay.sqlite").path)
    }

    private func store(
        _ path: String,
        limits: RelayLimits = RelayLimits(),
        at time: SharedTime = SharedTime()
    ) throws -> SQLiteRelayStore {
        try SQLiteRelayStore(path: path, limits: limits) { time.now }
    }

    /// A store with an active device and an endpoint of it.
    private func withDevice(in store: SQLiteRelayStore) async throws -> Endpoint {
        let device = try SampleDevice().active()
        try await store.write { try $0.add(device, nil) }
        return try await newEndpoint(of: device.id, in: store)
    }

    private func newEndpoint(
        of device: DeviceID,
        in store: SQLiteRelayStore
    ) async throws -> Endpoint {
        let endpoint = Endpoint(
            id: EndpointID(),
            device: device,
            digest: Capability().digest,
            sender: .anyone
        )
        #expect(try await store.write { try $0.add(endpoint) })
        return endpoint
    }

    private func submission(
        _ number: Int64,
        to endpoint: Endpoint,
        lifetime: DeliveryOptions.Lifetime = .until(.seconds(600)),
        topic: String? = nil
    ) throws -> Submission {
        Submission(
            id: OutboxID(number),
            endpoint: endpoint.id,
            envelope: try Envelope(reading: [1] + Randomness.bytes(1399)),
            options: DeliveryOptions(lifetime: lifetime, topic: topic)
        )
    }

    @Test func `one process works on a database`() async throws {
        try await withFile { path in
            let first = try store(path)
            #expect(throws: ServerStoreError.inUse) { try store(path) }
            withExtendedLifetime(first) {}
        }
    }

    @Test func `a database is free as soon as its store was let go`() async throws {
        try await withFile { path in
            for _ in 0..<300 {
                let store = try store(path)
                try await store.write { try $0.enroll(WorkerID()) }
            }
        }
    }

    @Test func `a start returns to the queue what a killed process held`() async throws {
        try await withFile { path in
            let partition: OutboxPartition
            do {
                let killed = try store(path)
                let endpoint = try await withDevice(in: killed)
                let worker = WorkerID()
                try await killed.write { try $0.enroll(worker) }
                #expect(try await killed.accept([submission(1, to: endpoint)]) == [.queued])
                partition = try #require(try await killed.read { try $0.due() }.first)
                let request = LeaseRequest(worker: worker, partition: partition, limit: 5)
                #expect(try await killed.write { try $0.lease(request) }.count == 1)
                #expect(try await killed.read { try $0.due() } == [])
            }
            let due = try await store(path).read { try $0.due() }
            #expect(due == [partition])
        }
    }

    @Test func `a message with TTL 0 does not return from a worker that died`() async throws {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            let messages = [
                try submission(1, to: endpoint, lifetime: .once), try submission(2, to: endpoint),
            ]
            #expect(try await store.accept(messages) == [.queued, .queued])
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            let partition = try #require(try await store.read { try $0.due() }.first)
            let request = LeaseRequest(worker: worker, partition: partition, limit: 5)
            #expect(try await store.write { try $0.lease(request) }.count == 2)
            try await store.write { try $0.leave(worker) }
            try await store.write { try $0.enroll(worker) }
            #expect(
                try await store.write { try $0.lease(request) }.map(\.message.id) == [OutboxID(2)]
            )
        }
    }

    @Test func `what was accepted is there after the database is opened again`() async throws {
        try await withFile { path in
            let message: Submission
            do {
                let first = try store(path)
                let endpoint = try await withDevice(in: first)
                message = try submission(1, to: endpoint)
                #expect(try await first.accept([message]) == [.queued])
                #expect(try await first.write { try $0.reserveIDs() } == 1...4096)
            }
            let second = try store(path)
            #expect(try await second.accept([message]) == [.repeated(OutboxID(1))])
            #expect(try await second.write { try $0.reserveIDs() } == 4097...8192)
        }
    }

    @Test func `a sweep without a confirmed moment ends no device and forgets nothing`()
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            let endpoint = try await withDevice(in: store)
            let message = try submission(1, to: endpoint)
            #expect(try await store.accept([message]) == [.queued])
            _ = try await store.write {
                try $0.change(endpoint.device) { device, now in
                    device.noteRefusal(of: .first, deadSince: .latest, leased: now, at: now)
                }
            }
            time.now = SampleDevice.now + .seconds(15 * 86_400)
            try await store.sweep(lapsedBefore: nil, expiredBefore: nil)
            time.now = SampleDevice.now
            #expect(
                try await store.read { try $0.device(endpoint.device) }?.state.takesMessages == true
            )
            #expect(try await store.accept([message]) == [.repeated(OutboxID(1))])
            try await store.sweep(
                lapsedBefore: nil,
                expiredBefore: SampleDevice.now + .seconds(15 * 86_400)
            )
            #expect(try await store.read { try $0.device(endpoint.device) }?.state.ended != nil)
        }
    }

    @Test func `a sweep without a confirmed moment probes no doubtful device`() async throws {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            let endpoint = try await withDevice(in: store)
            _ = try await store.write {
                try $0.change(endpoint.device) { device, now in
                    device.noteRefusal(of: .first, deadSince: nil, leased: now, at: now)
                }
            }
            let day = SampleDevice.now + .seconds(86_400)
            time.now = day
            #expect(try await store.accept([submission(1, to: endpoint)]) == [.queued])
            // An app's lane comes with the first message to an active device of it.
            let other = try await withDevice(in: store)
            #expect(try await store.accept([submission(2, to: other)]) == [.queued])
            try await store.write { try $0.withdraw(OutboxID(2)) }
            try await store.sweep(lapsedBefore: day, expiredBefore: nil)
            #expect(try await store.read { try $0.due() } == [])
            try await store.sweep(lapsedBefore: day, expiredBefore: day)
            #expect(try await store.read { try $0.due() }.count == 1)
        }
    }

    @Test func `a clock that is set forward by a day lets no envelope be posted again`()
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            let endpoint = try await withDevice(in: store)
            let message = try submission(1, to: endpoint)
            #expect(try await store.accept([message]) == [.queued])
            time.now = time.now + .seconds(2 * 86_400)
            #expect(try await store.accept([message]) == [.repeated(OutboxID(1))])
        }
    }

    @Test
    func
        `what was accepted by a clock that is set back by days does not count for the daily limit`()
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            var limits = RelayLimits()
            limits.acceptedPerDay = 2
            let store = try store(path, limits: limits, at: time)
            let endpoint = try await withDevice(in: store)
            let messages = try (1...5).map { try submission($0, to: endpoint) }
            #expect(try await store.accept(Array(messages[0..<2])) == [.queued, .queued])
            // An hour changes nothing.
            time.now = time.now + .seconds(-3600)
            #expect(try await store.accept([messages[2]]) == [.limited(.accepted)])
            time.now = time.now + .seconds(-3 * 86_400)
            let answers = try await store.accept(Array(messages[2..<5]))
            #expect(answers == [.queued, .queued, .limited(.accepted)])
        }
    }

    @Test(arguments: [
        "CREATE TABLE mail (id INTEGER)",
        "PRAGMA application_id = 7; CREATE TABLE queue (id INTEGER)",
    ])
    func `a database of another program is refused and not changed`(_ sql: String) async throws {
        try await withFile { path in
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: sql) }
            try queue.close()
            #expect(throws: ServerStoreError.foreign) { try store(path) }
            let after = try DatabaseQueue(path: path)
            let tables = try await after.read {
                try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema")
            }
            #expect(tables.count == 1)
            let mode = try await after.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
            #expect(mode == "delete")
        }
    }

    @Test func `a database of a later version is refused`() async throws {
        try await withFile { path in
            _ = try store(path)
            let queue = try DatabaseQueue(path: path)
            try await queue.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')")
            }
            try queue.close()
            #expect(throws: ServerStoreError.foreign) { try store(path) }
        }
    }

    @Test func `a row that cannot be read is damaged, and others are read`() async throws {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            let other = try await withDevice(in: store)
            try await store.write { transaction in
                try transaction.run(
                    "UPDATE device SET state = 'asleep' WHERE id = ?",
                    endpoint.device.number
                )
            }
            await #expect(throws: ServerStoreError.damaged) {
                try await store.read { try $0.device(endpoint.device) }
            }
            await #expect(throws: ServerStoreError.damaged) {
                try await store.accept([submission(1, to: endpoint)])
            }
            #expect(try await store.accept([submission(2, to: other)]) == [.queued])
        }
    }

    @Test(arguments: [
        "UPDATE queue SET push_id = x'01' WHERE id = 1",
        "UPDATE device SET fingerprint = x'01' WHERE id = (SELECT device FROM queue WHERE id = 1)",
        "DELETE FROM device WHERE id = (SELECT device FROM queue WHERE id = 1)",
        "DELETE FROM body WHERE id = 1",
    ])
    func `a message that cannot be read does not keep others from being leased`(_ sql: String)
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            let endpoints = [try await withDevice(in: store), try await withDevice(in: store)]
            for (index, endpoint) in endpoints.enumerated() {
                let message = try submission(Int64(index + 1), to: endpoint)
                #expect(try await store.accept([message]) == [.queued])
            }
            let partition = try #require(try await store.read { try $0.due() }.first)
            try await store.write { try $0.run(sql) }
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
            #expect(try await store.write { try $0.lease(request) }.isEmpty)
            #expect(
                try await store.write { try $0.lease(request) }.map(\.message.id) == [OutboxID(2)]
            )
            #expect(try await store.read { try $0.due() } == [])
            // It is looked at again later.
            time.now = time.now + .seconds(1200)
            #expect(try await store.read { try $0.due() } == [partition])
        }
    }

    @Test
    func `a device that cannot be read keeps no other from aging, and no message from its lane`()
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            var devices: [RelayDevice] = []
            for _ in 0..<3 {
                let device = SampleDevice().registered()
                try await store.write { try $0.add(device, nil) }
                devices.append(device)
            }
            let damaged = try #require(devices.map(\.id).min { $0.number < $1.number })
            let waiting = try await withDevice(in: store)
            let message = try submission(1, to: waiting, lifetime: .until(.seconds(9000)))
            #expect(try await store.accept([message]) == [.queued])
            try await store.write { transaction in
                try transaction.run("UPDATE device SET codes = x'01' WHERE id = ?", damaged)
                try transaction.run("UPDATE queue SET lane = 0")
            }
            time.now = time.now + .seconds(300)
            await #expect(throws: ServerStoreError.damaged) {
                try await store.sweep(
                    lapsedBefore: nil,
                    expiredBefore: SampleDevice.now + .seconds(7200)
                )
            }
            #expect(try await store.read { try $0.devices(after: nil, limit: 9) }.count == 2)
            #expect(try await store.read { try $0.due() }.count == 1)
        }
    }

    @Test func `an accepted message is deleted though its device cannot be read any more`()
        async throws
    {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            #expect(try await store.accept([submission(1, to: endpoint)]) == [.queued])
            let partition = try #require(try await store.read { try $0.due() }.first)
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
            let lease = try #require(try await store.write { try $0.lease(request) }.first)
            try await store.write { try $0.run("UPDATE device SET codes = x'01'") }
            try await store.write(.settlement) {
                try $0.settle([Attempt(lease, .accepted)], by: worker)
            }
            let count = try await store.read {
                try $0.number("SELECT count(*) AS number FROM queue")
            }
            #expect(count == 0)
        }
    }

    @Test func `a stock with a prekey that the device revokes is given out no more`() async throws {
        try await withFile { path in
            let store = try store(path)
            let sample = SampleDevice()
            let device = try sample.active()
            func bundle(epoch: UInt32, minimum: UInt32) throws -> [UInt8] {
                let record = try sample.record(.reusable, epoch: epoch, minimumEpoch: minimum)
                return try DeviceBundle(device: sample.identity, records: [record]).bytes
            }
            let published = try PublishedPrekeys(
                publishing: bundle(epoch: 1, minimum: 0),
                of: sample.identity,
                at: SampleDevice.now
            )
            try await store.write { try $0.add(device, published) }
            let endpoint = try await newEndpoint(of: device.id, in: store)
            let records = try [1, 2, 2].map { try sample.record(.oneTime, epoch: $0).bytes }
            let stock = try PrekeyStock(
                reading: records.flatMap(\.self),
                of: sample.identity,
                minimumEpoch: 0,
                at: SampleDevice.now
            )
            try await store.write { try $0.replaceStock(of: device.id, by: stock) }
            for minimum: UInt32 in [1, 2] {
                let next = try bundle(epoch: minimum + 1, minimum: minimum)
                let identity = sample.identity
                _ = try await store.write {
                    try $0.changePrekeys(of: device.id) { prekeys, now in
                        try? prekeys.publish(next, of: identity, at: now)
                    }
                }
                #expect(
                    try await (store.write { try $0.claim(for: endpoint.id) } != nil)
                        == (minimum == 1)
                )
            }
        }
    }

    @Test func `a lane that cannot be read leaves the others`() async throws {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            #expect(try await store.accept([submission(1, to: endpoint)]) == [.queued])
            try await store.write {
                try $0.run("INSERT INTO lane VALUES (2, 'chat', 'moon', 0, 0, NULL, NULL)")
            }
            #expect(try await Array(store.read { try $0.lanes() }.keys) == [LaneID(1)])
        }
    }

    @Test func `a sweep ends with its task`() async throws {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, at: time)
            for _ in 0..<5 {
                try await store.write { try $0.add(SampleDevice().registered(), nil) }
            }
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await store.sweep(
                    lapsedBefore: nil,
                    expiredBefore: SampleDevice.now + .seconds(7200)
                )
            }
            task.cancel()
            try await task.value
            #expect(try await store.read { try $0.devices(after: nil, limit: 9) }.count == 5)
        }
    }

    @Test func `a rotation of the token key passes over a device that cannot be read`()
        async throws
    {
        try await withFile { path in
            let store = try store(path)
            let keys = TokenKeyRing(current: 2, SecretBytes(randomCount: 32))
            var damaged: DeviceID?
            for _ in 0..<3 { damaged = try await withDevice(in: store).device }
            let id = try #require(damaged)
            try await store.write {
                try $0.run("UPDATE device SET state = 'asleep' WHERE id = ?", id)
                // Their token is of the current key.
                try $0.run("UPDATE device SET sealed = x'02' WHERE id <> ?", id)
            }
            let report = try await store.rekey(with: keys)
            #expect(report.failed == 1)
            #expect(report.changed == 0)
        }
    }

    @Test(arguments: [
        "UPDATE device SET version = 4294967295", "UPDATE device SET id = -9000000000000000000",
        "UPDATE stock SET next = 8000000000000000, count = 8000000000000001",
        "UPDATE stock SET next = -8000000000000000",
        "UPDATE queue SET attempts = 32767; UPDATE lane SET failures = 32767",
    ])
    func `no damaged number traps, whatever is asked`(_ sql: String) async throws {
        try await withFile { path in
            let store = try store(path)
            let sample = SampleDevice()
            let device = try sample.active()
            try await store.write { try $0.add(device, nil) }
            let endpoint = try await newEndpoint(of: device.id, in: store)
            let stock = try PrekeyStock(
                reading: sample.record(.oneTime).bytes,
                of: sample.identity,
                minimumEpoch: 0,
                at: SampleDevice.now
            )
            try await store.write { try $0.replaceStock(of: device.id, by: stock) }
            #expect(try await store.accept([submission(1, to: endpoint)]) == [.queued])
            let partition = try #require(try await store.read { try $0.due() }.first)
            try await store.write { transaction in
                try #require(transaction as? SQLiteTransaction).db.execute(sql: sql)
            }
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
            for lease in try await store.write({ try $0.lease(request) }) {
                try await store.write(.settlement) {
                    try $0.settle([Attempt(lease, .throttled(after: .seconds(1)))], by: worker)
                }
                try await store.write(.settlement) {
                    try $0.settle([Attempt(lease, .unavailable)], by: worker)
                }
            }
            let fingerprint = sample.fingerprint("second")
            _ = try? await store.write {
                try $0.change(device.id) { device, now in
                    _ = try? device.name(fingerprint, sealed: { _ in [] }, at: now)
                }
            }
            _ = try? await store.write { try $0.claim(for: endpoint.id) }
            for id in try await store.read({ try $0.devices(after: nil, limit: 9) }) {
                #expect(id == device.id)
            }
            try? await store.sweep(lapsedBefore: nil, expiredBefore: .latest)
        }
    }

    @Test func `a call that fails undoes nothing of the calls that share its commit`() async throws
    {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            let held = await HeldWriter(of: store)
            let message = try submission(1, to: endpoint)
            let failed = Task {
                try await store.write { transaction in
                    try transaction.run("DELETE FROM endpoint")
                    throw ServerStoreError.damaged
                }
            }
            let accepted = Task { try await store.accept([message]) }
            await held.letGo(after: 2)
            await #expect(throws: ServerStoreError.damaged) { try await failed.value }
            #expect(try await accepted.value == [.queued])
        }
    }

    @Test func `calls fail as long as the file is locked, and go on once it is free`() async throws
    {
        try await withFile { path in
            let store = try SQLiteRelayStore(path: path, busyLimit: .milliseconds(200)) {
                SampleDevice.now
            }
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let failures = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<5 {
                    group.addTask { (try? await store.write { try $0.reserveIDs() }) == nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == 5)
            try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
            #expect(try await store.write { try $0.reserveIDs() } == 1...4096)
        }
    }

    /// What holds bytes while it waits.
    enum Posted: CaseIterable {
        case message
        case stock
    }

    @Test(arguments: Posted.allCases)
    func `at most four megabytes of what is posted wait for a commit`(_ posted: Posted) async throws
    {
        try await withFile { path in
            let store = try store(path)
            let endpoint = try await withDevice(in: store)
            let sample = SampleDevice()
            let stock = try PrekeyStock(
                reading: (0..<100).flatMap { _ in try sample.record(.oneTime).bytes },
                of: sample.identity,
                minimumEpoch: 0,
                at: SampleDevice.now
            )
            @Sendable func post(_ number: Int64) async throws {
                switch posted {
                case .message: _ = try await store.accept([submission(number, to: endpoint)])
                case .stock:
                    try await store.write(.holding(bytes: stock.records.count)) {
                        try $0.replaceStock(of: endpoint.device, by: stock)
                    }
                }
            }
            let size =
                switch posted {
                case .message: try submission(1, to: endpoint).envelope.bytes.count
                case .stock: stock.records.count
                }
            let allowed = SharedCommitLimits().bytes / size
            let held = await HeldWriter(of: store)
            let answers = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<allowed + 50 {
                    group.addTask { (try? await post(Int64(number + 1))) != nil }
                }
                // Those beyond the limit are answered while the writer is held.
                var refused = 0
                while refused < 50, await group.next() == false { refused += 1 }
                await held.letGo(after: allowed)
                return await group.reduce(into: refused) { $0 += $1 ? 0 : 1 }
            }
            #expect(answers == 50)
        }
    }

    // Even seeds keep to one device and one topic, so that messages often replace one another.
    @Test(arguments: 1...20)
    func `a store on SQLite answers every random call as the model does`(_ seed: UInt64)
        async throws
    {
        try await withFile { path in
            let time = SharedTime()
            let store = try store(path, limits: RandomCalls.limits, at: time)
            let report = try await RandomCalls(store, shards: 1, isNarrow: seed.isMultiple(of: 2)) {
                time.now = $0
            }
            .run(1200, using: SeededGenerator(seed: seed))
            #expect(report.difference == nil)
            #expect(report.settled > 5, "hardly a message was sent")
        }
    }
}

/// Keeps the writer of a store busy, so that calls wait for the next commit.
///
/// It blocks the database's own thread; a thread of Swift's is never blocked, as there may be two.
private final class HeldWriter: Sendable {
    private let store: SQLiteRelayStore
    private let semaphore = DispatchSemaphore(value: 0)
    private let task: Task<Void, any Error>

    init(of store: SQLiteRelayStore) async {
        self.store = store
        let begun = Signal()
        let semaphore = semaphore
        task = Task {
            try await store.write { _ in
                begun.raise()
                semaphore.wait()
            }
        }
        await begun.wait()
    }

    /// Lets the writer go on when this many calls wait.
    func letGo(after count: Int) async {
        // Tests that yield without an end leave no thread to the others.
        while store.waitingCount < count { try? await Task.sleep(for: .milliseconds(1)) }
        semaphore.signal()
        _ = try? await task.value
    }
}
