// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

struct SigningKeyTests {
    /// RFC 8032, section 7.1, test 1.
    static let seed = [UInt8](
        hex: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    )

    @Test(
        .rules("M-14 M-15 M-17"),
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                    + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ]
    )
    func `RFC 8032, section 7.1`(
        _ seed: String,
        publicKey: String,
        message: String,
        signature: String
    ) throws {
        let key = try SigningKey(seed: [UInt8](hex: seed))
        #expect(key.publicKey.bytes == [UInt8](hex: publicKey))
        let message = [UInt8](hex: message)
        let made = key.signature(for: message.span)
        #expect(made == [UInt8](hex: signature))
        #expect(key.publicKey.isValidSignature(made, for: message))
    }

    @Test func `gives back its seed`() throws {
        let key = try SigningKey(seed: Self.seed)
        let isSame = key.withSeed { seed in
            seed.count == SigningKey.seedCount && ConstantTime.areEqual(seed, Self.seed.span)
        }
        #expect(isSame)
    }

    @Test func `a random key comes back from its seed`() throws {
        let first = SigningKey()
        let again = try first.withSeed { seed in try SigningKey(seed: SecretBytes(copying: seed)) }
        #expect(first.publicKey == again.publicKey)
        #expect(first.publicKey != SigningKey().publicKey)
        #expect(try VerifyingKey(reading: first.publicKey.bytes.span) == first.publicKey)
    }

    @Test(arguments: [0, 31, 33, 64])
    func `refuses a seed of another size`(_ count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            _ = try SigningKey(seed: SecretBytes(count: count))
        }
    }

    @Test(arguments: [63, 65])
    func `a signature has no room`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            let key = SigningKey()
            var signature = [UInt8](repeating: 0, count: count)
            var span = signature.mutableSpan
            key.sign([1].span, into: &span)
        }
    }

    @Test func `refuses every flipped bit`() throws {
        let key = try SigningKey(seed: Self.seed)
        var random = SeededGenerator(seed: 3)
        let message = random.bytes(64)
        let signature = key.signature(for: message.span)
        #expect(key.publicKey.isValidSignature(signature, for: message))
        for changed in signature.withOneBitFlipped {
            #expect(!key.publicKey.isValidSignature(changed, for: message))
        }
        for changed in message.withOneBitFlipped {
            #expect(!key.publicKey.isValidSignature(signature, for: changed))
        }
        for changed in key.publicKey.bytes.withOneBitFlipped {
            #expect(!Ed25519.isValid(signature, for: message, publicKey: changed))
        }
    }
}
