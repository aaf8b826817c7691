// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Synchronization

extension UNUserNotificationCenter {
    /// A center that tasks may share.
    ///
    /// Its backing is `Sendable`; its delegate, the one thing in it that changes, is set before
    /// notifications come, as on iOS.
    package struct Shared: @unchecked Sendable {
        package let center: UNUserNotificationCenter

        package init(_ center: UNUserNotificationCenter) {
            self.center = center
        }
    }

    /// The center of the device that runs the current task.
    @TaskLocal package static var bound: Shared?

    /// The center of a process that as a whole runs on a device; its host sets it once.
    ///
    /// Threads and queues that an app starts itself belong to no task, so they see this one.
    package static let processWide = Mutex<Shared?>(nil)

    static let deviceless = Shared(UNUserNotificationCenter(backing: NoDevice()))
}
