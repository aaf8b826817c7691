// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The keychain access groups of an app and its service extension, as their entitlements list them.
///
///     profile.keychainGroups = KeychainGroups(
///         app: ["TEAM.com.example.app", "TEAM.shared"],
///         serviceExtension: ["TEAM.com.example.app.service", "TEAM.shared"]
///     )
///
/// An item that names no group goes to the first one of its maker, and a query that names none
/// looks into all of its maker's. So an item that the app keeps without a group is none of the
/// extension's.
///
/// In the test's process a Dispatch queue belongs to neither. What it asks of a device that is
/// installed (``SimulatedDevice/SimulatedDevice/install()``) counts as the extension's while a push
/// is in the extension's hands, and as the app's at other times.
public struct KeychainGroups: Sendable, Hashable {
    /// The app's, the first of which is its own.
    public var app: [String]
    /// The service extension's, the first of which is its own.
    public var serviceExtension: [String]

    /// The groups of both.
    public init(app: [String], serviceExtension: [String]) {
        self.app = app
        self.serviceExtension = serviceExtension
    }
}
