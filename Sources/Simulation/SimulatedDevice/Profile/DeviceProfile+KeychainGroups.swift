// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// The keychain access groups of an app and its service extension, as in their entitlements.
    ///
    ///     profile.keychainGroups = DeviceProfile.KeychainGroups(
    ///         app: ["TEAM.com.example.app", "TEAM.shared"],
    ///         serviceExtension: ["TEAM.com.example.app.service", "TEAM.shared"]
    ///     )
    ///
    /// An item without a group goes to the first group of its creator, and a query without a group
    /// searches all groups of its caller. So the extension does not find an item that the app added
    /// without a shared group.
    ///
    /// In the test's process a call from a Dispatch queue belongs to neither. To an installed
    /// device (``SimulatedDevice/SimulatedDevice/install()``) it counts as the extension's while
    /// the extension handles a push, and as the app's at other times.
    public struct KeychainGroups: Sendable, Hashable {
        /// The groups of the app; the first is its own.
        public var app: [String]
        /// The groups of the service extension; the first is its own.
        public var serviceExtension: [String]

        /// Creates the groups of both.
        public init(app: [String], serviceExtension: [String]) {
            self.app = app
            self.serviceExtension = serviceExtension
        }
    }
}
