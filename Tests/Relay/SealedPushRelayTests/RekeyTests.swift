// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

@Suite(.rules("C-88")) struct RekeyTests {
    private let token = [UInt8](repeating: 9, count: 32)

    private func device(_ keys: TokenKeyRing, in store: FaultyStore) async throws -> DeviceID {
        let owner = SampleDevice()
        let id = DeviceID()
        let device = RelayDevice(
            registering: id,
            app: owner.app,
            identity: owner.identity,
            credential: Capability().digest,
            token: owner.fingerprint("\(id)"),
            sealed: { version in
                keys.seal(token, for: TokenContext(device: id, app: owner.app, version: version))
            },
            at: SampleDevice.now
        )
        try await store.write { try $0.add(device, nil) }
        return id
    }

    /// The same key twice: a ring takes one.
    private func key(_ byte: UInt8) -> SecretBytes {
        SecretBytes(copying: [UInt8](repeating: byte, count: 32).span)
    }

    @Test func `after a rotation the new key alone opens every token`() async throws {
        let store = try FaultyStore()
        let old = TokenKeyRing(current: 1, key(1))
        var devices: [DeviceID] = []
        for _ in 0..<1100 { devices.append(try await device(old, in: store)) }
        let both = TokenKeyRing(current: 2, key(2)).adding(1, key(1))
        #expect(try await store.rekey(with: both).changed == 1100)
        let again = try await store.rekey(with: both)
        #expect(again == Rekeying())
        try await expectNewKeyOpens(devices, in: store)
    }

    @Test func `tokens that servers take meanwhile are encrypted again`() async throws {
        let store = try FaultyStore()
        let old = TokenKeyRing(current: 1, key(1))
        let both = TokenKeyRing(current: 2, key(2)).adding(1, key(1))
        var devices: [DeviceID] = []
        for _ in 0..<300 { devices.append(try await device(old, in: store)) }
        async let first = store.rekey(with: both)
        // One server has the new file already, and one does not.
        for _ in 0..<50 { devices.append(try await device(both, in: store)) }
        for _ in 0..<50 { devices.append(try await device(old, in: store)) }
        var changed = try await first.changed
        #expect(changed >= 300)
        while changed > 0 { changed = try await store.rekey(with: both).changed }
        try await expectNewKeyOpens(devices, in: store)
    }

    private func expectNewKeyOpens(_ devices: [DeviceID], in store: FaultyStore) async throws {
        let new = TokenKeyRing(current: 2, key(2))
        for id in devices {
            let device = try #require(try await store.read { try $0.device(id) })
            let candidate = try #require(device.candidate)
            let context = TokenContext(device: id, app: device.app, version: candidate.version)
            #expect(try new.open(candidate.sealed, for: context) == token)
        }
    }

    @Test func `a token that no key opens is counted and left as it is`() async throws {
        let store = try FaultyStore()
        let lost = try await device(TokenKeyRing(current: 7, key(7)), in: store)
        let known = try await device(TokenKeyRing(current: 1, key(1)), in: store)
        let before = try await store.read { try $0.device(lost) }
        let report = try await store.rekey(with: TokenKeyRing(current: 2, key(2)).adding(1, key(1)))
        #expect(report.changed == 1)
        #expect(report.failed == 1)
        #expect(try await store.read { try $0.device(lost) } == before)
        #expect(try await store.read { try $0.device(known) }?.candidate?.sealed.first == 2)
    }
}
