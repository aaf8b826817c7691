// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushServiceExtension
import SealedPushStore
import UserNotifications

/// An extension that opens sealed pushes, as the manual has it, and a note of when it hands over.
final class SealedService: SealedNotificationService {
    private let store: String
    private let key: String
    private let record: PushRecord

    init(storeAt store: String, key: String, noting record: PushRecord) {
        self.store = store
        self.key = key
        self.record = record
    }

    override var settings: ServiceSettings {
        var settings = ServiceSettings(storeAt: store) { [store, key] () throws(StoreError) in
            try RecordStore.open(at: store, key: .file(key))
        }
        settings.didHandOver = { [record] _ in record.finish() }
        return settings
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [record] content in
            record.handOver()
            contentHandler(content)
        }
    }
}
