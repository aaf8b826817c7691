// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims

/// Reads a key.
///
/// - Parameters:
///   - keyData: PKCS#1 of RSA, or SubjectPublicKeyInfo of a public key; X9.63 of a curve. As on
///     iOS, PKCS#8 is refused.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`.
///   - error: Takes the reason for a failure.
/// - Returns: The key; nil if the data is none.
public func SecKeyCreateWithData(
    _ keyData: CFData,
    _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    let type = attributes[kSecAttrKeyType] as? String
    let keyClass = attributes[kSecAttrKeyClass] as? String
    guard let keyClass, let kind = KeyKind(type: type, keyClass: keyClass) else {
        unsafe KeyFailure.tell("there are no keys of this type and class", error)
        return nil
    }
    let data = Data(referencing: keyData)
    if let key = SecKey(reading: data, isRSA: kind.isRSA, isPrivate: kind.isPrivate) { return key }
    let name = "\(kind.isRSA ? "RSA" : "EC") \(kind.isPrivate ? "private" : "public") key"
    unsafe KeyFailure.tell("\(name) creation from data failed", error)
    return nil
}

/// Makes a private key, and keeps it in the keychain if `kSecPrivateKeyAttrs` says so.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and `kSecAttrKeySizeInBits`.
///   - error: Takes the reason for a failure.
/// - Returns: The key; nil of other sizes, in the Secure Enclave, and if the keychain refuses it.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    let attributes = parameters[kSecPrivateKeyAttrs] as? [String: Any] ?? [:]
    guard parameters[kSecAttrTokenID] == nil, attributes[kSecAttrTokenID as String] == nil else {
        unsafe KeyFailure.tell("there is no Secure Enclave", error, status: errSecUnimplemented)
        return nil
    }
    let size = parameters[kSecAttrKeySizeInBits]
    let bits = (size as? NSNumber)?.intValue ?? (size as? String).flatMap { Int($0) }
    guard let kind = KeyKind(type: parameters[kSecAttrKeyType] as? String, keyClass: nil),
        let bits, let key = SecKey(making: bits, isRSA: kind.isRSA)
    else {
        unsafe KeyFailure.tell("there are no keys of this type and size", error)
        return nil
    }
    guard attributes[kSecAttrIsPermanent as String] as? Bool == true else { return key }
    var item = attributes
    item[kSecValueRef as String] = key
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else {
        unsafe KeyFailure.tell("the keychain refused the key", error, status: status)
        return nil
    }
    return key
}

/// Returns the public half of a key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { key.publicKey }

/// Writes a key: PKCS#1 of RSA, X9.63 of a curve.
///
/// - Parameters:
///   - key: The key.
///   - error: Takes the reason for a failure.
/// - Returns: The bytes.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    guard let data = key.representation else {
        unsafe KeyFailure.tell("the key can't be written", error)
        return nil
    }
    return NSData(data: data)
}

/// Returns type, class, size and label of a key.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    NSDictionary(dictionary: key.attributes.mapValues(\.object))
}

/// Returns the size of what the key encrypts to or signs, in bytes; of a curve its own.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.side }

/// A type and a class of keys.
struct KeyKind {
    let isRSA: Bool
    let isPrivate: Bool

    /// Takes values of attributes, without a class those of a private key.
    init?(type: String?, keyClass: String?) {
        switch type as CFString? {
        case kSecAttrKeyTypeRSA?: isRSA = true
        case kSecAttrKeyTypeECSECPrimeRandom?: isRSA = false
        default: return nil
        }
        switch keyClass as CFString? {
        case kSecAttrKeyClassPrivate?, nil: isPrivate = true
        case kSecAttrKeyClassPublic?: isPrivate = false
        default: return nil
        }
    }
}
