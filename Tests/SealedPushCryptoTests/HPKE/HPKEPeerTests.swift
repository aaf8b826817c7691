// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Both directions against swift-crypto's own HPKE, on random input of 0 to 3000 bytes.
struct HPKEPeerTests {
    typealias Ours = SealedPushCrypto.HPKE
    typealias Theirs = Crypto.HPKE

    /// One message and what belongs to it.
    struct Input {
        let seed: UInt64
        let key: [UInt8]
        let ephemeral: [UInt8]
        let info: [UInt8]
        let associatedData: [UInt8]
        let message: [UInt8]
        let exporterContext: [UInt8]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            self.seed = seed
            key = random.bytes(32)
            ephemeral = random.bytes(32)
            info = random.bytes(Int.random(in: 0...400, using: &random))
            associatedData = random.bytes(Int.random(in: 0...1300, using: &random))
            // The first inputs meet the ends of the range, the others anything between.
            let sizes = [0, 1, 15, 16, 17, 63, 64, 65, 2999, 3000]
            let count =
                seed < sizes.count
                ? sizes[Int(seed)] : Int.random(in: 0...3000, using: &random)
            message = random.bytes(count)
            exporterContext = random.bytes(Int.random(in: 0...64, using: &random))
        }
    }

    static let inputs = (0..<UInt64(30)).map(Input.init)

    static let ciphers: [(Ours.Cipher, Theirs.AEAD)] = [
        (.chaCha20Poly1305, .chaChaPoly), (.aes128GCM, .AES_GCM_128),
    ]

    /// Expects our sender's message to open at their recipient, and the exports to agree.
    static func expectTheyOpen(
        _ input: Input,
        from ours: Context,
        at theirs: consuming Theirs.Recipient
    ) throws {
        var recipient = theirs
        let sealed = ours.seal(input.message, authenticating: input.associatedData)
        let opened = try recipient.open(sealed, authenticating: input.associatedData)
        #expect([UInt8](opened) == input.message, "seed \(input.seed)")
        let exported = try recipient.exportSecret(
            context: input.exporterContext,
            outputByteCount: 48
        )
        let secret = unsafe exported.withUnsafeBytes { unsafe [UInt8]($0) }
        #expect(secret == ours.export(input.exporterContext, count: 48), "seed \(input.seed)")
    }

    /// Expects their sender's message to open at our receiver, and the exports to agree.
    static func expectWeOpen(
        _ input: Input,
        from theirs: consuming Theirs.Sender,
        at ours: Context
    ) throws {
        var sender = theirs
        let sealed = try sender.seal(input.message, authenticating: input.associatedData)
        let opened = try ours.open([UInt8](sealed), authenticating: input.associatedData)
        #expect(opened == input.message, "seed \(input.seed)")
        let exported = try sender.exportSecret(
            context: input.exporterContext,
            outputByteCount: 48
        )
        let secret = unsafe exported.withUnsafeBytes { unsafe [UInt8]($0) }
        #expect(secret == ours.export(input.exporterContext, count: 48), "seed \(input.seed)")
    }

    @Test(arguments: ciphers)
    func `DHKEM(X25519)`(_ cipher: Ours.Cipher, theirs: Theirs.AEAD) throws {
        let suite = Theirs.Ciphersuite(
            kem: .Curve25519_HKDF_SHA256,
            kdf: .HKDF_SHA256,
            aead: theirs
        )
        for input in Self.inputs {
            let ourKey = try X25519PrivateKey(reading: input.key.span)
            let theirKey = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: input.key)

            let (encapsulatedKey, sender) = try Context.sender(
                X25519Encapsulation(
                    to: ourKey.publicKey,
                    ephemeral: X25519PrivateKey(reading: input.ephemeral.span)
                ),
                cipher: cipher,
                info: input.info
            )
            try Self.expectTheyOpen(
                input,
                from: sender,
                at: Theirs.Recipient(
                    privateKey: theirKey,
                    ciphersuite: suite,
                    info: Data(input.info),
                    encapsulatedKey: Data(encapsulatedKey)
                )
            )

            let theirSender = try Theirs.Sender(
                recipientKey: theirKey.publicKey,
                ciphersuite: suite,
                info: Data(input.info)
            )
            try Self.expectWeOpen(
                input,
                from: theirSender,
                at: .receiver(
                    ourKey,
                    encapsulatedKey: [UInt8](theirSender.encapsulatedKey),
                    cipher: cipher,
                    info: input.info
                )
            )
        }
    }

    @Test(arguments: ciphers)
    func `X-Wing`(_ cipher: Ours.Cipher, theirs: Theirs.AEAD) throws {
        let suite = Theirs.Ciphersuite(
            kem: .XWingMLKEM768X25519,
            kdf: .HKDF_SHA256,
            aead: theirs
        )
        for input in Self.inputs {
            let ourKey = try XWingPrivateKey(seed: input.key.span)
            let theirKey = try XWingMLKEM768X25519.PrivateKey(
                seedRepresentation: input.key,
                publicKey: nil
            )

            let (encapsulatedKey, sender) = try Context.sender(
                XWingPublicKey(reading: ourKey.publicKeyBytes.span),
                cipher: cipher,
                info: input.info
            )
            try Self.expectTheyOpen(
                input,
                from: sender,
                at: Theirs.Recipient(
                    privateKey: theirKey,
                    ciphersuite: suite,
                    info: Data(input.info),
                    encapsulatedKey: Data(encapsulatedKey)
                )
            )

            let theirSender = try Theirs.Sender(
                recipientKey: theirKey.publicKey,
                ciphersuite: suite,
                info: Data(input.info)
            )
            try Self.expectWeOpen(
                input,
                from: theirSender,
                at: .receiver(
                    ourKey,
                    encapsulatedKey: [UInt8](theirSender.encapsulatedKey),
                    cipher: cipher,
                    info: input.info
                )
            )
        }
    }
}
