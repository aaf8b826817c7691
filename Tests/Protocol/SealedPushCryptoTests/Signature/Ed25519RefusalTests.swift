// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

/// The encodings that protocol version 1 refuses for a public key and for a signature's first half.
struct Ed25519RefusalTests {
    /// y = 0, 1, p - 1 and the two of order 8, with the sign bit cleared.
    static let smallOrder = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ].map { [UInt8](hex: $0) }

    /// y = p, p + 1 and so on, up to 2^255 - 1.
    static let notReduced: [[UInt8]] = (0xED...0xFF).map { first in
        [first] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    }

    static let refused = (smallOrder + notReduced).flatMap { [$0, $0.withTopBitFlipped] }

    /// RFC 8032, section 7.1, test 1.
    static let publicKey = [UInt8](
        hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )

    /// L, the order of the main subgroup (RFC 8032, section 5.1), little-endian.
    static let order = [UInt8](
        hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"
    )

    static func signature() throws -> [UInt8] {
        let key = try SigningKey(seed: SigningKeyTests.seed)
        return key.signature(for: [1, 2, 3].span)
    }

    @Test(.rules("M-13"), arguments: refused)
    func `is neither a key nor half a signature`(_ encoding: [UInt8]) throws {
        #expect(!Ed25519.isAcceptable(encoding))
        #expect(throws: CryptoError.invalidPublicKey) {
            try VerifyingKey(reading: encoding.span)
        }
        let signature = try Self.signature()
        let forged = encoding + signature.suffix(32)
        for (signature, key) in [(signature, encoding), (forged, Self.publicKey)] {
            #expect(!Ed25519.isValid(signature, for: [1, 2, 3], publicKey: key))
        }
    }

    @Test(.rules("M-13")) func `both lists are whole`() {
        #expect(Self.refused.count == 2 * (5 + 19))
        #expect(Set(Self.refused).count == Self.refused.count)
    }

    /// One bit beside a refused encoding is another point, or none, but not on the list.
    @Test(.rules("M-13"), arguments: refused)
    func `refuses no neighbour of the lists`(_ encoding: [UInt8]) {
        for changed in encoding.withOneBitFlipped where !Self.refused.contains(changed) {
            #expect(Ed25519.isAcceptable(changed))
        }
    }

    /// With the neutral point as the key, any S fits R = S * B: here S = 1 and R = B, the base point.
    @Test func `the neutral point as a key, which would sign everything`() {
        let neutral: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
        let basePoint: [UInt8] = [0x58] + [UInt8](repeating: 0x66, count: 31)
        let signature = basePoint + neutral
        #expect(!Ed25519.isValid(signature, for: [1, 2, 3], publicKey: neutral))
    }

    /// R is the neutral point and S = SHA-512(R || A || "abc") * a mod L, with the key a of test 1 of RFC 8032,
    /// so that the equation of section 5.1.7 holds without the refusal.
    @Test func `the neutral point in a signature that fits`() {
        let signature =
            [1] + [UInt8](repeating: 0, count: 31)
            + [UInt8](hex: "1b801c940b1ed32cf8ec0851509736fe16c6637b93e6664213cbd155f641a103")
        #expect(
            !Ed25519.isValid(
                signature,
                for: Array("abc".utf8),
                publicKey: Self.publicKey
            )
        )
    }

    /// R = r * B + T and S = r + SHA-512(R || A || "abc") * a mod L, with T of order 8, so that the equation holds
    /// times 8 only; r = 12345678901234567890 and a of test 1 of RFC 8032.
    @Test(.rules("M-14 M-15 M-17")) func `a signature that needs the cofactor`() {
        let signature = [UInt8](
            hex: "6a84d583f06569edb3f5ed77df65544b27d6948b4f0b2cb76f33dd8413b20719"
                + "4e872bef2e4d196d949381aed8f8564666c592669ee8ec820733156ac38e1f08"
        )
        #expect(
            !Ed25519.isValid(
                signature,
                for: Array("abc".utf8),
                publicKey: Self.publicKey
            )
        )
    }

    /// The public key of RFC 8032's test 1 plus T, plus 2 T and plus 4 T, T being the point of order 8 that
    /// c7176a70...7a encodes: on the curve, canonical, and outside the main subgroup.
    @Test(arguments: [
        "9158312a9a8d6e3b34c891d6d61444f8b8211c5117ebad15bdb0bd68b07e0245",
        "ad38a8f0b22ab7ca46ecee7bbef12b5f336c182652fac34392f859dbd9666a7d",
        "16a567fe7d4ef5482ab4012c369bf8c5f11e8d0c2559dcda50fde59708f8aee5",
    ])
    func `an identity outside the main subgroup is read`(_ encoding: String) throws {
        try Self.expectUnsigned([UInt8](hex: encoding))
    }

    /// Holds that a key is read, and that a signature of another one does not fit it.
    private static func expectUnsigned(_ encoding: [UInt8]) throws {
        #expect(Ed25519.isAcceptable(encoding))
        let key = try VerifyingKey(reading: encoding.span)
        #expect(key.bytes == encoding)
        let signature = try signature()
        #expect(!key.isValidSignature(signature, for: [1, 2, 3]))
    }

    /// For these y, x^2 = (y^2 - 1) / (d y^2 + 1) has no root.
    @Test(arguments: [UInt8(2), 7, 8])
    func `an identity that is no point of the curve is read`(_ first: UInt8) throws {
        try Self.expectUnsigned([first] + [UInt8](repeating: 0, count: 31))
    }

    @Test(.rules("M-14 M-15 M-17 C-11"))
    func `a valid S plus each multiple of L that fits`() throws {
        var signature = try Self.signature()
        var carries = 0
        while carries == 0 {
            #expect(
                Ed25519.isValid(
                    signature,
                    for: [1, 2, 3],
                    publicKey: Self.publicKey
                ) == (signature == (try Self.signature()))
            )
            for index in 0..<32 {
                let sum = Int(signature[32 + index]) + Int(Self.order[index]) + carries
                signature[32 + index] = UInt8(sum & 0xFF)
                carries = sum >> 8
            }
        }
    }

    @Test(arguments: [0, 31, 33])
    func `a key of another size`(_ count: Int) throws {
        let key = [UInt8](repeating: 9, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            try VerifyingKey(reading: key.span)
        }
        let signature = try Self.signature()
        #expect(!Ed25519.isAcceptable(key))
        #expect(!Ed25519.isValid(signature, for: [1, 2, 3], publicKey: key))
    }

    @Test(arguments: [0, 32, 63, 65])
    func `a signature of another size`(_ count: Int) throws {
        let signature = Array((try Self.signature() + [0]).prefix(count))
        #expect(
            !Ed25519.isValid(
                signature,
                for: [1, 2, 3],
                publicKey: Self.publicKey
            )
        )
    }
}

struct CofactorCheckTests {
    @Test(.rules("M-14 M-15 M-17"))
    func `this build of libsodium refuses a signature that needs the cofactor`() {
        #expect(CofactorCheck.passesInLibrary)
    }

    @Test(.rules("M-14 M-15 M-17")) func `a library that accepts the signature fails the check`() {
        #expect(!CofactorCheck.passes { _, _, _ in true })
    }

    @Test func `the vector is refused for the cofactor alone`() throws {
        let key = try #require(Hex.decode(CofactorCheck.publicKey))
        let signature = try #require(Hex.decode(CofactorCheck.signature))
        // Neither its encodings nor the size of S are a reason to refuse it.
        let isKeyAcceptable = Ed25519.isAcceptable(key.span)
        #expect(isKeyAcceptable)
        let isFirstHalfAcceptable = Ed25519.isAcceptable(signature.span.extracting(first: 32))
        #expect(isFirstHalfAcceptable)
        let low: [UInt8] = [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9,
            0xDE, 0x14,
        ]
        let order = low + [UInt8](repeating: 0, count: 15) + [0x10]
        #expect(signature.suffix(32).reversed().lexicographicallyPrecedes(order.reversed()))
    }
}
