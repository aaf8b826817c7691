// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The parts of a key of an elliptic curve (ECPrivateKey, RFC 5915, section 3).
struct CurveKey: ~Copyable {
    private let curve: NamedCurve
    /// The private number, as long as the curve's are.
    private let scalar: WipedBytes
    /// The public half, where it is written.
    private let point: [UInt8]?

    /// Reads it; nothing may follow.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``, also where the curve inside is not `outside`.
    init(
        reading der: Span<UInt8>,
        on outside: NamedCurve?
    ) throws(OpenSSLError) {
        var file = DERReader(der.indices)
        var parts = DERReader(try file.next(DERReader.sequence, in: der))
        guard file.isAtEnd, try parts.nextSmallNumber(in: der) == 1 else { throw .noPrivateKey }
        let number = try parts.next(DERReader.octetString, in: der)
        let inside =
            parts.nextTag(in: der) == DERReader.zero ? try Self.curve(&parts, der) : outside
        guard let curve = inside, outside == nil || outside == curve else { throw .noPrivateKey }
        let point = parts.nextTag(in: der) == DERReader.one ? try Self.point(&parts, der) : nil
        guard parts.isAtEnd else { throw .noPrivateKey }
        scalar = try Self.scalar(der.extracting(number), count: curve.scalarCount)
        self.curve = curve
        self.point = point
    }

    private static func curve(
        _ parts: inout DERReader,
        _ der: Span<UInt8>
    ) throws(OpenSSLError) -> NamedCurve {
        var inside = DERReader(try parts.next(DERReader.zero, in: der))
        let parameters = try inside.nextElement(in: der)
        guard inside.isAtEnd else { throw .noPrivateKey }
        return try NamedCurve(reading: der.extracting(parameters))
    }

    private static func point(
        _ parts: inout DERReader,
        _ der: Span<UInt8>
    ) throws(OpenSSLError) -> [UInt8] {
        var inside = DERReader(try parts.next(DERReader.one, in: der))
        let bits = try inside.next(DERReader.bitString, in: der)
        guard inside.isAtEnd, bits.count > 1, der[bits.lowerBound] == 0 else {
            throw .noPrivateKey
        }
        return der.extracting(bits.dropFirst()).copy
    }

    /// The number in `count` bytes: some writers leave out zeros before it, or have one more.
    private static func scalar(
        _ number: Span<UInt8>,
        count: Int
    ) throws(OpenSSLError) -> WipedBytes {
        guard !number.isEmpty else { throw .noPrivateKey }
        guard number.count > count else {
            return WipedBytes(
                joining: [UInt8](repeating: 0, count: count - number.count).span,
                number
            )
        }
        let surplus = number.count - count
        guard (0..<surplus).allSatisfy({ number[$0] == 0 }) else { throw .noPrivateKey }
        return WipedBytes(copying: number.extracting(droppingFirst: surplus))
    }

    /// Makes OpenSSL's key of it.
    func handle() throws(OpenSSLError) -> Handle {
        let point = if let point { point } else { try computedPoint() }
        let name = curve.name
        return try scalar.withBytes { scalar throws(OpenSSLError) in
            var parameters = KeyParameters(capacity: 64 + scalar.count + point.count)
            parameters.add(text: "group", name)
            parameters.add(number: "priv", scalar)
            parameters.add(bytes: "pub", point.span)
            return try parameters.key(KeyAlgorithm.curve.name)
        }
    }

    /// Writes it in PKCS#8, with the public half where there was one.
    func der(as info: PrivateKeyInfo) -> WipedBytes {
        let identifier = curve.identifier
        let count = point?.count ?? 0
        var writer = DERWriter(capacity: 128 + identifier.count + scalar.count + count)
        let name = [DERReader.objectIdentifier, UInt8(identifier.count)] + identifier
        info.write(to: &writer, name) { writer in
            writer.write(DERReader.sequence) { writer in
                if let point {
                    writer.write(DERReader.one) { writer in
                        writer.write(DERReader.bitString) { $0.write([0] + point) }
                    }
                }
                writer.write(DERReader.octetString) { writer in
                    scalar.withBytes { writer.write($0) }
                }
                writer.write([DERReader.integer, 1, 1])
            }
        }
        return writer.finish()
    }

    /// The public half, for keys that are written without it.
    private func computedPoint() throws(OpenSSLError) -> [UInt8] {
        let group = try curve.group()
        let number = try scalar.withBytes { scalar throws(OpenSSLError) in
            try unsafe scalar.withCBytes { bytes, count throws(OpenSSLError) in
                try unsafe Handle(
                    BN_bin2bn(bytes, Int32(count), nil),
                    freedBy: { unsafe BN_clear_free($0) }
                )
            }
        }
        return try unsafe group.with { group throws(OpenSSLError) in
            let point = try unsafe Handle(
                EC_POINT_new(group),
                freedBy: { unsafe EC_POINT_free($0) }
            )
            // Of the largest curves, 145.
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
}
