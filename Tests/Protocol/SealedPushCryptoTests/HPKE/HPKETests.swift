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

struct HPKETests {
    static let message = Array("Beauty is truth, truth beauty".utf8)
    static let associatedData = Array("Count-0".utf8)
    static let info = Array("Ode on a Grecian Urn".utf8)

    /// The contexts of a sender with ``info`` and of a receiver with `info`.
    static func contexts(
        receiverInfo: [UInt8] = info
    ) throws -> (sender: Context, receiver: Context) {
        let privateKey = try XWingPrivateKey(seed: XWingTests.seed(1).span)
        let (encapsulatedKey, sender) = Context.sender(to: privateKey.publicKey, info: info)
        let receiver = try Context.receiver(
            privateKey,
            encapsulatedKey: encapsulatedKey,
            info: receiverInfo
        )
        return (sender, receiver)
    }

    @Test func `both sides share a context, and every flipped bit is refused`() throws {
        let (sender, receiver) = try Self.contexts()
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

    @Test func `other info gives another key and another nonce`() throws {
        let (sender, receiver) = try Self.contexts(receiverInfo: Self.info + [0])
        let keyCount = ChaCha20Poly1305.keyCount
        #expect(sender.bytes.prefix(keyCount) != receiver.bytes.prefix(keyCount))
        #expect(sender.bytes.dropFirst(keyCount) != receiver.bytes.dropFirst(keyCount))
        let sealed = sender.seal(Self.message, authenticating: [])
        #expect(throws: CryptoError.cannotOpen) {
            try receiver.open(sealed, authenticating: [])
        }
    }
}

/// What only a caller's bug can ask for stops the program.
struct HPKESizeTests {
    @Test(arguments: [0, 43, 45])
    func `a context of another size is set up`(_ count: Int) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            var arena = SecretArena()
            let key = try XWingPrivateKey(seed: XWingTests.seed(1).span)
            var context = [UInt8](repeating: 0, count: count)
            var span = context.mutableSpan
            _ = HPKE.setUpSender(to: key.publicKey, info: Span(), into: &span, using: &arena)
        }
        #expect(result?.says("a context has 44 bytes") == true)
    }

    @Test(arguments: [0, 31, 32, 43, 45])
    func `a context of another size seals`(_ count: Int) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            let context = Context(bytes: [UInt8](repeating: 1, count: count))
            _ = context.seal([1], authenticating: [])
        }
        #expect(result?.says("has another size") == true)
    }

    @Test(arguments: [0, 31, 32, 43, 45])
    func `a context of another size opens`(_ count: Int) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            let context = Context(bytes: [UInt8](repeating: 1, count: count))
            _ = try? context.open([UInt8](repeating: 1, count: 17), authenticating: [])
        }
        #expect(result?.says("has another size") == true)
    }
}

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
