// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import UserNotifications

/// A notification that the user has before him, without what it shows: the list may be long, and an
/// extension has little memory.
struct ListedNotification: Hashable, Sendable {
    /// What the system calls it.
    let identifier: String
    /// The message that the extension or the app made it of; nil of all others.
    let tag: ProvenanceTag?
    /// The thread that it is on.
    let thread: String

    /// Whether it only says that messages are deferred.
    var isNotice: Bool { tag == nil && thread == NotificationDeferral.noticeThread }

    /// Whether it stands for a message without text.
    var isWithoutText: Bool { tag == nil && thread == DisplayRules.noTextThread }
}

extension ListedNotification {
    init(_ notification: UNNotification) {
        let content = notification.request.content
        self.init(
            identifier: notification.request.identifier,
            tag: ProvenanceTag(content.userInfo),
            thread: content.threadIdentifier
        )
    }
}
