// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver

/// What a plan has done next; each effect but `end` is answered by one event.
enum PlanEffect: Hashable {
    /// List the notifications: `listed`.
    case list
    /// Take notifications out of the list: `done`.
    case remove([String])
    /// Finish the current message, which erases its content: `done`.
    case finish
    /// See whether something waits: `found` or `nothingLeft`.
    case look
    /// Ask whether the app may notify: `permission`.
    case askPermission
    /// Open the next message that waits: `waiting` or `nothingLeft`.
    case next
    /// Tell the system of the sender, and fetch files, for the current message: `done`.
    case prepare
    /// Post the current message if it is still unfinished: `posted`.
    case post(as: String)
    case end
}

/// What came of an effect.
enum PlanEvent {
    case done
    case listed([ListedNotification])
    case found(hasDeferred: Bool)
    case permission(Bool)
    case waiting(PlannedMessage)
    case nothingLeft(hasDeferred: Bool)
    case posted(Posting)
    /// The system did not answer in time, or the task was cancelled.
    case unanswered
}

/// What became of a post.
enum Posting: Hashable {
    case taken
    /// Another run finished the message meanwhile.
    case finishedByOther
    /// The system does not take this message.
    case refused
    /// The app may not notify.
    case notAllowed
}

/// What a plan knows of a message: nothing of its content.
struct PlannedMessage: Hashable {
    /// Who signed it, which one it is, when it was made and what its notification is called.
    let tag: ProvenanceTag
    /// The names of notifications that it removes.
    var removes: [String] = []
    /// Whether it has a text to show.
    var hasText = true
    /// Whether nothing of it can have been shown before.
    var isNew = true
    /// The part of the message that is shown.
    var form = BacklogMessage.Form.whole

    /// Whether it removes a notification: one of an earlier message of its sender (T-24, T-25).
    func removes(_ listed: ListedNotification) -> Bool {
        guard let other = listed.tag, tag.mayRemove(other) else { return false }
        return removes.contains { [listed.identifier, other.name].contains($0) }
    }

    /// Whether a notification was made of this very message.
    func isSame(_ listed: ListedNotification) -> Bool { listed.tag?.message == tag.message }
}

/// A push of which something was handed over.
struct PlannedPush: Hashable {
    /// What was handed over.
    enum Ending: Hashable {
        /// The message.
        case shown(PlannedMessage)
        /// What was shown before of this message, which came again.
        case shownAgain(String)
        /// The notice that it waits.
        case deferred
        /// The app's own text, or the content too late.
        case notShown
    }

    /// What the system calls its notification.
    let name: String
    let ending: Ending
    /// Whether the hand-over left time for more.
    var hasTimeLeft = true
}

extension PlannedMessage {
    /// What a plan needs to know of a message that was opened; nil of other pushes.
    init?(_ received: ReceivedNotification, form: BacklogMessage.Form = .whole) {
        guard let tag = ProvenanceTag(received) else { return nil }
        self.init(
            tag: tag,
            removes: received.removes,
            hasText: received.reason != .noText,
            isNew: received.outcome == .opened,
            form: form
        )
    }
}
