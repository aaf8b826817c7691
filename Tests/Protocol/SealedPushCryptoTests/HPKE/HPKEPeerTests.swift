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
@Suite(.rules("C-50")) struct HPKEPeerTests {
    typealias Theirs = Crypto.HPKE

    /// One message and what belongs to it.
    struct Input {
        let seed: [UInt8]
        let info: [UInt8]
        let associatedData: [UInt8]
        let message: [UInt8]

        init(number: UInt64) {
            var random = SeededGenerator(seed: number)
            seed = random.bytes(32)
            info = random.bytes(Int.random(in: 0...400, using: &random))
            associatedData = random.bytes(Int.random(in: 0...1300, using: &random))
            // The first inputs meet the ends of the range, the others anything between.
            let sizes = [0, 1, 15, 16, 17, 63, 64, 65, 2999, 3000]
            let count =
                number < sizes.count
                ? sizes[Int(number)] : Int.random(in: 0...3000, using: &random)
            message = random.bytes(count)
        }
    }

    static let suite = Theirs.Ciphersuite(
        kem: .XWingMLKEM768X25519,
        kdf: .HKDF_SHA256,
        aead: .chaChaPoly
    )

    @Test(arguments: 0..<UInt64(30))
    func `swift-crypto opens what we seal`(_ number: UInt64) throws {
        let input = Input(number: number)
        let key = try XWingMLKEM768X25519.PrivateKey(
            seedRepresentation: input.seed,
            publicKey: nil
        )
        let publicKey = try XWingPublicKey(reading: [UInt8](key.publicKey.rawRepresentation).span)
        let (encapsulatedKey, sender) = Context.sender(to: publicKey, info: input.info)
        var recipient = try Theirs.Recipient(
            privateKey: key,
            ciphersuite: Self.suite,
            info: Data(input.info),
            encapsulatedKey: Data(encapsulatedKey)
        )
        let sealed = sender.seal(input.message, authenticating: input.associatedData)
        let opened = try recipient.open(sealed, authenticating: input.associatedData)
        #expect([UInt8](opened) == input.message)
    }

    @Test(arguments: 0..<UInt64(30))
    func `we open what swift-crypto seals`(_ number: UInt64) throws {
        let input = Input(number: number)
        let key = try XWingPrivateKey(seed: input.seed.span)
        var sender = try Theirs.Sender(
            recipientKey: XWingMLKEM768X25519.PublicKey(rawRepresentation: key.publicKey.bytes),
            ciphersuite: Self.suite,
            info: Data(input.info)
        )
        let receiver = try Context.receiver(
            key,
            encapsulatedKey: [UInt8](sender.encapsulatedKey),
            info: input.info
        )
        let sealed = try sender.seal(input.message, authenticating: input.associatedData)
        let opened = try receiver.open([UInt8](sealed), authenticating: input.associatedData)
        #expect(opened == input.message)
    }
}
