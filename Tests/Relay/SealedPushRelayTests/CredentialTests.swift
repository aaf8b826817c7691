// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct CredentialTests {
    private let sample = SampleDevice()
    private let now = SampleDevice.now

    private func challenge(
        to device: RelayDevice,
        at origin: WebOrigin = SampleDevice.origin,
        key: UInt8 = 5
    ) -> CredentialChallenge {
        let key = SecretBytes(copying: [UInt8](repeating: key, count: 32).span)
        return CredentialChallenge(to: device, at: origin, key: key, now: now)
    }

    private func known(
        _ proof: DeviceIdentity.PossessionProof,
        of device: RelayDevice,
        at moment: Timestamp = SampleDevice.now
    ) -> CredentialChallenge? {
        let key = SecretBytes(copying: [UInt8](repeating: 5, count: 32).span)
        return CredentialChallenge(
            answeredBy: proof,
            of: device,
            at: SampleDevice.origin,
            key: key,
            now: moment
        )
    }

    private func proof(
        _ challenge: CredentialChallenge,
        of signer: SampleDevice? = nil
    ) -> DeviceIdentity.PossessionProof {
        DeviceIdentity.PossessionProof(
            signing: (signer ?? sample).key,
            answering: challenge.asked
        )
    }

    @Test(.rules("V-19 C-60"))
    func `a device that proves its identity gets a new credential, once`() throws {
        var device = try sample.active()
        let proof = proof(challenge(to: device))
        let answered = try #require(known(proof, of: device))
        let new = Capability().digest
        let isReplaced = device.replaceCredential(
            by: new,
            proof,
            answering: answered
        )
        #expect(isReplaced)
        #expect(device.credential == new)
        #expect(known(proof, of: device) == nil)
        let again = device.replaceCredential(
            by: Capability().digest,
            proof,
            answering: answered
        )
        #expect(!again)
        #expect(device.credential == new)
    }

    @Test(.rules("V-19"))
    func `a challenge is valid for ten minutes at least and twenty at most`() throws {
        let device = try sample.active()
        let proof = proof(challenge(to: device))
        func isKnown(_ moment: Timestamp) -> Bool { known(proof, of: device, at: moment) != nil }
        #expect(isKnown(now + .seconds(600)))
        #expect(!isKnown(now + .seconds(1200)))
        #expect(!isKnown(now + .seconds(-600)))
    }

    @Test(.rules("V-19 C-35")) func `a challenge of another relay or device is not known`() throws {
        let device = try sample.active()
        let stranger = try SampleDevice().active()
        for challenge in [challenge(to: device, key: 6), challenge(to: stranger)] {
            let proof = proof(challenge)
            #expect(known(proof, of: device) == nil)
        }
    }

    @Test(.rules("V-24 C-35"))
    func `a proof of another device, for another relay or of an ended device is refused`() throws {
        var device = try sample.active()
        let old = device.credential
        let challenge = challenge(to: device)
        func isReplaced(_ proof: DeviceIdentity.PossessionProof) -> Bool {
            device.replaceCredential(
                by: Capability().digest,
                proof,
                answering: challenge
            )
        }
        let thief = proof(challenge, of: SampleDevice())
        let origin = try #require(WebOrigin("https://other.example".utf8))
        let elsewhere = proof(self.challenge(to: device, at: origin))
        let mine = proof(challenge)
        for proof in [thief, elsewhere] { #expect(!isReplaced(proof)) }
        device.retire(at: now)
        #expect(!isReplaced(mine))
        #expect(device.credential == old)
    }

    @Test(.rules("C-60")) func `a store keeps the new credential`() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteRelayStore(path: folder.path("relay.sqlite")) { SampleDevice.now }
        let device = try sample.active()
        try await store.write { [device] in try $0.add(device, nil) }
        let challenge = challenge(to: device)
        let proof = proof(challenge)
        let new = Capability().digest
        let isReplaced = try await store.write {
            try $0.change(device.id) { device, _ in
                device.replaceCredential(
                    by: new,
                    proof,
                    answering: challenge
                )
            }
        }
        #expect(isReplaced == true)
        #expect(try await store.read { try $0.device(device.id) }?.credential == new)
    }
}
