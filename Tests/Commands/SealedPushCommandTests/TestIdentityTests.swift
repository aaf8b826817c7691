// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
import TestSupport
import Testing

struct TestIdentityTests {
    /// The published sender, whose private key everybody has.
    private func sender() throws -> SenderKeys {
        let file = try JSONDocument(reading: Repository.read("keys/server-1.json")).root
        let seed = try #require(file["identity"]?["seed"]?.string.flatMap(Hex.decode))
        let key = try SigningKey(seed: SecretBytes(copying: seed.span))
        return try SenderKeys(
            signingKey: key,
            secret: SecretBytes(randomCount: SenderKeys.secretCount)
        )
    }

    @Test(.rules("D-3 D-4"))
    func `what a published test identity signed opens on demand only`() async throws {
        let place = Workplace()
        try place.make("phone")
        let sealer = Sender(keys: try sender(), memory: TransientSenderMemory())
        let sealed = try await sealer.seal(
            sealer.prepare(
                Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
                now: TimeOfTest.now
            ),
            for: SealingTarget(
                DeviceBundle(text: place.text("phone.bundle")),
                recipient: .untracked,
                topic: try #require(Topic(Workplace.topic))
            ),
            now: TimeOfTest.now
        )
        try place.write(sealed.payload, to: "sealed")
        let refused = try place.open()
        #expect(refused.status == 7)
        #expect(try refused.string("error") == "senderNotAccepted")
        let run = try place.succeed("sealedpush-lab", "run", "--store", "@phone", "@sealed")
        #expect(!run.text.contains("| Hi"))
        // Nothing was claimed, so it is new now.
        let opened = try place.open("sealed", "--insecure-test-keys")
        #expect(try opened.string("status") == "opened")
    }
}
