// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import Security
import SimulatedDevice
import Testing
import UserNotifications

/// Keys in the keychain; each test has a device of its own.
struct KeychainKeyTests {
    private let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
        UNNotificationServiceExtension()
    }

    private static let tag = Data("com.example.app.push".utf8)
    private static var query: [CFString: Any] {
        [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag]
    }

    private static func make() -> SecKey? {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag,
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
            ] as [CFString: Any],
        ]
        return SecKeyCreateRandomKey(parameters as CFDictionary, nil)
    }

    private static func find(_ more: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
        var result: CFTypeRef?
        let query = query.merging(more) { $1 } as CFDictionary
        let status = unsafe SecItemCopyMatching(query, &result)
        return (status, result)
    }

    @Test func `a key that is kept is found, and decrypts`() async throws {
        try await device.asApp {
            let key = try #require(Self.make())
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
            let text = Data("Hello".utf8) as CFData
            let made = SecKeyCreateEncryptedData(publicKey, algorithm, text, nil)
            let sealed = try #require(made)
            let (status, result) = Self.find([
                kSecReturnRef: true, kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            ])
            #expect(status == errSecSuccess)
            let found = try #require(result as? SecKey)
            #expect(SecKeyCreateDecryptedData(found, algorithm, sealed, nil) == text)
            var again = Self.query
            again[kSecValueRef] = key
            #expect(SecItemAdd(again as CFDictionary, nil) == errSecDuplicateItem)
            #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == errSecSuccess)
            #expect(Self.find([kSecReturnRef: true]).0 == errSecItemNotFound)
        }
    }

    @Test func `a query returns the key beside attributes and data`() async throws {
        try await device.asApp {
            let key = try #require(Self.make())
            let (_, both) = Self.find([kSecReturnRef: true, kSecReturnAttributes: true])
            let item = both as? [String: Any]
            #expect(item?[kSecValueRef as String] is SecKey)
            #expect(item?[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(item?[kSecValueData as String] == nil)
            let (_, pair) = Self.find([kSecReturnRef: true, kSecReturnData: true])
            let data = (pair as? [String: Any])?[kSecValueData as String] as? Data
            #expect(data == SecKeyCopyExternalRepresentation(key, nil) as Data?)
            let (_, all) = Self.find([kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll])
            #expect((all as? [SecKey])?.count == 1)
        }
    }

    @Test func `bytes that were added are a key, and others are none`() async {
        await device.asApp {
            var item = Self.query
            item[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
            item[kSecAttrKeyClass] = kSecAttrKeyClassPrivate
            item[kSecValueData] = P256.Signing.PrivateKey().x963Representation
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(Self.find([kSecReturnRef: true]).1 is SecKey)
            let change = [kSecValueData: Data(count: 97)] as CFDictionary
            #expect(SecItemUpdate(Self.query as CFDictionary, change) == errSecSuccess)
            #expect(Self.find([kSecReturnRef: true]).0 == errSecDecode)
            #expect(Self.find([kSecReturnData: true]).1 as? Data == Data(count: 97))
        }
    }

    @Test func `a key obeys the lock`() async {
        await device.asApp { #expect(Self.make() != nil) }
        device.changeProfile { $0.lock = .beforeFirstUnlock }
        await device.asApp {
            #expect(Self.find([kSecReturnRef: true]).0 == errSecInteractionNotAllowed)
            #expect(Self.make() == nil)
        }
    }
}
