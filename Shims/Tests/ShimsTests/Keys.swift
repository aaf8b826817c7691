// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

/// Keys of tests, and what each kind of them has to do.
enum Keys {
    static func rsa(_ data: Data, _ keyClass: CFString = kSecAttrKeyClassPrivate) -> SecKey? {
        make(data, kSecAttrKeyTypeRSA, keyClass)
    }

    static func make(_ data: Data, _ type: CFString, _ keyClass: CFString) -> SecKey? {
        let attributes: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
        return SecKeyCreateWithData(data as CFData, attributes as CFDictionary, nil)
    }

    /// Signs on both sides, with `private.pem` and `public.pem` on the other.
    static func check(
        _ openssl: OpenSSLCommand,
        _ keys: (SecKey, SecKey),
        _ digest: String,
        _ options: String,
        ofDigest: SecKeyAlgorithm,
        ofMessage: SecKeyAlgorithm
    ) throws {
        let text = Data("Dinner at eight?".utf8)
        try openssl.write(text, to: "text")
        let hash = try openssl.run("dgst -\(digest) -binary text")
        try openssl.write(hash, to: "hash")
        let theirs = try openssl.run("pkeyutl -sign -inkey private.pem -in hash \(options)")
        for (algorithm, signed) in [(ofDigest, hash), (ofMessage, text)] {
            let isTrue = SecKeyVerifySignature(
                keys.1,
                algorithm,
                signed as CFData,
                theirs as CFData,
                nil
            )
            #expect(isTrue)
            var error: Unmanaged<CFError>?
            let isFalse = unsafe SecKeyVerifySignature(
                keys.1,
                algorithm,
                Data(signed.reversed()) as CFData,
                theirs as CFData,
                &error
            )
            #expect(!isFalse)
            let told = unsafe error?.takeRetainedValue()
            #expect(told.map(CFErrorGetCode) == Int(errSecVerifyFailed))

            let ours = SecKeyCreateSignature(keys.0, algorithm, signed as CFData, nil)
            try openssl.write(try #require(ours as Data?), to: "signature")
            try openssl.run(
                "pkeyutl -verify -pubin -inkey public.pem -in hash -sigfile signature \(options)"
            )
        }
        let short = hash.dropLast() as CFData
        #expect(SecKeyCreateSignature(keys.0, ofDigest, short, nil) == nil)
    }
}
