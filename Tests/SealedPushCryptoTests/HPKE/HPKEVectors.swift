// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

@Suite(.needsVectors)
struct HPKEVectors {
    /// One setting of RFC 9180's appendix A, or of draft-ietf-hpke-pq, which has fewer values between.
    struct Case: Decodable {
        struct Encryption: Decodable {
            let aad, ct, nonce, pt: Hex
        }
        struct Export: Decodable {
            let exporterContext, value: Hex
            let count: Int

            enum CodingKeys: String, CodingKey {
                case exporterContext = "exporter_context"
                case value = "exported_value"
                case count = "L"
            }
        }
        let mode: Int
        let kem, kdf, aead: UInt16
        let info, enc: Hex
        let senderMaterial, recipientMaterial: Hex
        let senderKey, senderPublicKey: Hex?
        let recipientKey, recipientPublicKey: Hex
        let sharedSecret: Hex
        let scheduleContext, secret: Hex?
        let key, baseNonce, exporterSecret: Hex?
        let encryptions: [Encryption]
        let exports: [Export]

        enum CodingKeys: String, CodingKey {
            case mode
            case kem = "kem_id"
            case kdf = "kdf_id"
            case aead = "aead_id"
            case info
            case enc
            case senderMaterial = "ikmE"
            case recipientMaterial = "ikmR"
            case senderKey = "skEm"
            case senderPublicKey = "pkEm"
            case recipientKey = "skRm"
            case recipientPublicKey = "pkRm"
            case sharedSecret = "shared_secret"
            case scheduleContext = "key_schedule_context"
            case secret
            case key
            case baseNonce = "base_nonce"
            case exporterSecret = "exporter_secret"
            case encryptions
            case exports
        }
    }

    /// The settings in mode Base of KEM 0x0020: AEAD 1, 2, 3 and export-only.
    ///
    /// The other modes and KEM 0x0010 are none of ours.
    static func cases() throws -> [Case] {
        let all = try Vectors.decode([Case].self, from: "hpke/rfc9180_subset.json")
        #expect(all.count == 32)
        let ours = all.filter { $0.mode == 0 && $0.kem == 0x0020 && $0.kdf == 0x0001 }
        #expect(ours.map(\.aead).sorted() == [0x0001, 0x0002, 0x0003, 0xFFFF])
        return ours
    }

    /// Before the schedule the AEAD plays no part, so this runs for AES-256-GCM, too.
    @Test func `RFC 9180, key pairs and shared secrets`() throws {
        var arena = SecretArena()
        for vector in try Self.cases() {
            for (material, privateKey, publicKey) in [
                (vector.senderMaterial, vector.senderKey, vector.senderPublicKey),
                (vector.recipientMaterial, vector.recipientKey, vector.recipientPublicKey),
            ] {
                let derived = try X25519PrivateKey(
                    derivedFrom: material.bytes.span,
                    using: &arena
                )
                let scalar = try #require(privateKey).bytes
                let reading = try X25519PrivateKey(reading: scalar.span)
                #expect(derived.publicKey.bytes == publicKey?.bytes)
                #expect(reading.publicKey.bytes == publicKey?.bytes)
            }

            let recipient = try X25519PrivateKey(reading: vector.recipientKey.bytes.span)
            let sender = X25519Encapsulation(
                to: recipient.publicKey,
                ephemeral: try X25519PrivateKey(
                    derivedFrom: vector.senderMaterial.bytes.span,
                    using: &arena
                )
            )
            var secret = [UInt8](repeating: 0, count: 32)
            var span = secret.mutableSpan
            let encapsulatedKey = try sender.encapsulate(into: &span, using: &arena)
            #expect(encapsulatedKey == vector.enc.bytes)
            #expect(secret == vector.sharedSecret.bytes)

            var received = [UInt8](repeating: 0, count: 32)
            var receivedSpan = received.mutableSpan
            try recipient.decapsulate(vector.enc.bytes.span, into: &receivedSpan, using: &arena)
            #expect(received == vector.sharedSecret.bytes)
        }
    }

    /// Not for AEAD 2: no suite of ours has AES-256-GCM, so there is no schedule to run.
    @Test func `RFC 9180, schedule, sequence number 0 and exports`() throws {
        var arena = SecretArena()
        var run = 0
        for vector in try Self.cases() where vector.aead != 0x0002 {
            let cipher = try #require(HPKE.Cipher(rawValue: vector.aead))
            let recipient = try X25519PrivateKey(reading: vector.recipientKey.bytes.span)
            let (encapsulatedKey, sender) = try Context.sender(
                X25519Encapsulation(
                    to: recipient.publicKey,
                    ephemeral: try X25519PrivateKey(
                        derivedFrom: vector.senderMaterial.bytes.span,
                        using: &arena
                    )
                ),
                cipher: cipher,
                info: vector.info.bytes
            )
            let receiver = try Context.receiver(
                recipient,
                encapsulatedKey: vector.enc.bytes,
                cipher: cipher,
                info: vector.info.bytes
            )
            #expect(encapsulatedKey == vector.enc.bytes)
            let secret = try #require(vector.secret).bytes
            let scheduleContext = try #require(vector.scheduleContext).bytes
            for context in [sender, receiver] {
                #expect(context.bytes == secret + scheduleContext)
                try Self.expect(vector, of: context)
            }
            run += 1
        }
        #expect(run == 3)
    }

    /// The recipient starts from its seed, the sender from the shared secret.
    ///
    /// The draft derives the seed from `ikmR` by SHAKE256, which nothing here does, and an encapsulation can't be
    /// repeated, as swift-crypto draws its own randomness.
    @Test func `draft-ietf-hpke-pq, X-Wing`() throws {
        let cases = try Vectors.decode(
            [Case].self,
            from: "hpke/hpke_pq_xwing_hkdf_sha256_chacha20poly1305.json"
        )
        #expect(cases.count == 1)
        for vector in cases {
            #expect(vector.mode == 0 && vector.kem == HPKE.KEM.xwing.rawValue)
            let cipher = try #require(HPKE.Cipher(rawValue: vector.aead))
            let recipient = try XWingPrivateKey(seed: vector.recipientKey.bytes.span)
            #expect(recipient.publicKeyBytes == vector.recipientPublicKey.bytes)
            let receiver = try Context.receiver(
                recipient,
                encapsulatedKey: vector.enc.bytes,
                cipher: cipher,
                info: vector.info.bytes
            )
            var context = [UInt8](repeating: 0, count: HPKE.contextCount)
            var span = context.mutableSpan
            KeySchedule.for(.xwing, cipher).derive(
                from: vector.sharedSecret.bytes.span,
                info: { $0.update(vector.info.bytes.span) },
                into: &span
            )
            #expect(receiver.bytes == context)
            try Self.expect(vector, of: receiver)
        }
    }

    /// Expects the keys, the first message and all exports of `vector`.
    static func expect(_ vector: Case, of context: Context) throws {
        var arena = SecretArena()
        if context.cipher != .exportOnly {
            var key: [UInt8] = []
            var nonce: [UInt8] = []
            KeySchedule.for(context.kem, context.cipher)
                .withKeyAndNonce(of: context.bytes.span, using: &arena) {
                    key = [UInt8](copying: $0)
                    nonce = [UInt8](copying: $1)
                }
            #expect(key == vector.key?.bytes)
            #expect(nonce == vector.baseNonce?.bytes)

            let first = try #require(vector.encryptions.first { $0.nonce.bytes == nonce })
            let sealed = context.seal(first.pt.bytes, authenticating: first.aad.bytes)
            #expect(sealed == first.ct.bytes)
            #expect(
                try context.open(first.ct.bytes, authenticating: first.aad.bytes)
                    == first.pt.bytes
            )
            // The message of another sequence number has another nonce: it is no message of ours.
            for other in vector.encryptions where other.nonce.bytes != nonce {
                #expect(throws: CryptoError.cannotOpen) {
                    try context.open(other.ct.bytes, authenticating: other.aad.bytes)
                }
            }
        }
        #expect(vector.exports.count >= 3)
        for export in vector.exports {
            let secret = context.export(export.exporterContext.bytes, count: export.count)
            #expect(secret == export.value.bytes)
        }
    }
}
