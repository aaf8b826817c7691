// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

struct HPKETests {
    /// A message of RFC 9180's appendix A.
    static let message = Array("Beauty is truth, truth beauty".utf8)
    static let associatedData = Array("Count-0".utf8)
    static let info = Array("Ode on a Grecian Urn".utf8)

    static func key(derivedFrom material: String) throws -> X25519PrivateKey {
        var arena = SecretArena()
        return try X25519PrivateKey(derivedFrom: [UInt8](hex: material).span, using: &arena)
    }

    @Test func `RFC 9180, section A.2.1`() throws {
        let ephemeral = try Self.key(
            derivedFrom: "909a9b35d3dc4713a5e72a4da274b55d3d3821a37e5d099e74a647db583a904b"
        )
        let recipient = try Self.key(
            derivedFrom: "1ac01f181fdf9f352797655161c58b75c656a6cc2716dcb66372da835542e1df"
        )
        #expect(
            recipient.publicKey.bytes
                == [UInt8](
                    hex: "4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a"
                )
        )
        let (encapsulatedKey, sender) = try Context.sender(
            X25519Encapsulation(to: recipient.publicKey, ephemeral: ephemeral),
            info: Self.info
        )
        #expect(
            encapsulatedKey
                == [UInt8](
                    hex: "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
                )
        )
        let ciphertext = [UInt8](
            hex: "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db"
                + "21993c62ce81883d2dd1b51a28"
        )
        #expect(sender.seal(Self.message, authenticating: Self.associatedData) == ciphertext)
        let receiver = try Context.receiver(
            recipient,
            encapsulatedKey: encapsulatedKey,
            info: Self.info
        )
        #expect(receiver.bytes == sender.bytes)
        #expect(
            try receiver.open(ciphertext, authenticating: Self.associatedData) == Self.message
        )
        #expect(
            receiver.export(Array("TestContext".utf8), count: 32)
                == [UInt8](
                    hex: "5acb09211139c43b3090489a9da433e8a30ee7188ba8b0a9a1ccf0c229283e53"
                )
        )
    }

    static func xwingContexts(
        _ cipher: HPKE.Cipher = .chaCha20Poly1305
    ) throws -> (sender: Context, receiver: Context) {
        let privateKey = try XWingPrivateKey(seed: XWingTests.seed(1).span)
        let publicKey = try XWingPublicKey(reading: privateKey.publicKeyBytes.span)
        let (encapsulatedKey, sender) = try Context.sender(publicKey, cipher: cipher, info: info)
        return (
            sender,
            try .receiver(
                privateKey,
                encapsulatedKey: encapsulatedKey,
                cipher: cipher,
                info: info
            )
        )
    }

    @Test(arguments: [HPKE.Cipher.aes128GCM, .chaCha20Poly1305])
    func `X-Wing, both sides`(_ cipher: HPKE.Cipher) throws {
        let (sender, receiver) = try Self.xwingContexts(cipher)
        #expect(sender.bytes == receiver.bytes)
        let sealed = sender.seal(Self.message, authenticating: Self.associatedData)
        #expect(try receiver.open(sealed, authenticating: Self.associatedData) == Self.message)
        for changed in sealed.withOneBitFlipped {
            #expect(throws: CryptoError.cannotOpen) {
                try receiver.open(changed, authenticating: Self.associatedData)
            }
        }
        #expect(throws: CryptoError.cannotOpen) {
            try receiver.open(sealed, authenticating: [])
        }
    }

    @Test func `other info, other context`() throws {
        let recipient = try X25519PrivateKey(reading: [UInt8](repeating: 3, count: 32).span)
        let ephemeral = try X25519PrivateKey(reading: [UInt8](repeating: 5, count: 32).span)
        let (encapsulatedKey, sender) = try Context.sender(
            X25519Encapsulation(to: recipient.publicKey, ephemeral: ephemeral),
            info: Self.info
        )
        let receiver = try Context.receiver(
            recipient,
            encapsulatedKey: encapsulatedKey,
            info: Self.info + [0]
        )
        #expect(sender.export([], count: 32) != receiver.export([], count: 32))
        let sealed = sender.seal(Self.message, authenticating: [])
        #expect(throws: CryptoError.cannotOpen) {
            try receiver.open(sealed, authenticating: [])
        }
    }

    @Test(arguments: X25519.refusedEncodings)
    func `an encapsulated key of low order`(_ encoding: [UInt8]) throws {
        let recipient = try X25519PrivateKey(reading: [UInt8](repeating: 3, count: 32).span)
        #expect(throws: CryptoError.lowOrderPoint) {
            try Context.receiver(recipient, encapsulatedKey: encoding, info: [])
        }
    }

    @Test(arguments: [0, 31, 33, 1120])
    func `an encapsulated key of another size`(_ count: Int) throws {
        let recipient = try X25519PrivateKey(reading: [UInt8](repeating: 3, count: 32).span)
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            try Context.receiver(
                recipient,
                encapsulatedKey: [UInt8](repeating: 9, count: count),
                info: []
            )
        }
    }

    @Test(arguments: [HPKE.Cipher.aes128GCM, .chaCha20Poly1305, .exportOnly])
    func `exports differ by context, length and cipher`(_ cipher: HPKE.Cipher) throws {
        let (sender, receiver) = try Self.xwingContexts(cipher)
        let secret = sender.export([1], count: 32)
        #expect(secret == receiver.export([1], count: 32))
        #expect(secret != sender.export([2], count: 32))
        // The length is part of what is derived (RFC 9180, section 4).
        #expect(secret.prefix(16) != sender.export([1], count: 16)[...])
        #expect(sender.export([1], count: 0).isEmpty)
    }
}
