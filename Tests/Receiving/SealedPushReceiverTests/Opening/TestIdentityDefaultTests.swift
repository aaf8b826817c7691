// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

struct TestIdentityDefaultTests {
    @Test func `a message of a published test identity opens only if a test accepts it`()
        async throws
    {
        let phone = try Phone()
        let file = try JSONDocument(reading: Repository.read("keys/server-1.json")).root
        let seed = try #require(file["identity"]?["seed"]?.string.flatMap(Hex.decode))
        let sender = try SenderKeys(
            signingKey: SigningKey(seed: SecretBytes(copying: seed.span)),
            secret: SecretBytes(randomCount: SenderKeys.secretCount)
        )
        let topic = try #require(Topic("com.example.app"))
        let stranger = Sender(keys: sender, memory: TransientSenderMemory())
        let sealed = try await stranger.seal(
            stranger.prepare(Array(#"{"aps":{"alert":"Hi"}}"#.utf8), now: Phone.now),
            for: SealingTarget(
                phone.keys.bundle(oneTime: 0, at: Phone.now),
                recipient: .untracked,
                topic: topic
            ),
            now: Phone.now
        )
        let refused = try NotificationReceiver(store: phone.store)
            .receive(sealed.payload, now: Phone.now)
        #expect(refused.outcome == .failed(.refused(.senderNotAccepted)))
        #expect(refused.message == nil)
        // Nothing was claimed, so it is new now.
        let accepted = try NotificationReceiver(store: phone.store, acceptsTestIdentities: true)
            .receive(sealed.payload, now: Phone.now)
        #expect(accepted.outcome == .opened)
    }
}
