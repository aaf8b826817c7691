// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationShims

/// The way in which a key encrypts, signs or agrees on a secret.
///
/// Those with the cofactor are the same as the others, as it is 1 with each curve here.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    let name: String

    /// Takes a name, of which those below alone are supported by any key.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    private init(_ name: String) {
        self.name = "algid:" + name
    }

    /// The name, in the manner of Apple's.
    public var rawValue: CFString { name as CFString }
}

extension SecKeyAlgorithm {
    // MARK: - RSA encryption

    /// PKCS#1 v1.5.
    public static let rsaEncryptionPKCS1 = Self("encrypt:RSA:PKCS1")
    /// OAEP with SHA1.
    public static let rsaEncryptionOAEPSHA1 = Self("encrypt:RSA:OAEP:SHA1")
    /// OAEP with SHA224.
    public static let rsaEncryptionOAEPSHA224 = Self("encrypt:RSA:OAEP:SHA224")
    /// OAEP with SHA256.
    public static let rsaEncryptionOAEPSHA256 = Self("encrypt:RSA:OAEP:SHA256")
    /// OAEP with SHA384.
    public static let rsaEncryptionOAEPSHA384 = Self("encrypt:RSA:OAEP:SHA384")
    /// OAEP with SHA512.
    public static let rsaEncryptionOAEPSHA512 = Self("encrypt:RSA:OAEP:SHA512")
    /// AES-GCM under a key that OAEP with SHA1 encrypts.
    public static let rsaEncryptionOAEPSHA1AESGCM = Self("encrypt:RSA:OAEP:SHA1:AESGCM")
    /// AES-GCM under a key that OAEP with SHA224 encrypts.
    public static let rsaEncryptionOAEPSHA224AESGCM = Self("encrypt:RSA:OAEP:SHA224:AESGCM")
    /// AES-GCM under a key that OAEP with SHA256 encrypts.
    public static let rsaEncryptionOAEPSHA256AESGCM = Self("encrypt:RSA:OAEP:SHA256:AESGCM")
    /// AES-GCM under a key that OAEP with SHA384 encrypts.
    public static let rsaEncryptionOAEPSHA384AESGCM = Self("encrypt:RSA:OAEP:SHA384:AESGCM")
    /// AES-GCM under a key that OAEP with SHA512 encrypts.
    public static let rsaEncryptionOAEPSHA512AESGCM = Self("encrypt:RSA:OAEP:SHA512:AESGCM")

    // MARK: - RSA signatures

    /// PKCS#1 v1.5 of a digest of SHA1.
    public static let rsaSignatureDigestPKCS1v15SHA1 = Self("sign:RSA:digest-PKCS1v15:SHA1")
    /// PKCS#1 v1.5 of a digest of SHA224.
    public static let rsaSignatureDigestPKCS1v15SHA224 = Self("sign:RSA:digest-PKCS1v15:SHA224")
    /// PKCS#1 v1.5 of a digest of SHA256.
    public static let rsaSignatureDigestPKCS1v15SHA256 = Self("sign:RSA:digest-PKCS1v15:SHA256")
    /// PKCS#1 v1.5 of a digest of SHA384.
    public static let rsaSignatureDigestPKCS1v15SHA384 = Self("sign:RSA:digest-PKCS1v15:SHA384")
    /// PKCS#1 v1.5 of a digest of SHA512.
    public static let rsaSignatureDigestPKCS1v15SHA512 = Self("sign:RSA:digest-PKCS1v15:SHA512")
    /// PKCS#1 v1.5 of a message, by SHA1.
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self("sign:RSA:message-PKCS1v15:SHA1")
    /// PKCS#1 v1.5 of a message, by SHA224.
    public static let rsaSignatureMessagePKCS1v15SHA224 = Self("sign:RSA:message-PKCS1v15:SHA224")
    /// PKCS#1 v1.5 of a message, by SHA256.
    public static let rsaSignatureMessagePKCS1v15SHA256 = Self("sign:RSA:message-PKCS1v15:SHA256")
    /// PKCS#1 v1.5 of a message, by SHA384.
    public static let rsaSignatureMessagePKCS1v15SHA384 = Self("sign:RSA:message-PKCS1v15:SHA384")
    /// PKCS#1 v1.5 of a message, by SHA512.
    public static let rsaSignatureMessagePKCS1v15SHA512 = Self("sign:RSA:message-PKCS1v15:SHA512")
    /// PSS of a digest of SHA1.
    public static let rsaSignatureDigestPSSSHA1 = Self("sign:RSA:digest-PSS:SHA1")
    /// PSS of a digest of SHA224.
    public static let rsaSignatureDigestPSSSHA224 = Self("sign:RSA:digest-PSS:SHA224")
    /// PSS of a digest of SHA256.
    public static let rsaSignatureDigestPSSSHA256 = Self("sign:RSA:digest-PSS:SHA256")
    /// PSS of a digest of SHA384.
    public static let rsaSignatureDigestPSSSHA384 = Self("sign:RSA:digest-PSS:SHA384")
    /// PSS of a digest of SHA512.
    public static let rsaSignatureDigestPSSSHA512 = Self("sign:RSA:digest-PSS:SHA512")
    /// PSS of a message, by SHA1.
    public static let rsaSignatureMessagePSSSHA1 = Self("sign:RSA:message-PSS:SHA1")
    /// PSS of a message, by SHA224.
    public static let rsaSignatureMessagePSSSHA224 = Self("sign:RSA:message-PSS:SHA224")
    /// PSS of a message, by SHA256.
    public static let rsaSignatureMessagePSSSHA256 = Self("sign:RSA:message-PSS:SHA256")
    /// PSS of a message, by SHA384.
    public static let rsaSignatureMessagePSSSHA384 = Self("sign:RSA:message-PSS:SHA384")
    /// PSS of a message, by SHA512.
    public static let rsaSignatureMessagePSSSHA512 = Self("sign:RSA:message-PSS:SHA512")

    // MARK: - ECDSA

    /// ECDSA of a digest of SHA1, in DER.
    public static let ecdsaSignatureDigestX962SHA1 = Self("sign:ECDSA:digest-X962:SHA1")
    /// ECDSA of a digest of SHA224, in DER.
    public static let ecdsaSignatureDigestX962SHA224 = Self("sign:ECDSA:digest-X962:SHA224")
    /// ECDSA of a digest of SHA256, in DER.
    public static let ecdsaSignatureDigestX962SHA256 = Self("sign:ECDSA:digest-X962:SHA256")
    /// ECDSA of a digest of SHA384, in DER.
    public static let ecdsaSignatureDigestX962SHA384 = Self("sign:ECDSA:digest-X962:SHA384")
    /// ECDSA of a digest of SHA512, in DER.
    public static let ecdsaSignatureDigestX962SHA512 = Self("sign:ECDSA:digest-X962:SHA512")
    /// ECDSA of a message, by SHA1, in DER.
    public static let ecdsaSignatureMessageX962SHA1 = Self("sign:ECDSA:message-X962:SHA1")
    /// ECDSA of a message, by SHA224, in DER.
    public static let ecdsaSignatureMessageX962SHA224 = Self("sign:ECDSA:message-X962:SHA224")
    /// ECDSA of a message, by SHA256, in DER.
    public static let ecdsaSignatureMessageX962SHA256 = Self("sign:ECDSA:message-X962:SHA256")
    /// ECDSA of a message, by SHA384, in DER.
    public static let ecdsaSignatureMessageX962SHA384 = Self("sign:ECDSA:message-X962:SHA384")
    /// ECDSA of a message, by SHA512, in DER.
    public static let ecdsaSignatureMessageX962SHA512 = Self("sign:ECDSA:message-X962:SHA512")

    // MARK: - Key exchange

    /// The secret itself.
    public static let ecdhKeyExchangeStandard = Self("keyexchange:ECDH")
    /// A key from the secret, by X9.63 with SHA1.
    public static let ecdhKeyExchangeStandardX963SHA1 = Self("keyexchange:ECDH:KDFX963:SHA1")
    /// A key from the secret, by X9.63 with SHA224.
    public static let ecdhKeyExchangeStandardX963SHA224 = Self("keyexchange:ECDH:KDFX963:SHA224")
    /// A key from the secret, by X9.63 with SHA256.
    public static let ecdhKeyExchangeStandardX963SHA256 = Self("keyexchange:ECDH:KDFX963:SHA256")
    /// A key from the secret, by X9.63 with SHA384.
    public static let ecdhKeyExchangeStandardX963SHA384 = Self("keyexchange:ECDH:KDFX963:SHA384")
    /// A key from the secret, by X9.63 with SHA512.
    public static let ecdhKeyExchangeStandardX963SHA512 = Self("keyexchange:ECDH:KDFX963:SHA512")
    /// The secret itself.
    public static let ecdhKeyExchangeCofactor = Self("keyexchange:ECDHC")
    /// A key from the secret, by X9.63 with SHA1.
    public static let ecdhKeyExchangeCofactorX963SHA1 = Self("keyexchange:ECDHC:KDFX963:SHA1")
    /// A key from the secret, by X9.63 with SHA224.
    public static let ecdhKeyExchangeCofactorX963SHA224 = Self("keyexchange:ECDHC:KDFX963:SHA224")
    /// A key from the secret, by X9.63 with SHA256.
    public static let ecdhKeyExchangeCofactorX963SHA256 = Self("keyexchange:ECDHC:KDFX963:SHA256")
    /// A key from the secret, by X9.63 with SHA384.
    public static let ecdhKeyExchangeCofactorX963SHA384 = Self("keyexchange:ECDHC:KDFX963:SHA384")
    /// A key from the secret, by X9.63 with SHA512.
    public static let ecdhKeyExchangeCofactorX963SHA512 = Self("keyexchange:ECDHC:KDFX963:SHA512")

    // MARK: - Encryption to a curve's key

    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA1.
    public static let eciesEncryptionStandardX963SHA1AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA224.
    public static let eciesEncryptionStandardX963SHA224AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA256.
    public static let eciesEncryptionStandardX963SHA256AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA384.
    public static let eciesEncryptionStandardX963SHA384AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA512.
    public static let eciesEncryptionStandardX963SHA512AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// AES-GCM, key and IV by X9.63 with SHA224.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA256.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA384.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA512.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM =
        Self("encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA1.
    public static let eciesEncryptionCofactorX963SHA1AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA224.
    public static let eciesEncryptionCofactorX963SHA224AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA256.
    public static let eciesEncryptionCofactorX963SHA256AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA384.
    public static let eciesEncryptionCofactorX963SHA384AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// AES-GCM with an IV of zeros, under a key by X9.63 with SHA512.
    public static let eciesEncryptionCofactorX963SHA512AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// AES-GCM, key and IV by X9.63 with SHA224.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA256.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA384.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// AES-GCM, key and IV by X9.63 with SHA512.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM =
        Self("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
