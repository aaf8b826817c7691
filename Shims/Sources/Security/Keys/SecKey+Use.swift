// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims

/// Tells whether a key can do something by an algorithm.
///
/// - Parameters:
///   - key: The key.
///   - operation: What it is to do.
///   - algorithm: The algorithm.
/// - Returns: Whether it can. As on iOS, a private key neither encrypts nor verifies.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey,
    _ operation: SecKeyOperationType,
    _ algorithm: SecKeyAlgorithm
) -> Bool {
    KeyScheme(algorithm)?.isSupported(by: key, for: operation) ?? false
}

/// Encrypts with a public key.
///
/// - Parameters:
///   - key: The key.
///   - algorithm: One that encrypts.
///   - plaintext: The text.
///   - error: Takes the reason for a failure.
/// - Returns: The ciphertext; nil if the key can't encrypt so, or the text is too long.
public func SecKeyCreateEncryptedData(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    let data = Data(referencing: plaintext)
    return unsafe perform(.encrypt, key, algorithm, error) { scheme in
        switch scheme {
        case .encryption(_, let digest?, true): key.wrapped(data, digest)
        case .encryption(let padding, let digest, _):
            key.crypt(data, encrypts: true, padding, digest)
        case .sealing(let digest, let derivesIV):
            key.sealed(data, digest, derivesIV: derivesIV)
        default: nil
        }
    }
}

/// Decrypts with a private key.
///
/// - Parameters:
///   - key: The key.
///   - algorithm: The one that encrypted.
///   - ciphertext: The ciphertext.
///   - error: Takes the reason for a failure.
/// - Returns: The text; nil if the key can't decrypt so, or the ciphertext is not for it.
public func SecKeyCreateDecryptedData(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    let data = Data(referencing: ciphertext)
    return unsafe perform(.decrypt, key, algorithm, error) { scheme in
        switch scheme {
        case .encryption(_, let digest?, true): key.unwrapped(data, digest)
        case .encryption(let padding, let digest, _):
            key.crypt(data, encrypts: false, padding, digest)
        case .sealing(let digest, let derivesIV):
            key.opened(data, digest, derivesIV: derivesIV)
        default: nil
        }
    }
}

/// Signs with a private key.
///
/// - Parameters:
///   - key: The key.
///   - algorithm: One that signs.
///   - dataToSign: The message, or its digest, as the algorithm has it.
///   - error: Takes the reason for a failure.
/// - Returns: The signature; nil if the key can't sign so, or the digest is of another length.
public func SecKeyCreateSignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    let data = Data(referencing: dataToSign)
    return unsafe perform(.sign, key, algorithm, error) { scheme in
        guard case .signature(let padding, let digest, let ofMessage) = scheme,
            let hash = ofMessage ? SecKey.hash(data, digest) : data
        else { return nil }
        return key.signature(of: hash, padding, digest)
    }
}

/// Verifies with a public key.
///
/// - Parameters:
///   - key: The key.
///   - algorithm: The one that signed.
///   - signedData: The message, or its digest, as the algorithm has it.
///   - signature: The signature.
///   - error: Takes the reason for a failure.
/// - Returns: Whether it is the key's signature.
public func SecKeyVerifySignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ signedData: CFData,
    _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let data = Data(referencing: signedData)
    let isValid = unsafe perform(.verify, key, algorithm, error) { scheme in
        guard case .signature(let padding, let digest, let ofMessage) = scheme,
            let hash = ofMessage ? SecKey.hash(data, digest) : data
        else { return Data() }
        let isValid = key.verifies(Data(referencing: signature), of: hash, padding, digest)
        return Data(count: isValid ? 1 : 0)
    }
    guard let isValid, isValid.length == 0 else { return isValid != nil }
    unsafe KeyFailure.tell("the signature is not valid", error, status: errSecVerifyFailed)
    return false
}

/// Agrees on a secret with the holder of another key of the same curve.
///
/// - Parameters:
///   - privateKey: The own key.
///   - algorithm: One that agrees on a secret.
///   - publicKey: The other's key.
///   - parameters: For a derived key: its size in bytes, and the information that both sides know.
///   - error: Takes the reason for a failure.
/// - Returns: The secret, or the key that is derived from it.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ publicKey: SecKey,
    _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe perform(.keyExchange, privateKey, algorithm, error) { scheme in
        guard case .exchange(let digest) = scheme, let secret = privateKey.secret(with: publicKey)
        else { return nil }
        guard let digest else { return secret }
        let size = parameters[SecKeyKeyExchangeParameter.requestedSize.rawValue] as? NSNumber
        let info = parameters[SecKeyKeyExchangeParameter.sharedInfo.rawValue] as? Data
        // More than a key would ever be is a mistake.
        guard let count = size?.intValue, (1...(1 << 20)).contains(count) else { return nil }
        return SecKey.derived(from: secret, digest, info: info ?? Data(), count: count)
    }
}

/// A parameter of a key exchange.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// Takes a name.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    /// The name, a key of the dictionary of parameters.
    public var rawValue: CFString { name as CFString }

    /// The size of the derived key in bytes, a number.
    public static let requestedSize = Self(rawValue: "requestedSize")
    /// What both sides know, data.
    public static let sharedInfo = Self(rawValue: "sharedInfo")
}

/// Does what an algorithm says if the key can, and tells why it failed.
@unsafe
private func perform(
    _ operation: SecKeyOperationType,
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ body: (KeyScheme) -> Data?
) -> CFData? {
    guard let scheme = KeyScheme(algorithm), scheme.isSupported(by: key, for: operation) else {
        unsafe KeyFailure.tell("the key does not support \(algorithm.rawValue)", error)
        return nil
    }
    guard let result = body(scheme) else {
        unsafe KeyFailure.tell("\(algorithm.rawValue) failed: wrong key or input", error)
        return nil
    }
    return NSData(data: result)
}
