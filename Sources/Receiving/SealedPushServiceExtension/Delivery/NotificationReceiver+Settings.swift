// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
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
            throw .keys(.store(error))
        }
        do throws(KeyError) {
            try self.init(
                store: store,
                unknownSenders: settings.unknownSenders,
                refusing: settings.refusing,
                labels: settings.labels,
                localize: settings.localize
            )
        } catch {
            throw .keys(error)
        }
    }
}

extension ServiceSettings {
    /// What is shown of a push that gives no message: the texts that its sender wrote for that case, nothing else of it.
    ///
    /// Where the payload can't be read they are those that the system read, so that there always are some.
    func placeholder(
        of payload: [UInt8],
        _ original: UNNotificationContent
    ) -> NotificationContent {
        var content = ContentMapping(localize: localize).placeholder(of: payload)
        guard !content.hasAlertText else { return content }
        content.title = original.title
        content.subtitle = original.subtitle
        content.body = original.body
        return content
    }
}
