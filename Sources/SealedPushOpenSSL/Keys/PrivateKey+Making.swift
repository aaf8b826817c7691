// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
    /// Reads an unencrypted key in DER, of PKCS#8, PKCS#1 or SEC1; nothing may follow it.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``; ``OpenSSLError/wrongKind(_:)`` for kinds that nothing here uses.
    init(der file: Span<UInt8>) throws(OpenSSLError) {
        try self.init(pkcs8: PrivateKeyInfo.der(of: file))
    }

    /// Takes a key in the one form that it is kept in.
    init(pkcs8 der: consuming WipedBytes) throws(OpenSSLError) {
        let handle = try der.withBytes { der throws(OpenSSLError) in
            try Library.wipingStack { () throws(OpenSSLError) in try Self.handle(der) }
        }
        self.init(handle, der: der)
    }

    private static func handle(_ der: Span<UInt8>) throws(OpenSSLError) -> Handle {
        let info = try PrivateKeyInfo(reading: der)
        let key = der.extracting(info.key)
        switch info.algorithm {
        case NID_X9_62_id_ecPublicKey: return try curveKey(key, on: info.curve)
        case NID_rsaEncryption: return try rsaKey(key)
        case NID_ED25519: return try plainKey(key, "ED25519")
        case NID_ED448: return try plainKey(key, "ED448")
        case NID_X25519: return try plainKey(key, "X25519")
        case NID_X448: return try plainKey(key, "X448")
        default: throw .wrongKind(.other)
        }
    }

    /// ECPrivateKey (RFC 5915, section 3).
    private static func curveKey(
        _ der: Span<UInt8>,
        on curve: Int32
    ) throws(OpenSSLError) -> Handle {
        // Nobody uses one whose curve has no name.
        guard let name = unsafe OSSL_EC_curve_nid2name(curve) else { throw .wrongKind(.otherCurve) }
        var file = DERReader(der.indices)
        var parts = DERReader(try file.next(DERReader.sequence, in: der))
        _ = try parts.next(DERReader.integer, in: der)
        let scalar = der.extracting(try parts.next(DERReader.octetString, in: der))
        // That of the largest curve with a name, in bits: 571.
        guard (1...72).contains(scalar.count) else { throw .noPrivateKey }
        if parts.nextTag(in: der) == DERReader.zero {
            _ = try parts.next(DERReader.zero, in: der)
        }
        let point =
            parts.nextTag(in: der) == DERReader.one
            ? try point(written: &parts, der) : try point(of: scalar, on: curve)
        var parameters = KeyParameters(capacity: 64 + scalar.count + point.count)
        parameters.add(text: "group", unsafe String(cString: name))
        parameters.add(number: "priv", scalar)
        parameters.add(bytes: "pub", point.span)
        return try parameters.key("EC")
    }

    /// The public half that stands in a key.
    private static func point(
        written parts: inout DERReader,
        _ der: Span<UInt8>
    ) throws(OpenSSLError) -> [UInt8] {
        var outside = DERReader(try parts.next(DERReader.one, in: der))
        let bits = try outside.next(DERReader.bitString, in: der)
        guard bits.count > 1, der[bits.lowerBound] == 0 else { throw .noPrivateKey }
        return der.extracting(bits.dropFirst()).copy
    }

    /// The public half of a private number, for keys that are written without it.
    private static func point(
        of scalar: Span<UInt8>,
        on curve: Int32
    ) throws(OpenSSLError) -> [UInt8] {
        let group = try unsafe Handle(
            EC_GROUP_new_by_curve_name_ex(Library.context, nil, curve),
            freedBy: { unsafe EC_GROUP_free($0) }
        )
        let number = try unsafe scalar.withCBytes { bytes, count throws(OpenSSLError) in
            try unsafe Handle(
                BN_bin2bn(bytes, Int32(count), nil),
                freedBy: { unsafe BN_clear_free($0) }
            )
        }
        return try unsafe group.with { group throws(OpenSSLError) in
            let point = try unsafe Handle(
                EC_POINT_new(group),
                freedBy: { unsafe EC_POINT_free($0) }
            )
            // Of the largest curves, 133.
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = unsafe point.with { point in
                unsafe number.with { number in
                    unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1
                        ? EC_POINT_point2oct(
                            group,
                            point,
                            POINT_CONVERSION_UNCOMPRESSED,
                            &bytes,
                            bytes.count,
                            nil
                        ) : 0
                }
            }
            guard count > 0 else {
                ERR_clear_error()
                throw .noPrivateKey
            }
            return Array(bytes.prefix(count))
        }
    }

    /// RSAPrivateKey of two primes (RFC 8017, appendix A.1.2).
    private static func rsaKey(_ der: Span<UInt8>) throws(OpenSSLError) -> Handle {
        var file = DERReader(der.indices)
        var parts = DERReader(try file.next(DERReader.sequence, in: der))
        let version = try parts.next(DERReader.integer, in: der)
        guard version.count == 1, der[version.lowerBound] == 0 else { throw .wrongKind(.other) }
        var parameters = KeyParameters(capacity: der.count)
        let names: [StaticString] = [
            "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
            "rsa-coefficient1",
        ]
        for name in names {
            parameters.add(
                number: name,
                der.extracting(try parts.next(DERReader.integer, in: der))
            )
        }
        return try parameters.key("RSA")
    }

    /// An OCTET STRING alone (RFC 8410, section 7).
    private static func plainKey(
        _ der: Span<UInt8>,
        _ kind: String
    ) throws(OpenSSLError) -> Handle {
        var file = DERReader(der.indices)
        let bytes = der.extracting(try file.next(DERReader.octetString, in: der))
        let key = unsafe bytes.withCBytes { bytes, count in
            unsafe EVP_PKEY_new_raw_private_key_ex(Library.context, kind, nil, bytes, count)
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        return try unsafe Handle(key: key)
    }
}
