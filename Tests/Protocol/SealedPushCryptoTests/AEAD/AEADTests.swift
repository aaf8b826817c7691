// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

struct AEADTests {
    /// What one test seals: a key, a nonce, 64 bytes of message and 32 of associated data.
    struct Sealed {
        let algorithm: any AEAD.Type
        let key: [UInt8]
        let nonce: [UInt8]
        let message: [UInt8]
        let associatedData: [UInt8]
        let ciphertext: [UInt8]

        init(_ cipher: Cipher, seed: UInt64 = 1) {
            var random = SeededGenerator(seed: seed)
            algorithm = cipher.algorithm
            key = random.bytes(algorithm.keyCount)
            nonce = random.bytes(algorithm.nonceCount)
            message = random.bytes(64)
            associatedData = random.bytes(32)
            ciphertext = algorithm.seal(
                message,
                key: key,
                nonce: nonce,
                authenticating: associatedData
            )
        }
    }

    @Test func `RFC 8439, section 2.8.2`() throws {
        let message = Array(
            """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
            future, sunscreen would be it.
            """.utf8
        )
        let key = Array(UInt8(0x80)...0x9F)
        let nonce = [UInt8](hex: "070000004041424344454647")
        let associatedData = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
        let sealed = ChaCha20Poly1305.seal(
            message,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(sealed.prefix(16) == [UInt8](hex: "d31a8d34648e60db7b86afbc53ef7ec2")[...])
        #expect(sealed.suffix(16) == [UInt8](hex: "1ae10b594f09e26a7e902ecbd0600691")[...])
        let opened = try ChaCha20Poly1305.open(
            sealed,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(opened == message)
    }

    @Test func `XChaCha20-Poly1305, draft-irtf-cfrg-xchacha-03, section A.3.1`() throws {
        let message = Array(
            """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
            future, sunscreen would be it.
            """.utf8
        )
        let key = Array(UInt8(0x80)...0x9F)
        let nonce = Array(UInt8(0x40)...0x57)
        let associatedData = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
        let sealed = XChaCha20Poly1305.seal(
            message,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(sealed.prefix(16) == [UInt8](hex: "bd6d179d3e83d43b9576579493c0e939")[...])
        #expect(sealed.suffix(16) == [UInt8](hex: "c0875924c1c7987947deafd8780acf49")[...])
        let opened = try XChaCha20Poly1305.open(
            sealed,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(opened == message)
    }

    /// The Galois/Counter Mode of Operation, McGrew and Viega, appendix B, test case 4.
    @Test func `AES-128-GCM, test case 4 of its specification`() throws {
        let message = [UInt8](
            hex: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        let key = [UInt8](hex: "feffe9928665731c6d6a8f9467308308")
        let nonce = [UInt8](hex: "cafebabefacedbaddecaf888")
        let associatedData = [UInt8](hex: "feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let sealed = AES128GCM.seal(
            message,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(sealed.prefix(16) == [UInt8](hex: "42831ec2217774244b7221b784d0d49c")[...])
        #expect(sealed.suffix(16) == [UInt8](hex: "5bc94fbc3221a5db94fae95ae7121a47")[...])
        let opened = try AES128GCM.open(
            sealed,
            key: key,
            nonce: nonce,
            authenticating: associatedData
        )
        #expect(opened == message)
    }

    @Test(arguments: Cipher.allCases, [0, 1, 15, 16, 17, 64, 65, 3000])
    func `opens what it sealed`(_ cipher: Cipher, count: Int) throws {
        let algorithm = cipher.algorithm
        var random = SeededGenerator(seed: UInt64(count))
        let key = random.bytes(algorithm.keyCount)
        let nonce = random.bytes(algorithm.nonceCount)
        let message = random.bytes(count)
        for associatedData in [[], random.bytes(count)] {
            let sealed = algorithm.seal(
                message,
                key: key,
                nonce: nonce,
                authenticating: associatedData
            )
            let opened = try algorithm.open(
                sealed,
                key: key,
                nonce: nonce,
                authenticating: associatedData
            )
            #expect(opened == message)
        }
    }

    @Test(arguments: Cipher.allCases)
    func `refuses every flipped bit`(_ cipher: Cipher) {
        let sealed = Sealed(cipher)
        var refusals = 0
        func expectRefusal(
            of ciphertext: [UInt8]? = nil,
            key: [UInt8]? = nil,
            nonce: [UInt8]? = nil,
            associatedData: [UInt8]? = nil
        ) {
            refusals += 1
            #expect(throws: CryptoError.cannotOpen) {
                try sealed.algorithm.open(
                    ciphertext ?? sealed.ciphertext,
                    key: key ?? sealed.key,
                    nonce: nonce ?? sealed.nonce,
                    authenticating: associatedData ?? sealed.associatedData
                )
            }
        }
        for changed in sealed.ciphertext.withOneBitFlipped { expectRefusal(of: changed) }
        for changed in sealed.key.withOneBitFlipped { expectRefusal(key: changed) }
        for changed in sealed.nonce.withOneBitFlipped { expectRefusal(nonce: changed) }
        for changed in sealed.associatedData.withOneBitFlipped {
            expectRefusal(associatedData: changed)
        }
        let (keyCount, nonceCount) = (sealed.algorithm.keyCount, sealed.algorithm.nonceCount)
        #expect(refusals == 8 * (64 + 16 + keyCount + nonceCount + 32))
    }

    @Test(arguments: Cipher.allCases)
    func `refuses a lengthened or shortened part`(_ cipher: Cipher) {
        let sealed = Sealed(cipher)
        let (ciphertext, associatedData) = (sealed.ciphertext, sealed.associatedData)
        let changes: [(ciphertext: [UInt8], associatedData: [UInt8])] = [
            (Array(ciphertext.dropLast()), associatedData),
            (ciphertext + [0], associatedData),
            (Array(ciphertext.prefix(16)), associatedData),
            (ciphertext, Array(associatedData.dropLast())),
            (ciphertext, associatedData + [0]),
            (ciphertext, []),
        ]
        for changed in changes {
            #expect(throws: CryptoError.cannotOpen) {
                try sealed.algorithm.open(
                    changed.ciphertext,
                    key: sealed.key,
                    nonce: sealed.nonce,
                    authenticating: changed.associatedData
                )
            }
        }
    }

    @Test(arguments: Cipher.allCases)
    func `releases nothing of a message that it refuses`(_ cipher: Cipher) {
        let sealed = Sealed(cipher)
        let forged = sealed.ciphertext.withTopBitFlipped
        let untouched = [UInt8](repeating: 0xA5, count: 64)
        var output = untouched
        #expect(throws: CryptoError.cannotOpen) {
            var span = output.mutableSpan
            try sealed.algorithm.open(
                forged.span,
                key: sealed.key.span,
                nonce: sealed.nonce.span,
                authenticating: sealed.associatedData.span,
                into: &span
            )
        }
        #expect(output == untouched || output == [UInt8](repeating: 0, count: 64))
    }
}
