// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushServiceExtension
import SealedPushStore

extension ServiceSettings {
    /// What the app and its extension work with; this file belongs to both targets.
    static var shared: ServiceSettings {
        let folder = Shared.folder
        let store = folder.appendingPathComponent("store").path
        var settings = ServiceSettings(storeAt: store) { () throws(StoreError) in
            try RecordStore.open(at: store, key: Shared.key)
        }
        settings.pictureFolder = folder.appendingPathComponent("pictures")
        settings.labels.locked = NSLocalizedString(
            "Unlock to see new notifications",
            comment: "stands for messages while the device was not unlocked"
        )
        return settings
    }
}

/// What the members of the app group share.
enum Shared {
    static let group = "group.com.example.app"

    /// The folder of the group.
    ///
    /// Its files have no protection class of the system's: what has to be secret is sealed, and the extension has to reach
    /// the rest before the first unlock.
    static var folder: URL {
        let files = FileManager.default
        return files.containerURL(forSecurityApplicationGroupIdentifier: group)
            ?? files.temporaryDirectory
    }

    /// The key of the store, in the keychain that the group shares.
    static var key: StoreKeySource {
        #if canImport(Security)
            .keychain(service: "com.example.app.store", accessGroup: group)
        #else
            .folder
        #endif
    }
}
