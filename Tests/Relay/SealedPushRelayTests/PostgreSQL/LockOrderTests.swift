// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PostgreSQLServer
import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct LockOrderTests {
    @Test func `a renewal locks devices in their order, whatever the order of the messages`()
        async throws
    {
        let address = try await PostgreSQLServer.sharedDatabase()
        try await PostgreSQLRelayStore.with(address) { store in
            let made = [try await store.newEndpoint(), try await store.newEndpoint()]
            let endpoints = made.sorted { $0.device.number < $1.device.number }
            let (low, high) = (endpoints[0], endpoints[1])
            let messages = [try Submission(1, to: high), try Submission(2, to: low)]
            #expect(try await store.accept(messages) == [.queued, .queued])
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            for partition in try await store.read({ try $0.due() }) {
                let request = LeaseRequest(worker: worker, partition: partition, limit: 2)
                _ = try await store.write { try $0.lease(request) }
            }
            let lock = "SELECT id FROM device WHERE id = ? FOR NO KEY UPDATE"
            let renewal = DispatchSemaphore(value: 0)
            let (locked, isLocked) = AsyncStream<Void>.makeStream()
            let other = Task {
                try await store.write { transaction in
                    _ = try transaction.rows(lock, low.device)
                    isLocked.finish()
                    // It blocks the connection's own thread.
                    renewal.wait()
                    _ = try transaction.rows("\(lock) NOWAIT", high.device)
                }
            }
            for await _ in locked {}
            let renewed = Task { try await store.write { try $0.renew(worker, holding: []) } }
            let blocked = """
                SELECT count(*) AS number FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            while try await store.number(blocked) == 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            renewal.signal()
            try await other.value
            #expect(try await renewed.value)
            let waiting = "SELECT count(*) AS number FROM queue WHERE lease IS NULL"
            #expect(try await store.number(waiting) == 2)
        }
    }
}

struct TakeoverRaceTests {
    @Test func `PostgreSQL does what the text says of several devices of one token`() async throws {
        let address = try await PostgreSQLServer.sharedDatabase()
        let time = SharedTime()
        let clock: @Sendable () -> Timestamp = { time.now }
        try await PostgreSQLRelayStore.with(address, clock: clock) { store in
            let chains = try TakeoverChains(ModelChains.of("tokens.py", count: 50))
            let fault = try await chains.fault(of: store, time)
            #expect(fault == nil, "seed \(ModelChains.seed)")
        }
    }

    @Test func `an activation reads and stops 16 devices at most, which had the token longest`()
        async throws
    {
        let address = try await PostgreSQLServer.sharedDatabase()
        let time = SharedTime()
        let clock: @Sendable () -> Timestamp = { time.now }
        try await PostgreSQLRelayStore.with(address, clock: clock) { store in
            let token = SampleDevice().fingerprint("gathered")
            var devices: [DeviceID] = []
            for _ in 0..<20 {
                let device = try await registered(SampleDevice(), token, in: store)
                _ = try await store.write { try $0.activate(device.id, by: device.answer) }
                devices.append(device.id)
                time.now = time.now + .seconds(1)
            }
            try await store.write { try $0.run("UPDATE device SET state = 'active'") }
            let phone = try await registered(SampleDevice(), token, in: store)
            _ = try await store.write { try $0.activate(phone.id, by: phone.answer) }
            var active: [DeviceID] = []
            for id in devices where try await store.read({ try $0.device(id) })?.state == .active {
                active.append(id)
            }
            #expect(active == Array(devices.suffix(4)))
            #expect(try await store.read { try $0.device(phone.id) }?.state == .active)
        }
    }

    /// A registered device, and the answer to its code.
    private func registered(
        _ owner: SampleDevice,
        _ token: TokenFingerprint,
        in store: PostgreSQLRelayStore
    ) async throws -> (id: DeviceID, answer: ActivationAnswer) {
        let now = try await store.now()
        var device = RelayDevice(
            registering: DeviceID(),
            app: owner.app,
            identity: owner.identity,
            credential: Capability().digest,
            token: token,
            sealed: { [UInt8($0.number)] },
            at: now
        )
        let code = Capability()
        try device.issueCode(code, origin: SampleDevice.origin, at: now)
        try await store.write { [device] in try $0.add(device, nil) }
        let proof = try owner.proof(of: code, for: device.id)
        return (device.id, ActivationAnswer(proof, origin: SampleDevice.origin))
    }

    @Test(arguments: [true, false])
    func `two activations of one token at once count one after the other`(
        _ isOneIdentity: Bool
    ) async throws {
        let address = try await PostgreSQLServer.sharedDatabase()
        try await PostgreSQLRelayStore.with(address) { first in
            try await PostgreSQLRelayStore.with(address) { second in
                for number in 0..<20 {
                    let owner = SampleDevice()
                    let other = isOneIdentity ? owner : SampleDevice()
                    let token = owner.fingerprint("token \(number)")
                    let devices = [
                        try await registered(owner, token, in: first),
                        try await registered(other, token, in: first),
                    ]
                    async let a = first.write {
                        try $0.activate(devices[0].id, by: devices[0].answer)
                    }
                    async let b = second.write {
                        try $0.activate(devices[1].id, by: devices[1].answer)
                    }
                    let recalls = try await [a?.get(), b?.get()].map { $0?.map(\.device.id) ?? [] }
                    var states: [String] = []
                    for device in devices {
                        states.append(
                            try await first.read { try $0.device(device.id) }?.state.stored.word
                                ?? ""
                        )
                    }
                    if isOneIdentity {
                        #expect(states.sorted() == ["active", "replaced"])
                        #expect(recalls == [[], []])
                    } else {
                        #expect(states.sorted() == ["active", "unreachable"])
                        let lost = devices[states[0] == "active" ? 1 : 0].id
                        #expect(recalls.flatMap(\.self) == [lost])
                    }
                }
            }
        }
    }
}
