// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import Synchronization
import UserNotifications

/// What the system offers to an app's code: its notification center, and a place for donations.
struct AppServices: Sendable {
    let center: UNUserNotificationCenter.Shared
    let donations: any DonationBacking
    /// Whether it is the service extension's code that finds them.
    var areOfExtension = false

    /// Whether the current task is the service extension's; a device's app is the other.
    @TaskLocal static var isTaskOfExtension = false

    /// Whether it is the service extension that calls, and not the app.
    ///
    /// A queue is no part of a task. What a queue asks of the device of the whole process counts as
    /// the extension's while a push is in the extension's hands, and as the app's at other times.
    static var isExtension: Bool {
        if UNUserNotificationCenter.bound != nil { return isTaskOfExtension }
        return AttachmentWatch.isOpen(of: .current())
    }

    /// Runs code of the app, which finds them where it looks for them.
    func withServices<Result>(_ body: () -> Result) -> Result {
        UNUserNotificationCenter.$bound.withValue(center) {
            INInteraction.$bound.withValue(donations) {
                Self.$isTaskOfExtension.withValue(areOfExtension, operation: body)
            }
        }
    }

    /// Makes them those of the whole process: of threads and queues that belong to no task.
    func install() {
        UNUserNotificationCenter.processWide.withLock { $0 = center }
        INInteraction.processWide.withLock { $0 = donations }
    }

    /// Takes them back, unless others have come since.
    func uninstall() {
        let isOwn = UNUserNotificationCenter.processWide.withLock { installed in
            guard installed?.center === center.center else { return false }
            installed = nil
            return true
        }
        if isOwn { INInteraction.processWide.withLock { $0 = nil } }
    }
}
