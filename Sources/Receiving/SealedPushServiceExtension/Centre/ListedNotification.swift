// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// A notification that the user has before him.
struct ListedNotification: Sendable {
    /// What the system calls it.
    let identifier: String
    /// What it shows.
    let content: SystemContent
    /// The message that it was made of by the extension, where it was made of one.
    let mark: MessageMark?
    /// The message that it stands for, in hex: as the mark says, or in the clear over a ciphertext that was not opened, as
    /// the system shows it where the extension was stopped.
    let message: String?
    /// The thread that it is on.
    let thread: String
    /// Whether it only stands for something: a locked device's messages, or one that took others away.
    let isStandIn: Bool

    init(_ notification: UNNotification) {
        let content = notification.request.content
        identifier = notification.request.identifier
        self.content = SystemContent(content)
        mark = MessageMark(content.userInfo)
        message =
            mark?.message
            ?? PushPayload.envelopeHash(of: PushPayload.bytes(of: content.userInfo))?.description
        thread = content.threadIdentifier
        isStandIn = Self.standIns.contains(thread) && mark == nil
    }

    private static let standIns = [NotificationParking.noticeThread, DisplayRules.noTextThread]

    /// Tells what is shown of a message, where it is in the list, on any thread.
    @Sendable
    static func find(_ message: String, _ tell: @escaping @Sendable (SystemContent) -> Void) {
        UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
            let contents = notifications.lazy.map(\.request.content)
            let shown = contents.first { MessageMark($0.userInfo)?.message == message }
            if let shown { tell(SystemContent(shown)) }
        }
    }

    /// What it is called, and what its push was called, in whose place it stands.
    var names: [String] { [identifier] + (mark?.name.map { [$0] } ?? []) }

    /// Whether it stands in the place of its message's push, and not under its name.
    var isStandInOfMessage: Bool { mark?.standInName == identifier }

    /// Whether it was made of this message by the extension.
    func shows(_ message: String) -> Bool { mark?.message == message }
}
