// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushStore
import Synchronization
public import UserNotifications

/// A notification service extension that opens sealed pushes.
///
/// A subclass says where the store is.
///
///     final class NotificationService: SealedNotificationService {
///         override var settings: ServiceSettings {
///             ServiceSettings(storeAt: path) { () throws(StoreError) in
///                 try RecordStore.open(at: path, key: .file(keyPath))
///             }
///         }
///     }
///
/// It hands each push over exactly once and in time: opened and under its sender's name, or as the
/// app's own text. If a message comes again, its notification stays as it is, without a sound.
/// While the device is locked, it defers messages and shows one notice for all of them.
/// ``ServiceSettings/postBacklog()`` shows them later, or the extension after a later push.
open class SealedNotificationService: UNNotificationServiceExtension {
    /// The system warns on whichever thread it likes.
    private let run = Mutex<HandOverRun?>(nil)

    /// The place of the store, and the app's words and rules.
    ///
    /// Read once for each push.
    ///
    /// Subclasses must override it, as only the app knows its store.
    open var settings: ServiceSettings {
        ServiceSettings(storeAt: "") { () throws(StoreError) in throw .empty }
    }

    /// Opens a push and hands it over.
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let settings = settings
        // Apple's type does not say that any thread may call it, once; its documentation does.
        nonisolated(unsafe) let contentHandler = contentHandler
        let run = HandOverRun(of: request, settings) { content in unsafe contentHandler(content) }
        self.run.withLock { $0 = run }
        let activity = ExpiringActivity()
        Task {
            let report = await run.carryOut()
            settings.removeLeftovers()
            settings.didHandOver(report)
            activity.end()
        }
    }

    /// Hands over the best content so far, at once.
    open override func serviceExtensionTimeWillExpire() {
        run.withLock(\.self)?.timeWillExpire()
    }
}
