// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushServiceExtension
import SealedPushStore

nonisolated extension ServiceSettings {
    /// What the app and its extension work with; this file belongs to both targets.
    static var shared: ServiceSettings {
        var settings = ServiceSettings(storeAt: Shared.store) { () throws(StoreError) in
            try RecordStore.open(at: Shared.store, key: Shared.key)
        }
        settings.pictureFolder = Shared.container.appendingPathComponent("pictures")
        return settings
    }
}

/// What the members of the app group share.
nonisolated enum Shared {
    static let group = "group.com.example.app"
    static let topic = "com.example.app"
    /// The publisher's relay, and what its operator calls the app.
    static let relay = "https://relay.example.com"
    static let app = "com.example.app"

    /// The folder of the group; without it app and extension would each have a device of their own.
    static var container: URL {
        let files = FileManager.default
        guard let folder = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            preconditionFailure("this target lacks the app group \(group)")
        }
        return folder
    }

    /// The folder around the store, and nothing else.
    ///
    /// Its files have no protection class of the system's: what is secret in them is sealed, and
    /// the extension has to reach them before the first unlock.
    static var folder: URL { container.appendingPathComponent("SealedPush") }

    static var store: String { folder.appendingPathComponent("store").path }

    /// The device at the relay.
    static var relayDevice: URL { container.appendingPathComponent("relay.json") }

    /// The key of the store, in the keychain that the group shares.
    static var key: StoreKeySource {
        #if canImport(Darwin)
            .keychain(service: "com.example.app.store", accessGroup: group)
        #else
            .folder
        #endif
    }
}
