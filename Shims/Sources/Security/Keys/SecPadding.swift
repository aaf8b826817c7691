// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
public import FoundationShims

/// The padding of the two older functions; of these there are PKCS#1 and OAEP with SHA-1.
public struct SecPadding: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// PKCS#1 v1.5.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1.
    public static let OAEP = SecPadding(rawValue: 2)

    fileprivate var algorithm: SecKeyAlgorithm? {
        switch self {
        case .PKCS1: .rsaEncryptionPKCS1
        case .OAEP: .rsaEncryptionOAEPSHA1
        default: nil
        }
    }
}

/// Encrypts a block with a public key of RSA.
///
/// - Parameters:
///   - key: The key.
///   - padding: PKCS#1 or OAEP.
///   - plainText: The text.
///   - plainTextLen: Its length.
///   - cipherText: Takes the ciphertext.
///   - cipherTextLen: The room for it, and then its length.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey,
    _ padding: SecPadding,
    _ plainText: UnsafePointer<UInt8>,
    _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>,
    _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let algorithm = padding.algorithm, plainTextLen >= 0 else { return errSecParam }
    let text = unsafe NSData(bytes: plainText, length: plainTextLen)
    let result = SecKeyCreateEncryptedData(key, algorithm, text, nil)
    return unsafe copy(result, cipherText, cipherTextLen)
}

/// Decrypts a block with a private key of RSA.
///
/// - Parameters:
///   - key: The key.
///   - padding: PKCS#1 or OAEP.
///   - cipherText: The ciphertext.
///   - cipherTextLen: Its length.
///   - plainText: Takes the text.
///   - plainTextLen: The room for it, and then its length.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey,
    _ padding: SecPadding,
    _ cipherText: UnsafePointer<UInt8>,
    _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>,
    _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let algorithm = padding.algorithm, cipherTextLen >= 0 else { return errSecParam }
    let ciphertext = unsafe NSData(bytes: cipherText, length: cipherTextLen)
    let result = SecKeyCreateDecryptedData(key, algorithm, ciphertext, nil)
    return unsafe copy(result, plainText, plainTextLen)
}

@unsafe
private func copy(
    _ result: CFData?,
    _ room: UnsafeMutablePointer<UInt8>,
    _ length: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let result, unsafe result.length <= length.pointee else { return errSecParam }
    unsafe result.getBytes(room, length: result.length)
    unsafe length.pointee = result.length
    return errSecSuccess
}
