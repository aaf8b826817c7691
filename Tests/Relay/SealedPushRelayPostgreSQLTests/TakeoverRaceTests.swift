// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

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
