// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A key that is bytes alone, in an OCTET STRING (RFC 8410, section 7), as their place.
struct PlainKey {
    private let bytes: Range<Int>

    /// Reads it; nothing may follow.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``.
    init(reading der: Span<UInt8>) throws(OpenSSLError) {
        var file = DERReader(der.indices)
        bytes = try file.next(DERReader.octetString, in: der)
        guard file.isAtEnd else { throw .noPrivateKey }
    }

    /// Makes OpenSSL's key of it, of the kind that it calls `kind`.
    func handle(_ kind: String, in der: Span<UInt8>) throws(OpenSSLError) -> Handle {
        let key = unsafe der.extracting(bytes).withCBytes { bytes, count in
            unsafe EVP_PKEY_new_raw_private_key_ex(Library.context, kind, nil, bytes, count)
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        return try unsafe Handle(key: key)
    }

    /// Writes it in PKCS#8.
    func der(as info: PrivateKeyInfo, in der: Span<UInt8>) -> WipedBytes {
        var writer = DERWriter(capacity: der.count + 64)
        info.write(to: &writer, []) { writer in
            writer.write(DERReader.octetString) { $0.write(der.extracting(bytes)) }
        }
        return writer.finish()
    }
}
