// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import SealedPushStore
import UserNotifications

extension NotificationReceiver {
    /// A receiver of the device whose store the settings name.
    init(_ settings: ServiceSettings) throws(ReceiverError) {
        let store: RecordStore
        do throws(StoreError) {
            store = try settings.openStore()
        } catch {
            throw .store(error)
        }
        try self.init(
            store: store,
            unknownSenders: settings.unknownSenders,
            acceptsTestIdentities: settings.acceptsTestIdentities,
            refusing: settings.refusing,
            rules: settings.rules
        )
    }
}
