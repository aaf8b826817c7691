// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// An attachment that an extension could not make.
package struct AttachmentFailure: Hashable, Codable, Sendable {
    /// The name of the file.
    package let file: String
    /// The type: that of the hint, else the file's extension.
    package let type: String
    /// The number of the ``UNError/Code``.
    package let code: Int
}

/// Hears of the attachments that an extension could not make while it has a push in hand.
///
/// `UNNotificationAttachment.init` knows neither the extension nor the push. It tells the watch of
/// the
/// current task; on a queue, which is no part of a task, the one watch that is open, of the device
/// of
/// the whole process before those of others. Where several are, it keeps the failure for the watch
/// whose content handler is called next on that very thread.
package final class AttachmentWatch: Sendable {
    /// The watch of the push that the current task deals with.
    @TaskLocal package static var current: AttachmentWatch?

    private struct Listener {
        /// The centre of the device.
        let center: ObjectIdentifier
        let hear: @Sendable (AttachmentFailure) -> Void
    }

    private static let open = Mutex<[ObjectIdentifier: Listener]>([:])
    private static let threadKey = "SealedPush.AttachmentWatch"

    package init() {}

    /// Begins to hear, for a push to the device that has this centre.
    package func start(
        of center: UNUserNotificationCenter,
        _ hear: @escaping @Sendable (AttachmentFailure) -> Void
    ) {
        let listener = Listener(center: ObjectIdentifier(center), hear: hear)
        Self.open.withLock { $0[ObjectIdentifier(self)] = listener }
    }

    /// Takes what was kept on this thread, as a content handler is called on it.
    package func takeKept() {
        for failure in Self.kept { hear(failure) }
        Self.kept = []
    }

    /// Hears no more; to be called before it goes.
    package func stop() {
        let listener = Self.open.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        // What it holds may go with it, and tell: not while the lock is held.
        withExtendedLifetime(listener) {}
    }

    private func hear(_ failure: AttachmentFailure) {
        Self.open.withLock { $0[ObjectIdentifier(self)] }?.hear(failure)
    }

    /// Tells of an attachment that could not be made.
    static func tell(_ failure: AttachmentFailure) {
        if let current { return current.hear(failure) }
        // A task outside any push is the test's or the app's own.
        guard unsafe withUnsafeCurrentTask(body: { unsafe $0 == nil }) else { return }
        let listeners = open.withLock { Array($0.values) }
        let installed = UNUserNotificationCenter.processWide.withLock { shared in
            shared.map { ObjectIdentifier($0.center) }
        }
        let own = listeners.filter { $0.center == installed }
        if let only = own.count == 1 ? own.first : listeners.count == 1 ? listeners.first : nil {
            only.hear(failure)
        } else if !listeners.isEmpty {
            kept.append(failure)
        }
    }

    private static var kept: [AttachmentFailure] {
        get { Thread.current.threadDictionary[threadKey] as? [AttachmentFailure] ?? [] }
        set { Thread.current.threadDictionary[threadKey] = newValue.isEmpty ? nil : newValue }
    }
}
