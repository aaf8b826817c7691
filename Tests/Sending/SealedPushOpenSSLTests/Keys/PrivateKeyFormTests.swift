// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushOpenSSL
import Testing

/// Keys in DER that other tools write otherwise than OpenSSL, and malformed ones.
struct PrivateKeyFormTests {
    @Test func `a key is lent in one form, however it was written`() throws {
        let rsa = try Sample.rsaNumbers
        let canonicalRSA = DER.sequence(
            DER.integer(0),
            DER.sequence(DER.rsaEncryption, DER.null),
            DER.octets(DER.sequence(DER.integer(0), rsa))
        )
        #expect(try PrivateKey.der(of: Sample.bytes("rsa.pem")) == canonicalRSA)
        let own = DER.sequence(DER.integer(0), rsa)
        let kind = DER.sequence(DER.rsaEncryption, DER.null)
        for file in [
            own, DER.sequence(DER.integer(1), kind, DER.octets(own)),
            DER.sequence(DER.integer(0), DER.sequence(DER.rsaEncryption), DER.octets(own)),
            DER.sequence(DER.integer(0), kind, DER.octets(own), DER.attributes),
            [0x30, 0x84, 0, 0] + canonicalRSA.dropFirst(2),
        ] {
            #expect(try PrivateKey.der(of: file) == canonicalRSA)
        }
        let token = try Sample.bytes("token.der")
        for file in try Self.forms(of: Curve.key(DER.p256)) + Self.forms(of: Curve.key())
            + ["token.p8", "sec1.der"].map(Sample.bytes)
        {
            #expect(try PrivateKey.der(of: file) == token)
        }
        let seed = [UInt8](repeating: 7, count: 32)
        let plain = DER.sequence(
            DER.integer(0),
            DER.sequence(DER.ed25519),
            DER.octets(DER.octets(seed))
        )
        #expect(try PrivateKey.der(of: plain) == plain)
    }

    @Test func `a private number of another length is read and written as long as the curve's`()
        throws
    {
        // Of a number with a zero first, some writers leave that out.
        let number: [UInt8] = [0] + (1...31)
        let key = try P256PrivateKey(scalar: number)
        let whole = key.withDER { der in der.indices.map { der[$0] } }
        for written in [Array(number.dropFirst()), number, [0] + number] {
            let file = DER.sequence(DER.integer(1), DER.octets(written), DER.tagged(0, DER.p256))
            #expect(try PrivateKey.der(of: file) == whole)
        }
        for wrong in [[], [1] + number] as [[UInt8]] {
            let file = DER.sequence(DER.integer(1), DER.octets(wrong), DER.tagged(0, DER.p256))
            #expect(throws: OpenSSLError.self) { try P256PrivateKey.point(in: file) }
        }
    }

    @Test(
        arguments: [
            ("another key's", Curve.pointOfOther, .invalidScalar),
            ("infinity", [0], .noPrivateKey),
            ("off the curve", Curve.pointOffCurve, .noPrivateKey),
            ("cut short", Array(Curve.point.dropLast()), .noPrivateKey),
            ("without bytes", [], .noPrivateKey),
        ] as [(String, [UInt8], OpenSSLError)]
    )
    func `a private key belongs to the public half beside it`(
        _ name: String,
        _ point: [UInt8],
        _ error: OpenSSLError
    ) {
        let key = Curve.key(DER.p256, point: DER.bits(point))
        for file in [key, Curve.pkcs8(key), Curve.pkcs8(Curve.key(point: DER.bits(point)))] {
            #expect(throws: error, "\(name)") { try P256PrivateKey.point(in: file) }
        }
    }

    @Test(
        arguments: [[UInt8](repeating: 0, count: 32), Curve.order, Curve.orderAndOne],
        [nil, Curve.point, Curve.pointOfOther]
    )
    func `a private number is between 0 and the order, whatever public half is beside it`(
        _ number: [UInt8],
        _ point: [UInt8]?
    ) {
        let key = Curve.key(DER.p256, number: number, point: point.map(DER.bits))
        for file in [key, Curve.pkcs8(key)] {
            #expect(throws: OpenSSLError.invalidScalar) { try P256PrivateKey.point(in: file) }
        }
    }

    @Test func `a public half may be compressed`() throws {
        let x = Curve.point[1..<33]
        let key = Curve.key(DER.p256, point: DER.bits([2 + Curve.point[64] % 2] + x))
        for file in [key, Curve.pkcs8(key)] {
            #expect(try P256PrivateKey.point(in: file) == Curve.point)
        }
        let other = Curve.key(DER.p256, point: DER.bits([3 - Curve.point[64] % 2] + x))
        for file in [other, Curve.pkcs8(other)] {
            #expect(throws: OpenSSLError.invalidScalar) { try P256PrivateKey.point(in: file) }
        }
    }

    /// A key of SEC1 in PKCS#8, in each form.
    private static func forms(of key: [UInt8]) -> [[UInt8]] {
        let kind = DER.sequence(DER.ecPublicKey, DER.p256)
        let whole = Curve.pkcs8(key)
        return [
            whole, DER.sequence(DER.integer(1), kind, DER.octets(key)),
            DER.sequence(DER.integer(0), kind, DER.octets(key), DER.attributes),
            [0x30, 0x82, 0] + whole.dropFirst(2),
        ]
    }
}

/// The key of `token.p8`, and what could stand in its place.
private enum Curve {
    /// Its number.
    static let number = [UInt8](
        hex: "b9a0ba08c47db2d5b7ed977a9aeb91d2599a1665c3033f242c844441188d02f2"
    )
    /// Its public half.
    static let point = [UInt8](
        hex: "04318cf8ee254ccab8c15e5aea88d1f2868d4c0f5e86bddd28de7b1a4263ec2392"
            + "38b2d2f11156a272f66af767e9d207cee573c4f1a98b457fb44c2ab49ecc498a"
    )
    /// The generator, which is the public half of 1.
    static let pointOfOther = [UInt8](
        hex: "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    )
    static let pointOffCurve: [UInt8] = point.dropLast() + [point[64] ^ 1]
    static let order = [UInt8](
        hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    )
    /// Modulo the order it is 1.
    static let orderAndOne: [UInt8] = order.dropLast() + [order[31] + 1]

    /// ECPrivateKey, with a curve in it if one is given.
    static func key(
        _ curve: [UInt8]? = nil,
        version: UInt8 = 1,
        number: [UInt8] = number,
        point: [UInt8]? = DER.bits(point),
        after: [UInt8] = []
    ) -> [UInt8] {
        DER.sequence(
            DER.integer(version),
            DER.octets(number),
            curve.map { DER.tagged(0, $0) } ?? [],
            point.map { DER.tagged(1, $0) } ?? [],
            after
        )
    }

    static func pkcs8(_ key: [UInt8]) -> [UInt8] {
        DER.sequence(DER.integer(0), DER.sequence(DER.ecPublicKey, DER.p256), DER.octets(key))
    }
}
