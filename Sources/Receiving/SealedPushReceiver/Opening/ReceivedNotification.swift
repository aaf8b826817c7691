// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The result of one push: the content to show, and its sender if known.
public struct ReceivedNotification: Sendable, Hashable {
    /// The end of a push.
    public enum Outcome: Sendable, Hashable {
        /// A message that was never handed over: it may alert.
        case opened
        /// A message that an earlier run claimed and perhaps showed: it is handed over quietly.
        case recovered
        /// The message is kept until the device can open it; a notice says that messages wait.
        case deferred
        /// No message: the placeholder, quiet if the message was handed over before or its sender
        /// is not accepted.
        case failed(ReceiverError)
    }

    /// The outcome of the push.
    public let outcome: Outcome
    /// The content that the user sees.
    public let content: NotificationContent
    /// The message, if one was opened.
    package let message: OpenedMessage?
    /// The row of the display table that decided the content (D-20).
    public let reason: DisplayReason
    /// The device's name for the sender of an opened message, with a label if it needs one.
    public private(set) var senderName: String?
    /// True if the sender may be donated as a person that a Focus may let through (D-27).
    public private(set) var isConversation = false
    /// The names of notifications that it removes: earlier messages of the same sender.
    public private(set) var removes: [String] = []
    /// The notification name of an opened message; nil if the device does not know it.
    public let identifier: String?

    /// Whether the app's own text is all that there is to show, and no notification of the message
    /// was seen before.
    package var isPlainPlaceholder: Bool {
        reason == .notOpened && message == nil && outcome != .failed(.refused(.replayed))
    }

    /// The files to download.
    ///
    /// There are none if the sender or the preview policy shows no files.
    public private(set) var attachments: [AttachmentReference] = []

    /// The reasons why other files of the message are not downloaded.
    public private(set) var refusedAttachments: [AttachmentError] = []

    private init(
        _ outcome: Outcome,
        _ content: NotificationContent,
        _ reason: DisplayReason,
        _ message: OpenedMessage? = nil,
        identifier: String? = nil
    ) {
        (self.outcome, self.content, self.reason) = (outcome, content, reason)
        (self.message, self.identifier) = (message, identifier)
    }

    /// A push that gave no message: all look the same but a replay and those whose sender is
    /// refused (D-29, D-31, D-32).
    init(failed error: ReceiverError, by rules: DisplayRules) {
        switch error {
        case .refused(.senderNotAccepted): self.init(.failed(error), rules.nothing, .senderRefused)
        case .refused(.replayed): self.init(.failed(error), rules.placeholder.quiet(), .notOpened)
        default: self.init(.failed(error), rules.placeholder, .notOpened)
        }
    }

    /// A push that is kept until the device is unlocked; one notice at a time alerts.
    init(deferredBy rules: DisplayRules, isFirst: Bool) {
        self.init(.deferred, isFirst ? rules.notice : rules.notice.quiet(), .deferred)
    }

    /// An unfinished message of which the app's own text is shown, since showing more has failed.
    init(neutral message: OpenedMessage, _ identifier: String?, by rules: DisplayRules) {
        let content = rules.placeholder.quiet()
        self.init(.recovered, content, .notOpened, message, identifier: identifier)
    }

    /// A push whose message was opened and claimed.
    init(
        _ message: OpenedMessage,
        _ identifier: String?,
        by rules: DisplayRules,
        isOthersName: (String) -> Bool
    ) {
        let sealed = ContentMapping(localize: rules.localize).content(of: message.payload)
        let display = MessageDisplay(
            of: message,
            sealed: sealed,
            by: rules,
            isOthersName: isOthersName
        )
        let fields = message.payload.fields
        let references = fields?.attachments ?? []
        let outcome = message.status == .new ? Outcome.opened : .recovered
        self.init(outcome, display.content, display.reason, message, identifier: identifier)
        senderName = display.senderName
        isConversation = display.isConversation
        removes = fields?.remove ?? []
        attachments = display.showsFiles ? references : []
        refusedAttachments =
            (fields?.refusedAttachments ?? [])
            + (display.showsFiles ? [] : references.map { _ in .senderNotAllowed })
    }
}
