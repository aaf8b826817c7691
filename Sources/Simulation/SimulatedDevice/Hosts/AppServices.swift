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

/// What the app and its extension have donated to the system.
final class DonationList: DonationBacking {
    /// How many donations are kept: the last.
    private static let limit = 1000
    private let state = Mutex<[INInteraction.Values]>([])

    /// The donations in their order.
    var donations: [INInteraction.Values] { state.withLock(\.self) }

    func donate(_ interaction: INInteraction.Values) {
        state.withLock { donations in
            donations.removeAll { $0.identifier == interaction.identifier }
            donations.append(interaction)
            donations.removeFirst(max(0, donations.count - Self.limit))
        }
    }

    func forget(_ selection: DonationSelection) {
        state.withLock { donations in
            donations.removeAll { donation in
                switch selection {
                case .all: true
                case .identifiers(let identifiers): identifiers.contains(donation.identifier)
                case .group(let group): donation.groupIdentifier == group
                }
            }
        }
    }
}
