// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

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
