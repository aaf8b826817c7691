// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import Security
import Testing

/// Keys of RSA, made by `openssl` and used on both sides.
@Suite final class RSAKeyTests {
    /// One key for all, as making one takes long.
    private static let pem = Result {
        let openssl = try OpenSSLCommand()
        defer { openssl.remove() }
        return try openssl.run("genrsa -traditional 2048")
    }

    private let openssl: OpenSSLCommand
    private let key: SecKey
    private let publicKey: SecKey

    init() throws {
        openssl = try OpenSSLCommand()
        try openssl.write(Self.pem.get(), to: "private.pem")
        try openssl.run("rsa -in private.pem -pubout -out public.pem")
        let data = try openssl.run("rsa -in private.pem -traditional -outform DER")
        key = try #require(Keys.rsa(data))
        publicKey = try #require(SecKeyCopyPublicKey(key))
    }

    deinit {
        openssl.remove()
    }

    @Test func `a key is written as OpenSSL writes it`() throws {
        let written = SecKeyCopyExternalRepresentation(key, nil) as Data?
        #expect(written == (try openssl.run("rsa -in private.pem -traditional -outform DER")))
        let pkcs1 = try openssl.run("rsa -in private.pem -RSAPublicKey_out -outform DER")
        #expect(SecKeyCopyExternalRepresentation(publicKey, nil) as Data? == pkcs1)
        #expect(SecKeyGetBlockSize(key) == 256)
        let attributes = SecKeyCopyAttributes(publicKey) as? [String: Any]
        #expect(attributes?[kSecAttrKeySizeInBits as String] as? Int == 2048)
        let label = Data(Insecure.SHA1.hash(data: pkcs1))
        #expect(attributes?[kSecAttrApplicationLabel as String] as? Data == label)
    }

    @Test func `SubjectPublicKeyInfo is read, PKCS 8 is not`() throws {
        let information = try openssl.run("rsa -in private.pem -pubout -outform DER")
        let read = try #require(Keys.rsa(information, kSecAttrKeyClassPublic))
        let written = SecKeyCopyExternalRepresentation(publicKey, nil) as Data?
        #expect(SecKeyCopyExternalRepresentation(read, nil) as Data? == written)
        let pkcs8 = try openssl.run("pkcs8 -topk8 -nocrypt -in private.pem -outform DER")
        #expect(Keys.rsa(pkcs8) == nil)
    }

    @Test(arguments: [
        ("rsa_padding_mode:pkcs1", SecKeyAlgorithm.rsaEncryptionPKCS1),
        ("rsa_padding_mode:oaep", .rsaEncryptionOAEPSHA1),
        ("rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha224", .rsaEncryptionOAEPSHA224),
        ("rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256", .rsaEncryptionOAEPSHA256),
        ("rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha384", .rsaEncryptionOAEPSHA384),
        ("rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha512", .rsaEncryptionOAEPSHA512),
    ])
    func `what one side encrypts the other decrypts`(
        _ option: String,
        _ algorithm: SecKeyAlgorithm
    ) throws {
        let text = Data("Dinner at eight?".utf8)
        try openssl.write(text, to: "text")
        let theirs = try openssl.run(
            "pkeyutl -encrypt -pubin -inkey public.pem -in text -pkeyopt \(option)"
        )
        #expect(SecKeyCreateDecryptedData(key, algorithm, theirs as CFData, nil) as Data? == text)

        let ours = SecKeyCreateEncryptedData(publicKey, algorithm, text as CFData, nil)
        try openssl.write(try #require(ours as Data?), to: "ours")
        let opened = try openssl.run(
            "pkeyutl -decrypt -inkey private.pem -in ours -pkeyopt \(option)"
        )
        #expect(opened == text)

        var error: Unmanaged<CFError>?
        let wrong = unsafe SecKeyCreateDecryptedData(
            key,
            algorithm,
            Data(theirs.reversed()) as CFData,
            &error
        )
        #expect(wrong == nil)
        let told = unsafe error?.takeRetainedValue()
        #expect(told.map(CFErrorGetCode) == Int(errSecParam))
    }

    @Test(arguments: [
        (
            "sha1", "pkcs1", SecKeyAlgorithm.rsaSignatureDigestPKCS1v15SHA1,
            SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA1
        ),
        (
            "sha224", "pkcs1", .rsaSignatureDigestPKCS1v15SHA224,
            .rsaSignatureMessagePKCS1v15SHA224
        ),
        (
            "sha256", "pkcs1", .rsaSignatureDigestPKCS1v15SHA256,
            .rsaSignatureMessagePKCS1v15SHA256
        ),
        (
            "sha384", "pkcs1", .rsaSignatureDigestPKCS1v15SHA384,
            .rsaSignatureMessagePKCS1v15SHA384
        ),
        (
            "sha512", "pkcs1", .rsaSignatureDigestPKCS1v15SHA512,
            .rsaSignatureMessagePKCS1v15SHA512
        ),
        ("sha1", "pss", .rsaSignatureDigestPSSSHA1, .rsaSignatureMessagePSSSHA1),
        ("sha224", "pss", .rsaSignatureDigestPSSSHA224, .rsaSignatureMessagePSSSHA224),
        ("sha256", "pss", .rsaSignatureDigestPSSSHA256, .rsaSignatureMessagePSSSHA256),
        ("sha384", "pss", .rsaSignatureDigestPSSSHA384, .rsaSignatureMessagePSSSHA384),
        ("sha512", "pss", .rsaSignatureDigestPSSSHA512, .rsaSignatureMessagePSSSHA512),
    ])
    func `what one side signs the other verifies`(
        _ digest: String,
        _ padding: String,
        _ ofDigest: SecKeyAlgorithm,
        _ ofMessage: SecKeyAlgorithm
    ) throws {
        let salt = padding == "pss" ? " -pkeyopt rsa_pss_saltlen:digest" : ""
        let options = "-pkeyopt rsa_padding_mode:\(padding) -pkeyopt digest:\(digest)\(salt)"
        try Keys.check(
            openssl,
            (key, publicKey),
            digest,
            options,
            ofDigest: ofDigest,
            ofMessage: ofMessage
        )
    }

    @Test(arguments: [
        ("sha1", SecKeyAlgorithm.rsaEncryptionOAEPSHA1AESGCM),
        ("sha224", .rsaEncryptionOAEPSHA224AESGCM), ("sha256", .rsaEncryptionOAEPSHA256AESGCM),
        ("sha384", .rsaEncryptionOAEPSHA384AESGCM), ("sha512", .rsaEncryptionOAEPSHA512AESGCM),
    ])
    func `a long text is encrypted under a wrapped key`(
        _ digest: String,
        _ algorithm: SecKeyAlgorithm
    ) throws {
        let text = Data(count: 5000)
        let sealed = SecKeyCreateEncryptedData(publicKey, algorithm, text as CFData, nil) as Data?
        #expect(sealed?.count == 256 + 5000 + 16)
        let opened = SecKeyCreateDecryptedData(key, algorithm, try #require(sealed) as CFData, nil)
        #expect(opened as Data? == text)

        // The same, made by hand: the public key is authenticated, and the IV is of zeros.
        let session = SymmetricKey(size: .bits128)
        try openssl.write(unsafe session.withUnsafeBytes { unsafe Data($0) }, to: "session")
        let wrapped = try openssl.run(
            "pkeyutl -encrypt -pubin -inkey public.pem -in session "
                + "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:\(digest)"
        )
        let box = try AES.GCM.seal(
            Data("Hello".utf8),
            using: session,
            nonce: AES.GCM.Nonce(data: Data(count: 16)),
            authenticating: try #require(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
        )
        let theirs = wrapped + box.ciphertext + box.tag
        let hello = SecKeyCreateDecryptedData(key, algorithm, theirs as CFData, nil) as Data?
        #expect(hello == Data("Hello".utf8))
        for length in [0, 15, 255, 256, 271, theirs.count - 1] {
            let cut = theirs.prefix(length) as CFData
            #expect(SecKeyCreateDecryptedData(key, algorithm, cut, nil) == nil, "\(length)")
        }
    }

    @Test(arguments: [SecPadding.PKCS1, .OAEP, []])
    func `the older functions encrypt and decrypt a block`(_ padding: SecPadding) {
        let text = Array("Hello".utf8)
        var (sealed, count) = ([UInt8](repeating: 0, count: 256), 256)
        var status = unsafe SecKeyEncrypt(publicKey, padding, text, text.count, &sealed, &count)
        guard padding != [] else {
            #expect(status == errSecParam)
            return
        }
        #expect(status == errSecSuccess && count == 256)
        var (opened, length) = ([UInt8](repeating: 0, count: 256), 256)
        status = unsafe SecKeyDecrypt(key, padding, sealed, count, &opened, &length)
        #expect(status == errSecSuccess)
        #expect(opened.prefix(length) == text[...])
        length = 4
        status = unsafe SecKeyDecrypt(key, padding, sealed, count, &opened, &length)
        #expect(status == errSecParam)
    }

    @Test func `a damaged key is refused, or is another one`() throws {
        let data = try #require(SecKeyCopyExternalRepresentation(key, nil) as Data?)
        for length in stride(from: 0, to: data.count, by: 7) {
            #expect(Keys.rsa(data.prefix(length)) == nil, "\(length)")
        }
        for place in stride(from: 0, to: data.count, by: 5) {
            var changed = data
            changed[place] ^= 1 << UInt8(place % 8)
            guard let read = Keys.rsa(changed) else { continue }
            let text = Data(count: 256) as CFData
            _ = SecKeyCreateDecryptedData(read, .rsaEncryptionPKCS1, text, nil)
        }
    }
}
