// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Makes archives as keychains and `openssl pkcs12` do.
enum Archive {
    /// What was given is no key, or no certificate.
    struct Unusable: Error {}

    /// A `.p12` with a certificate and its key, which are PEM.
    static func bytes(
        certificate: String,
        key: String,
        passphrase: String
    ) throws(Unusable) -> [UInt8] {
        let key = unsafe read(key) { bio in unsafe PEM_read_bio_PrivateKey(bio, nil, nil, nil) }
        defer { unsafe EVP_PKEY_free(key) }
        let certificate = unsafe read(certificate) { bio in
            unsafe PEM_read_bio_X509(bio, nil, nil, nil)
        }
        defer { unsafe X509_free(certificate) }
        guard
            let archive = unsafe PKCS12_create(
                passphrase,
                "provider",
                key,
                certificate,
                nil,
                0,
                0,
                0,
                0,
                0
            )
        else { throw Unusable() }
        defer { unsafe PKCS12_free(archive) }
        var bytes = [UInt8](repeating: 0, count: Int(unsafe i2d_PKCS12(archive, nil)))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var next = buffer.baseAddress
            _ = unsafe i2d_PKCS12(archive, &next)
        }
        return bytes
    }

    private static func read(
        _ text: String,
        _ body: (OpaquePointer?) -> OpaquePointer?
    ) -> OpaquePointer? {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBytes { bytes in
            let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { unsafe BIO_free(bio) }
            return unsafe body(bio)
        }
    }
}
