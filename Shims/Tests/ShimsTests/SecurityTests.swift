// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import SimulatedDevice
import Testing
import UserNotifications

/// The keychain as apps call it; each test has a device of its own.
struct SecurityTests {
    private let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
        UNNotificationServiceExtension()
    }

    private static func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "chat",
            kSecAttrAccount as String: account,
        ]
    }

    private static func add(_ account: String, _ secret: String) -> OSStatus {
        var item = query(account)
        item[kSecValueData as String] = Data(secret.utf8)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        return SecItemAdd(item as CFDictionary, nil)
    }

    private static func find(_ account: String, _ more: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
        var query = query(account)
        for (key, value) in more { query[key as String] = value }
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result)
    }

    @Test func `a caller finds the data of a password`() async {
        await device.asApp {
            #expect(Self.add("ann", "secret") == errSecSuccess)
            #expect(Self.add("ann", "other") == errSecDuplicateItem)
            let (status, result) = Self.find("ann", [kSecReturnData: kCFBooleanTrue!])
            #expect(status == errSecSuccess)
            #expect(result as? Data == Data("secret".utf8))
            #expect(Self.find("bob", [kSecReturnData: true]).0 == errSecItemNotFound)
        }
    }

    @Test func `a query returns attributes, data, both or neither`() async {
        await device.asApp {
            _ = Self.add("ann", "secret")
            let (_, both) = Self.find("ann", [kSecReturnAttributes: true, kSecReturnData: true])
            let item = both as? [String: Any]
            #expect(item?[kSecAttrAccount as String] as? String == "ann")
            #expect(item?[kSecValueData as String] as? Data == Data("secret".utf8))
            let access = item?[kSecAttrAccessible as String] as? String
            #expect(access == kSecAttrAccessibleAfterFirstUnlock as String)
            let (_, plain) = Self.find("ann", [kSecReturnAttributes: true])
            let attributes = plain as? [String: Any]
            #expect(attributes?[kSecAttrService as String] as? String == "chat")
            #expect(attributes?[kSecValueData as String] == nil)
            #expect(Self.find("ann", [:]).0 == errSecSuccess)
            #expect(Self.find("ann", [:]).1 == nil)
        }
    }

    @Test func `a query for all items returns an array`() async {
        await device.asApp {
            _ = Self.add("ann", "1")
            _ = Self.add("bob", "2")
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
                kSecReturnData: true,
            ]
            var result: AnyObject?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
            #expect(status == errSecSuccess)
            #expect(result as? [Data] == [Data("1".utf8), Data("2".utf8)])
            let limited = query.merging([kSecMatchLimit: 1]) { $1 }
            let one = unsafe SecItemCopyMatching(limited as CFDictionary, &result)
            #expect(one == errSecSuccess)
            #expect(result as? Data == Data("1".utf8))
        }
    }

    @Test func `a caller changes and deletes a password`() async {
        await device.asApp {
            _ = Self.add("ann", "secret")
            let change = [kSecValueData as String: Data("new".utf8)] as CFDictionary
            #expect(SecItemUpdate(Self.query("ann") as CFDictionary, change) == errSecSuccess)
            let (_, result) = Self.find("ann", [kSecReturnData: true])
            #expect(result as? Data == Data("new".utf8))
            #expect(SecItemDelete(Self.query("ann") as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(Self.query("ann") as CFDictionary) == errSecItemNotFound)
        }
    }

    @Test func `numbers, dates and Booleans keep their types`() async {
        await device.asApp {
            var item = Self.query("ann")
            let date = Date(timeIntervalSinceReferenceDate: 7)
            item[kSecAttrCreationDate as String] = date
            item[kSecAttrType as String] = 5
            item[kSecAttrIsInvisible as String] = true
            item[kSecReturnAttributes as String] = true
            var result: CFTypeRef?
            let status = unsafe SecItemAdd(item as CFDictionary, &result)
            #expect(status == errSecSuccess)
            let kept = result as? [String: Any]
            #expect(kept?[kSecAttrCreationDate as String] as? Date == date)
            #expect(kept?[kSecAttrType as String] as? Int == 5)
            #expect(kept?[kSecAttrIsInvisible as String] as? Bool == true)
        }
    }

    @Test func `the keychain of a device that was never unlocked is closed`() async {
        device.changeProfile { $0.lock = .beforeFirstUnlock }
        await device.asApp {
            #expect(Self.add("ann", "secret") == errSecInteractionNotAllowed)
        }
    }

    @Test func `every function refuses a value of an unknown type`() {
        let query =
            [kSecClass as String: kSecClassGenericPassword, "acct": ["ann"]] as CFDictionary
        let (found, added) = (SecItemCopyMatching(query, nil), SecItemAdd(query, nil))
        #expect(found == errSecParam)
        #expect(added == errSecParam)
        #expect(SecItemDelete(query) == errSecParam)
        #expect(SecItemUpdate(query, query) == errSecParam)
    }

    @Test func `random bytes fill the given memory and no more`() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let status = unsafe SecRandomCopyBytes(kSecRandomDefault, 63, &bytes)
        #expect(status == errSecSuccess)
        #expect(Set(bytes).count > 8)
        #expect(bytes[63] == 0)
        let refused = unsafe SecRandomCopyBytes(kSecRandomDefault, -1, &bytes)
        #expect(refused == errSecParam)
    }

    @Test func `a known code has a description, any other has none`() {
        let texts = [errSecItemNotFound, 1].map { SecCopyErrorMessageString($0, nil) }
        #expect(texts.map { $0 == nil } == [false, true])
    }
}
