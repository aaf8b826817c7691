// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an attribute of a keychain item holds, or a query asks for.
public enum KeychainValue: Sendable, Hashable, Codable {
    /// A text, as the name of an account.
    case text(String)
    /// Bytes, as those of a password.
    case data(Data)
    /// A number or a Boolean.
    case number(Int)
    /// A time.
    case date(Date)
}

/// A call to the keychain, by the names that Apple's constants stand for: `class`, `acct`,
/// `v_Data`.
public enum KeychainCall: Sendable, Hashable, Codable {
    /// Keeps a new item.
    case add([String: KeychainValue])
    /// Looks for items.
    case find([String: KeychainValue])
    /// Changes the attributes of all items that a query meets.
    case update([String: KeychainValue], [String: KeychainValue])
    /// Deletes all items that a query meets.
    case delete([String: KeychainValue])
}

/// What the keychain answers.
public struct KeychainAnswer: Sendable, Hashable, Codable {
    /// A code of Apple's; 0 is success.
    public let status: Int
    /// The items that were found or added, with all their attributes.
    public let items: [[String: KeychainValue]]

    init(_ status: KeychainStatus, _ items: [[String: KeychainValue]] = []) {
        self.status = status.rawValue
        self.items = items
    }
}

/// The codes that the keychain answers with.
enum KeychainStatus: Int {
    case success = 0
    /// `errSecUnimplemented`, as for a class of items that the device does not keep.
    case unimplemented = -4
    case parameter = -50
    case notAvailable = -25_291
    case duplicateItem = -25_299
    case itemNotFound = -25_300
    case interactionNotAllowed = -25_308
    case missingEntitlement = -34_018
}
