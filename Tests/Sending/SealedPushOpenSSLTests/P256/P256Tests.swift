// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushOpenSSL
import TestSupport
import Testing

struct P256Tests {
    @Test func `a signature holds for its message and its key alone`() throws {
        let key = try P256PrivateKey()
        let message = Array("a message".utf8)
        let signature = try key.signature(for: message)
        #expect(key.publicKey.isValidSignature(signature, for: message))
        #expect(!key.publicKey.isValidSignature(signature, for: Array("a massage".utf8)))
        #expect(!key.publicKey.isValidSignature(signature, for: []))
        #expect(try !P256PrivateKey().publicKey.isValidSignature(signature, for: message))
        for bit in 0..<signature.bytes.count * 8 {
            var bytes = signature.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let changed = try P256Signature(reading: bytes)
            #expect(!key.publicKey.isValidSignature(changed, for: message), "bit \(bit)")
        }
    }

    @Test func `the example of RFC 7515, appendix A.3, is valid`() throws {
        let x = "7fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"
        let y = "c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"
        let d = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2"
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQog"
            + "Imh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature = try P256Signature(
            reading: [UInt8](
                hex: "0ed1215379636c483c2f7f155807d402a3b228033af97c7e17819ac3169ea665"
                    + "c50a07d38c3c70e5d8f12daf084a5480a66590c5f293509a8f3f7f8a83a354d5"
            )
        )
        let key = try P256PrivateKey(scalar: [UInt8](hex: d))
        #expect(key.publicKey.bytes == [4] + [UInt8](hex: x) + [UInt8](hex: y))
        #expect(key.publicKey.isValidSignature(signature, for: Array(input.utf8)))
    }

    @Test(arguments: [
        [], [0], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 1, count: 31),
        [UInt8](repeating: 1, count: 33), [UInt8](repeating: 0xFF, count: 32), Self.order,
    ])
    func `what is no private number is refused`(_ scalar: [UInt8]) throws {
        #expect(throws: OpenSSLError.invalidScalar) { _ = try P256PrivateKey(scalar: scalar) }
    }

    @Test func `the greatest private number is taken`() throws {
        var scalar = Self.order
        scalar[31] -= 1
        let bytes = try P256PrivateKey(scalar: scalar).publicKey.bytes
        // -G: the generator's x coordinate.
        #expect(bytes[1...4] == [0x6B, 0x17, 0xD1, 0xF2])
    }

    @Test func `a public key is an uncompressed point on the curve and nothing else`() throws {
        let point = try P256PrivateKey().publicKey.bytes
        #expect(try P256PublicKey(reading: point).bytes == point)
        var wrong: [[UInt8]] = [
            [], [0], point.dropLast(), point + [0], [3 - point[64] % 2] + point[1..<33],
            [UInt8](repeating: 0, count: 65), [4] + [UInt8](repeating: 0xFF, count: 64),
        ]
        for bit in 0..<point.count * 8 {
            var bytes = point
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            wrong.append(bytes)
        }
        for bytes in wrong {
            #expect(throws: OpenSSLError.invalidPublicKey) { try P256PublicKey(reading: bytes) }
        }
        let der = try P256PublicKey(reading: point).der
        let wrongDER: [[UInt8]] = [
            [], der.dropLast(), der + [0], Array(repeating: 0x30, count: 91),
        ]
        for bytes in wrongDER {
            #expect(throws: OpenSSLError.invalidPublicKey) { try P256PublicKey(der: bytes) }
        }
    }

    @Test func `a signature has one length, and one form in DER`() throws {
        let signature = try P256PrivateKey().signature(for: [1])
        let der = try signature.der()
        #expect(try P256Signature(der: der) == signature)
        #expect(try P256Signature(reading: signature.bytes) == signature)
        for bytes in [[], Array(signature.bytes.dropLast()), signature.bytes + [0]] {
            #expect(throws: OpenSSLError.invalidSignature) { try P256Signature(reading: bytes) }
        }
        for bytes in [[], Array(der.dropLast()), der + [0], [0x30, 0x00], [0x30, 0x80, 0, 0]] {
            #expect(throws: OpenSSLError.invalidSignature) { try P256Signature(der: bytes) }
        }
    }

    @Test func `r and s of any size keep their places`() throws {
        for (r, s) in [(1, 1), (0x80, 0x7F), (0, 0xFF)] as [(UInt8, UInt8)] {
            var bytes = [UInt8](repeating: 0, count: 64)
            bytes[31] = r
            bytes[63] = s
            let signature = try P256Signature(reading: bytes)
            #expect(try P256Signature(der: signature.der()).bytes == bytes)
        }
    }

    @Test func `tasks sign with one key at once`() async throws {
        let key = try P256PrivateKey()
        let publicKey = key.publicKey
        let signer = Signer(key)
        try await withThrowingTaskGroup { group in
            for number in 0..<64 as Range<UInt8> {
                group.addTask {
                    publicKey.isValidSignature(try signer.sign([number]), for: [number])
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }

    private final class Signer: Sendable {
        private let key: P256PrivateKey

        init(_ key: consuming P256PrivateKey) {
            self.key = key
        }

        func sign(_ message: [UInt8]) throws -> P256Signature {
            try key.signature(for: message)
        }
    }

    private static let order = [UInt8](
        hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    )
}

@Suite(.needsVectors)
struct P256Vectors {
    struct SignatureGroup: Decodable {
        struct Key: Decodable {
            let uncompressed: HexBytes
        }
        struct Case: Decodable {
            let tcId: Int
            let msg, sig: HexBytes
            let result: Verdict
        }
        let publicKey: Key
        let publicKeyDer: HexBytes
        let tests: [Case]
    }

    @Test func `Wycheproof: signatures in DER`() throws {
        let file = try WycheproofFile<SignatureGroup>.read("ecdsa_secp256r1_sha256_test.json")
        var count = 0
        for group in file.testGroups {
            let key = try P256PublicKey(reading: group.publicKey.uncompressed.bytes)
            #expect(key.der == group.publicKeyDer.bytes)
            #expect(try P256PublicKey(der: group.publicKeyDer.bytes) == key)
            for test in group.tests {
                count += 1
                let signature = try? P256Signature(der: test.sig.bytes)
                let isValid = signature.map { key.isValidSignature($0, for: test.msg.bytes) }
                test.result.expect(isValid == true ? [1] : nil, toBe: [1], case: test.tcId)
                if let signature, isValid == true {
                    #expect(try signature.der() == test.sig.bytes)
                }
            }
        }
        #expect(count == file.numberOfTests)
    }
}
