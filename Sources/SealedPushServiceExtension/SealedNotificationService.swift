// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore
public import UserNotifications

/// A notification service extension that opens sealed pushes: a subclass says where the device's store is.
///
///     final class NotificationService: SealedNotificationService {
///         override var settings: ServiceSettings {
///             ServiceSettings(storeAt: path) { () throws(StoreError) in
///                 try RecordStore.open(at: path, key: .file(keyPath))
///             }
///         }
///     }
///
/// Each push is handed over exactly once, in time: opened and under its sender's name, or as the
/// placeholder that its sender wrote. While the device is locked it is parked, with a notice.
open class SealedNotificationService: UNNotificationServiceExtension {
    private var delivery: NotificationDelivery?

    /// Where the device's store is, and the app's words and rules; asked for once for each push.
    ///
    /// Subclasses must override it: there is no store that would be right for everybody.
    open var settings: ServiceSettings {
        ServiceSettings(storeAt: "") { () throws(StoreError) in throw .empty }
    }

    /// Opens a push and hands it over.
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let settings = settings
        let handler = ContentHandler(contentHandler)
        let delivery = NotificationDelivery(
            of: PushPayload.bytes(of: request.content.userInfo),
            mapping: ContentMapping(localize: settings.localize),
            parking: NotificationParking(
                storeAt: settings.storePath,
                labels: settings.labels,
                localize: settings.localize
            ),
            deadline: settings.deadline,
            clock: settings.clock,
            now: settings.now
        ) { content, _ in
            handler.handOver(UNMutableNotificationContent(content))
        }
        self.delivery = delivery
        Task {
            await delivery.run { () throws(ReceiverError) in
                try NotificationReceiver.opening(settings)
            }
        }
    }

    /// Hands over what is there, at once.
    open override func serviceExtensionTimeWillExpire() {
        delivery?.timeWillExpire()
    }
}

extension NotificationReceiver {
    /// A receiver of the device whose store the settings name.
    fileprivate static func opening(
        _ settings: ServiceSettings
    ) throws(ReceiverError) -> NotificationReceiver {
        let store: RecordStore
        do throws(StoreError) {
            store = try settings.openStore()
        } catch {
            throw .keys(.store(error))
        }
        do throws(KeyError) {
            return try NotificationReceiver(
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
