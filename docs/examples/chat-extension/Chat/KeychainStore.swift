// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The keys of conversations, which the app keeps for itself and its extension.
struct KeychainStore {
    enum Failure: Error, Equatable {
        case locked
        case noKey
        case keychain(OSStatus)
    }

    static let service = "com.example.chat.conversations"
    static let accessGroup = "TEAM.com.example.chat.shared"

    private static func query(_ conversation: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: conversation,
            kSecAttrAccessGroup: accessGroup,
        ]
    }

    /// Keeps a key, in place of an earlier one.
    static func keep(_ key: Data, of conversation: String) throws {
        let attributes: [CFString: Any] = [
            kSecValueData: key,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        ]
        let query = query(conversation)
        var status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
        if status == errSecItemNotFound {
            let item = query.merging(attributes) { _, new in new }
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Failure.keychain(status) }
    }

    /// The key of a conversation.
    static func key(of conversation: String) throws -> Data {
        var query = query(conversation)
        query[kSecReturnData] = kCFBooleanTrue
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &item) {
        case errSecSuccess:
            guard let key = item as? Data else { throw Failure.noKey }
            return key
        case errSecInteractionNotAllowed: throw Failure.locked
        case errSecItemNotFound: throw Failure.noKey
        case let status: throw Failure.keychain(status)
        }
    }
}
