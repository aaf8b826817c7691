// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import Security
import Testing

/// Keys of curves.
struct CurveKeyTests {
    /// A key, two ciphertexts of "Hello" to it, and 70 bytes that are derived from a secret.
    ///
    /// The secret is the one that the key shares with the point of the ciphertexts; "info" goes
    /// into the bytes. Python's package `cryptography` made them.
    struct Vector: Sendable {
        let algorithms: [SecKeyAlgorithm]
        let key: String
        let sealed: [String]
        let derived: String

        init(
            _ fixedIV: SecKeyAlgorithm,
            _ variableIV: SecKeyAlgorithm,
            _ exchange: SecKeyAlgorithm,
            key: String,
            fixed: String,
            variable: String,
            derived: String
        ) {
            algorithms = [fixedIV, variableIV, exchange]
            (self.key, self.derived, sealed) = (key, derived, [fixed, variable])
        }
    }

    private static let vectors = [
        Vector(
            .eciesEncryptionStandardX963SHA256AESGCM,
            .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
            .ecdhKeyExchangeStandardX963SHA256,
            key: "BFFcPW6545a5BNP+yn9U/c0MwemXvzddylFa0KbDtANfRTa+OlDzGPv5pUdZAqIhUCvvDVfgjFOy"
                + "zApW8X2fk1QBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIA==",
            fixed: "BOGvi77IUuviBMBOQwCIKBQQS9ek9MHnwSmyWSJhij/z7SQbgswhMSYbGUVic4qYRd7nxHp1xV+b"
                + "uiH7lD8RNFR4F6wjyXFGO0Oz87b2RjM9L1hC0oo=",
            variable: "BOGvi77IUuviBMBOQwCIKBQQS9ek9MHnwSmyWSJhij/z7SQbgswhMSYbGUVic4qYRd7nxHp1xV+b"
                + "uiH7lD8RNFS4h+wFraXHvzXiZUPyioJf7AdGEYg=",
            derived: "gEAKl9ZKvs31N72KFaZyyyzdv0EMQ44eLKbdOg8MH+eUFFhydlsBwejuwAkhrmy11jtJtI0DHTx0"
                + "ib5WFGXJItGN2CbiBQ=="
        ),
        Vector(
            .eciesEncryptionStandardX963SHA384AESGCM,
            .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
            .ecdhKeyExchangeStandardX963SHA384,
            key: "BMdvIoPdqVzUmw7Z5zPSkER043IW8SThPSyatM8BAhxJrZyrs9C5dJmu8vCrMT+gKCa8H4NFG1yJ"
                + "Yqdcr/c1iNRACmKWQ2FU+zQ8OT6RBIpse8utyDzYpfJv6uiDFW+SoQECAwQFBgcICQoLDA0ODxAR"
                + "EhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMA==",
            fixed: "BDPM75STPkH0dLaZICq4IZixinid1qMeGp/sBOQRolcgJ1ZMcqfBq1ltVT/OY+eTCmbyEIVa4dY2"
                + "YQQd2o7YzO6bFsSDWX25x8RMhvcDrRrKhi9Vvn+cL5BFAquOfiPZeGUndH3r0/ogu4b4BM6tHURt"
                + "0eHIkQ==",
            variable: "BDPM75STPkH0dLaZICq4IZixinid1qMeGp/sBOQRolcgJ1ZMcqfBq1ltVT/OY+eTCmbyEIVa4dY2"
                + "YQQd2o7YzO6bFsSDWX25x8RMhvcDrRrKhi9Vvn+cL5BFAquOfiPZeHzYoI6L0aq1xchDz/jMOmGM"
                + "T9Qjhw==",
            derived: "vWuC+D1+rwPu2ozzNLQIDeHQQOcymtslqCX2H/aDKE+JweIg17g91JW0Ic6SulrZKy+M9ath0Dwc"
                + "lIOOPxWCo1GXfMr+/w=="
        ),
        Vector(
            .eciesEncryptionStandardX963SHA512AESGCM,
            .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
            .ecdhKeyExchangeStandardX963SHA512,
            key: "BAEm9+am33CHyUsMGwsZSoVmnugQ/aLq4SymQWDe1rJsRkdevtzOrkAR2o7dXGOU4LC9QgmhUify"
                + "V0ZWJWhUp+tuRgG5okjNQBfd1ML2zCfPCjB6GDjukjeRPYpQF2C3pjjJVzuaCgjO0wvvp6PAk4u6"
                + "qncKe8N90XWVfLOkXr3jyYJu6wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQl"
                + "JicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9AQQ==",
            fixed: "BAHzCZDws2CaRHorW1PWGZ/5bOFWbdRcvgLt4+E6dHHwrsE7OliJ5whJ0aDL2WWKCYOqw5v4fbVZ"
                + "/eM7eyVP89DqCwFEG4cmdfW8CixafUK/l4UZDtr805pkLOQ7fZ1Po9YZs3VM5bQN7lqs94xVNa6I"
                + "kpgh8nvJxArhpzrFhrDXLQfxU0sOawLyubTuBW8VwDxdfN/6zkxDlA==",
            variable: "BAHzCZDws2CaRHorW1PWGZ/5bOFWbdRcvgLt4+E6dHHwrsE7OliJ5whJ0aDL2WWKCYOqw5v4fbVZ"
                + "/eM7eyVP89DqCwFEG4cmdfW8CixafUK/l4UZDtr805pkLOQ7fZ1Po9YZs3VM5bQN7lqs94xVNa6I"
                + "kpgh8nvJxArhpzrFhrDXLQfxU7MTmtGusnpW4JsEaE4L+jcJUSCddQ==",
            derived: "N1bwf5NOMYU2niuJj+PD77NXHJY8ppXZrp/9hYMb4RCnTa22pIuRjX09h+/wJlKEjj2XhPwLhsYU"
                + "7lmV/fpZ4K2Ays0eJw=="
        ),
    ]

    private static func key(_ base64: String) throws -> SecKey {
        let data = try #require(Data(base64Encoded: base64))
        return try #require(
            Keys.make(data, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate)
        )
    }

    @Test(arguments: vectors)
    func `what another library encrypted is decrypted`(_ vector: Vector) throws {
        let key = try Self.key(vector.key)
        for (algorithm, base64) in zip(vector.algorithms, vector.sealed) {
            let sealed = try #require(Data(base64Encoded: base64))
            let text = SecKeyCreateDecryptedData(key, algorithm, sealed as CFData, nil) as Data?
            #expect(text == Data("Hello".utf8))
            for place in sealed.indices {
                var changed = sealed
                changed[place] ^= 1
                let refused = SecKeyCreateDecryptedData(key, algorithm, changed as CFData, nil)
                #expect(refused == nil, "\(place)")
                let cut = sealed.prefix(place) as CFData
                #expect(SecKeyCreateDecryptedData(key, algorithm, cut, nil) == nil, "\(place)")
            }
        }
    }

    @Test(arguments: vectors)
    func `what is encrypted to a public key is decrypted by the private one`(
        _ vector: Vector
    ) throws {
        let key = try Self.key(vector.key)
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        for algorithm in vector.algorithms.prefix(2) {
            let text = Data("Dinner at eight?".utf8)
            let sealed = SecKeyCreateEncryptedData(publicKey, algorithm, text as CFData, nil)
            let opened = SecKeyCreateDecryptedData(key, algorithm, try #require(sealed), nil)
            #expect(opened as Data? == text)
        }
    }

    @Test(arguments: vectors)
    func `both sides agree on a secret`(_ vector: Vector) throws {
        let key = try Self.key(vector.key)
        let sealed = try #require(vector.sealed.first.flatMap { Data(base64Encoded: $0) })
        let point = sealed.dropLast(5 + 16)
        let other = try #require(
            Keys.make(point, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic)
        )
        let parameters: [CFString: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue: 70,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue: Data("info".utf8),
        ]
        let derived = SecKeyCopyKeyExchangeResult(
            key,
            vector.algorithms[2],
            other,
            parameters as CFDictionary,
            nil
        )
        #expect(derived as Data? == Data(base64Encoded: vector.derived))
        let whole = SecKeyCopyKeyExchangeResult(
            key,
            .ecdhKeyExchangeStandard,
            other,
            [:] as CFDictionary,
            nil
        )
        #expect(whole?.length == SecKeyGetBlockSize(key))
        let unsized = SecKeyCopyKeyExchangeResult(
            key,
            vector.algorithms[2],
            other,
            [:] as CFDictionary,
            nil
        )
        #expect(unsized == nil)
    }

    /// The curves, and the DER that stands before a point in a SubjectPublicKeyInfo.
    @Test(arguments: [
        (256, "3059301306072a8648ce3d020106082a8648ce3d030107034200"),
        (384, "3076301006072a8648ce3d020106052b81040022036200"),
        (521, "30819b301006072a8648ce3d020106052b8104002303818600"),
    ])
    func `openssl verifies what a key signs`(_ bits: Int, _ start: String) throws {
        let openssl = try OpenSSLCommand()
        defer { openssl.remove() }
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: bits,
        ]
        let made = SecKeyCreateRandomKey(parameters as CFDictionary, nil)
        let key = try #require(made)
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let point = try #require(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
        let prefix = stride(from: 0, to: start.count, by: 2).compactMap { place in
            UInt8(start.dropFirst(place).prefix(2), radix: 16)
        }
        try openssl.write(Data(prefix) + point, to: "public.der")
        try openssl.run("pkey -pubin -inform DER -in public.der -out public.pem")
        // Its private half is given to openssl as SEC 1 has it, without the point.
        let written = try #require(SecKeyCopyExternalRepresentation(key, nil) as Data?)
        let curves = [
            256: "06082a8648ce3d030107", 384: "06052b81040022", 521: "06052b81040023",
        ]
        let curve = try #require(curves[bits])
        let oid = stride(from: 0, to: curve.count, by: 2).compactMap { place in
            UInt8(curve.dropFirst(place).prefix(2), radix: 16)
        }
        let number = written.dropFirst(point.count)
        let body =
            [2, 1, 1, 4, UInt8(number.count)] + number + [0xA0, UInt8(oid.count)] + oid
        try openssl.write(Data([0x30, UInt8(body.count)] + body), to: "private.der")
        try openssl.run("ec -inform DER -in private.der -out private.pem")
        let algorithms: [(String, SecKeyAlgorithm, SecKeyAlgorithm)] = [
            ("sha1", .ecdsaSignatureDigestX962SHA1, .ecdsaSignatureMessageX962SHA1),
            ("sha224", .ecdsaSignatureDigestX962SHA224, .ecdsaSignatureMessageX962SHA224),
            ("sha256", .ecdsaSignatureDigestX962SHA256, .ecdsaSignatureMessageX962SHA256),
            ("sha384", .ecdsaSignatureDigestX962SHA384, .ecdsaSignatureMessageX962SHA384),
            ("sha512", .ecdsaSignatureDigestX962SHA512, .ecdsaSignatureMessageX962SHA512),
        ]
        for (digest, ofDigest, ofMessage) in algorithms {
            try Keys.check(
                openssl,
                (key, publicKey),
                digest,
                "-pkeyopt digest:\(digest)",
                ofDigest: ofDigest,
                ofMessage: ofMessage
            )
        }
    }

    @Test func `CryptoKit reads a key, and is read`() throws {
        let theirs = P256.Signing.PrivateKey()
        let key = try #require(
            Keys.make(theirs.x963Representation, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
        )
        let written = try #require(SecKeyCopyExternalRepresentation(key, nil) as Data?)
        #expect(written == theirs.x963Representation)
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let point = SecKeyCopyExternalRepresentation(publicKey, nil) as Data?
        #expect(point == theirs.publicKey.x963Representation)
    }

    @Test func `a damaged point is refused`() throws {
        let point = P256.Signing.PrivateKey().publicKey.x963Representation
        for length in 0...point.count {
            let key = Keys.make(point.prefix(length), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic)
            #expect((key != nil) == (length == point.count))
        }
        for place in point.indices {
            var changed = point
            changed[place] ^= 1
            #expect(Keys.make(changed, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic) == nil)
        }
        let compressed = P256.Signing.PrivateKey().publicKey.compressedRepresentation
        #expect(Keys.make(compressed, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic) == nil)
    }

    @Test(arguments: [
        (SecKeyAlgorithm.eciesEncryptionStandardX963SHA1AESGCM, [0, 0, 0, 1, 0]),
        (.eciesEncryptionCofactorVariableIVX963SHA224AESGCM, [0, 0, 0, 1, 0]),
        (.ecdhKeyExchangeCofactorX963SHA224, [0, 0, 0, 0, 1]),
        (.ecdsaSignatureMessageX962SHA256, [1, 0, 0, 0, 0]),
        (.rsaEncryptionPKCS1, [0, 0, 0, 0, 0]),
        (.rsaSignatureDigestPSSSHA256, [0, 0, 0, 0, 0]),
        (SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:MD5"), [0, 0, 0, 0, 0]),
        (SecKeyAlgorithm(rawValue: ""), [0, 0, 0, 0, 0]),
    ])
    func `a private key does what its kind can`(
        _ algorithm: SecKeyAlgorithm,
        _ expected: [Int]
    ) throws {
        let key = try Self.key(Self.vectors[0].key)
        let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]
        let can = operations.map { SecKeyIsAlgorithmSupported(key, $0, algorithm) ? 1 : 0 }
        #expect(can == expected)
        if expected == [0, 0, 0, 0, 0] {
            var error: Unmanaged<CFError>?
            let data = Data(count: 32) as CFData
            let result = unsafe SecKeyCreateSignature(key, algorithm, data, &error)
            #expect(result == nil)
            let told = unsafe error?.takeRetainedValue()
            #expect(told != nil)
        }
    }

    @Test func `a key that there is not is not made`() {
        let curve = kSecAttrKeyTypeECSECPrimeRandom
        let parameters: [[CFString: Any]] = [
            [kSecAttrKeyType: curve, kSecAttrKeySizeInBits: 192],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 100_000],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: -1],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA], [kSecAttrKeySizeInBits: 256],
            [
                kSecAttrKeyType: curve, kSecAttrKeySizeInBits: 256,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ],
        ]
        for parameters in parameters {
            var error: Unmanaged<CFError>?
            let key = unsafe SecKeyCreateRandomKey(parameters as CFDictionary, &error)
            #expect(key == nil)
            let told = unsafe error?.takeRetainedValue()
            #expect(told.flatMap(CFErrorCopyDescription) != nil)
        }
    }
}
