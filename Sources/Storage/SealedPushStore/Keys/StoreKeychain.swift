// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

// Not compiled on Linux, where everything else here is built and tested: there is no keychain.
#if canImport(Darwin)
    import Foundation
    import Security
    import SealedPush
    import SealedPushCrypto

    /// A store's key in the keychain: one item a store, called by the store's id.
    ///
    /// The item never leaves the device and is in no backup, so a store that is copied to another
    /// one is orphaned. The system's own answer says whether the device is locked.
    struct StoreKeychain {
        let service: String
        let accessGroup: String?

        /// The key, or nil if there is no item, which is final.
        ///
        /// - Throws: ``StoreError/locked``, ``StoreError/unavailable(code:)`` with the system's
        ///   status.
        func key(of storeID: StoreID) throws(StoreError) -> SecretBytes? {
            var query = item(of: storeID)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
            switch status {
            case errSecSuccess: break
            case errSecItemNotFound: return nil
            default: throw Self.error(status)
            }
            // The system's copy of the key is not ours to wipe.
            guard let data = result as? Data, data.count == StoreKeys.keyCount else {
                throw .wrongKey
            }
            return SecretBytes(copying: Array(data).span)
        }

        /// Makes an item with a new key.
        func makeKey(
            of storeID: StoreID,
            access: AccessClass
        ) throws(StoreError) -> SecretBytes {
            let key = SecretBytes(randomCount: StoreKeys.keyCount)
            var attributes = item(of: storeID)
            attributes[kSecAttrAccessible] =
                switch access {
                case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
                }
            attributes[kSecValueData] = key.withBytes { Data(Array(copying: $0)) }
            let status = unsafe SecItemAdd(attributes as CFDictionary, nil)
            guard status == errSecSuccess else { throw Self.error(status) }
            return key
        }

        private func item(of storeID: StoreID) -> [CFString: Any] {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword,
                kSecAttrService: service,
                kSecAttrAccount: Hex.encode(storeID.bytes.span),
                kSecUseDataProtectionKeychain: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
            return item
        }

        private static func error(_ status: OSStatus) -> StoreError {
            status == errSecInteractionNotAllowed ? .locked : .unavailable(code: status)
        }
    }
#endif
