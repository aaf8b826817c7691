// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key in DER (PKCS#8, RFC 5958), which says what kind it is of; places in the bytes alone.
struct PrivateKeyInfo {
    /// OpenSSL's number of the algorithm.
    let algorithm: Int32
    /// OpenSSL's number of the curve that stands beside the algorithm; that of nothing where none does.
    let curve: Int32
    /// The key in its own form.
    let key: Range<Int>

    /// Reads it; nothing may follow.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``.
    init(reading der: Span<UInt8>) throws(OpenSSLError) {
        var file = DERReader(der.indices)
        var info = DERReader(try file.next(DERReader.sequence, in: der))
        guard file.isAtEnd else { throw .noPrivateKey }
        let version = try info.next(DERReader.integer, in: der)
        guard version.count == 1, der[version.lowerBound] <= 1 else { throw .noPrivateKey }
        var kind = DERReader(try info.next(DERReader.sequence, in: der))
        algorithm = try Self.name(&kind, der)
        let hasCurve = kind.nextTag(in: der) == DERReader.objectIdentifier
        curve = hasCurve ? try Self.name(&kind, der) : NID_undef
        key = try info.next(DERReader.octetString, in: der)
    }

    private static func name(
        _ reader: inout DERReader,
        _ der: Span<UInt8>
    ) throws(OpenSSLError) -> Int32 {
        let place = try reader.next(DERReader.objectIdentifier, in: der)
        let name = DERHead.bytes(DERReader.objectIdentifier, count: place.count)
        let bytes = name + der.extracting(place).copy
        let object = unsafe bytes.span.withCBytes { bytes, count in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            return unsafe d2i_ASN1_OBJECT(nil, &next, count)
        }
        defer {
            unsafe ASN1_OBJECT_free(object)
            ERR_clear_error()
        }
        return unsafe object == nil ? NID_undef : OBJ_obj2nid(object)
    }
}

extension PrivateKeyInfo {
    /// Any of the forms of a key in DER as PKCS#8: itself, or what is put around SEC1 (RFC 5915) and PKCS#1 (RFC 8017).
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``.
    static func der(of file: Span<UInt8>) throws(OpenSSLError) -> WipedBytes {
        var outside = DERReader(file.indices)
        var key = DERReader(try outside.next(DERReader.sequence, in: file))
        guard outside.isAtEnd else { throw .noPrivateKey }
        _ = try key.next(DERReader.integer, in: file)
        let kind: [UInt8]
        switch key.nextTag(in: file) {
        case DERReader.sequence: return WipedBytes(copying: file)
        case DERReader.octetString: kind = ecPublicKey + (try curve(of: &key, file))
        case DERReader.integer: kind = rsaEncryption
        default: throw .noPrivateKey
        }
        let inside =
            [0x02, 0x01, 0x00] + DERHead.bytes(DERReader.sequence, count: kind.count) + kind
            + DERHead.bytes(DERReader.octetString, count: file.count)
        let head = DERHead.bytes(DERReader.sequence, count: inside.count + file.count) + inside
        return WipedBytes(joining: head.span, file)
    }

    /// The name of the curve that stands in a key of SEC1, in DER.
    private static func curve(
        of key: inout DERReader,
        _ file: Span<UInt8>
    ) throws(OpenSSLError) -> [UInt8] {
        _ = try key.next(DERReader.octetString, in: file)
        var inside = DERReader(try key.next(DERReader.zero, in: file))
        let name = try inside.next(DERReader.objectIdentifier, in: file)
        return DERHead.bytes(DERReader.objectIdentifier, count: name.count)
            + file.extracting(name).copy
    }

    /// OBJECT IDENTIFIER id-ecPublicKey (RFC 5480, section 2.1.1).
    private static let ecPublicKey: [UInt8] = [
        0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
    ]
    /// OBJECT IDENTIFIER rsaEncryption, NULL (RFC 8017, appendix A.1).
    private static let rsaEncryption: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
}
