// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// An attachment that an extension could not make.
package struct AttachmentFailure: Hashable, Codable, Sendable {
    /// The name of the file; of a URL that is no file's also scheme and host.
    package let file: String
    /// The type: that of the hint, else the file's extension.
    package let type: String
    /// The number of the ``UNError/Code``.
    package let code: Int
}

/// Hears of the attachments that an extension could not make while it has a push in hand.
///
/// `UNNotificationAttachment.init` knows neither the extension nor the push. It tells the watch of
/// the current task. A queue is no part of a task, so there it goes by the watches that are open:
/// of the device of the whole process, or of any device if that has none. If there is one, it hears
/// the failure. If there are several, the failure is kept for the one of them whose content handler
/// is called on that very thread.
package final class AttachmentWatch: Sendable {
    /// The watch of the push that the current task deals with.
    @TaskLocal package static var current: AttachmentWatch?

    private struct Listener {
        /// The watch's own; an object's address may be that of a later one.
        let number: Int
        /// The center of the device.
        let center: ObjectIdentifier
        let hear: @Sendable (AttachmentFailure) -> Void
    }

    /// A failure on a queue, and the watches that were open.
    private struct Kept {
        let failure: AttachmentFailure
        let candidates: Set<Int>
    }

    private struct Open {
        var count = 0
        var listeners: [ObjectIdentifier: Listener] = [:]
    }

    private static let open = Mutex(Open())
    private static let threadKey = "SealedPush.AttachmentWatch"

    package init() {}

    /// Begins to hear, for a push to the device that has this center.
    package func start(
        of center: UNUserNotificationCenter,
        _ hear: @escaping @Sendable (AttachmentFailure) -> Void
    ) {
        Self.open.withLock { open in
            open.count += 1
            open.listeners[ObjectIdentifier(self)] = Listener(
                number: open.count,
                center: ObjectIdentifier(center),
                hear: hear
            )
        }
    }

    /// Whether a push to the device that has this center is in the hands of its extension.
    package static func isOpen(of center: UNUserNotificationCenter) -> Bool {
        let center = ObjectIdentifier(center)
        return open.withLock { $0.listeners.values.contains { $0.center == center } }
    }

    /// Takes what was kept on this thread, as a content handler is called on it.
    ///
    /// A thread of a queue outlives pushes: what an earlier one has left on it goes.
    package func takeKept() {
        let kept = Self.kept
        Self.kept = []
        guard let listener else { return }
        for item in kept where item.candidates.contains(listener.number) {
            listener.hear(item.failure)
        }
    }

    /// Hears no more; to be called before it goes.
    package func stop() {
        let listener = Self.open.withLock { open in
            open.listeners.removeValue(forKey: ObjectIdentifier(self))
        }
        // What it holds may go with it, and tell: not while the lock is held.
        withExtendedLifetime(listener) {}
    }

    private var listener: Listener? {
        Self.open.withLock { $0.listeners[ObjectIdentifier(self)] }
    }

    /// Tells of an attachment that could not be made.
    static func tell(_ failure: AttachmentFailure) {
        if let current {
            current.listener?.hear(failure)
            return
        }
        // A task outside any push is the test's or the app's own.
        guard unsafe withUnsafeCurrentTask(body: { unsafe $0 == nil }) else { return }
        let all = open.withLock { Array($0.listeners.values) }
        let installed = UNUserNotificationCenter.processWide.withLock { shared in
            shared.map { ObjectIdentifier($0.center) }
        }
        let own = all.filter { $0.center == installed }
        let candidates = own.isEmpty ? all : own
        if candidates.count == 1 {
            candidates.first?.hear(failure)
        } else if !candidates.isEmpty {
            kept.append(Kept(failure: failure, candidates: Set(candidates.map(\.number))))
        }
    }

    private static var kept: [Kept] {
        get { Thread.current.threadDictionary[threadKey] as? [Kept] ?? [] }
        set { Thread.current.threadDictionary[threadKey] = newValue.isEmpty ? nil : newValue }
    }
}
