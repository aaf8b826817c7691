// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What became of one push: always something to show, and who it is from where that is known.
public struct ReceivedNotification: Sendable, Hashable {
    /// How a push ended.
    public enum Outcome: Sendable, Hashable {
        /// A message that was never handed over: it may alert.
        case opened
        /// A message that an earlier run claimed and perhaps showed: it is handed over quietly.
        case recovered
        /// A message of a sender that the user has blocked, or whose identity was revoked: a quiet placeholder.
        case blocked
        /// The device is locked: the message is kept, and a notice says that something waits.
        case parked
        /// No message: the placeholder, quiet where the message was handed over before.
        case failed(ReceiverError)
    }

    /// How it ended.
    public let outcome: Outcome
    /// What the user sees.
    public let content: NotificationContent
    /// The message, where one was opened.
    public let message: OpenedMessage?
    /// What the sender is called, where a message was opened.
    public let sender: SenderName?

    /// Whether the content may be fetched further attachments for.
    public let showsAttachments: Bool

    /// The files to be fetched: those whose references serve, and none unless ``showsAttachments``.
    public let attachments: [AttachmentReference]

    /// Why other files that the sender referred to are not fetched.
    public let refusedAttachments: [AttachmentError]

    /// A push that gave no message.
    init(failed error: ReceiverError, placeholder: NotificationContent) {
        let isRepeat = error == .refused(.replayed)
        outcome = .failed(error)
        content = isRepeat ? placeholder.quiet() : placeholder
        message = nil
        sender = nil
        showsAttachments = false
        attachments = []
        refusedAttachments = []
    }

    /// A push that is kept until the device is unlocked.
    init(parked notice: NotificationContent) {
        outcome = .parked
        content = notice
        message = nil
        sender = nil
        showsAttachments = false
        attachments = []
        refusedAttachments = []
    }

    /// A push whose message was opened and claimed; `isSilenced` where nothing of it is shown.
    init(
        _ message: OpenedMessage,
        isSilenced: Bool,
        mapping: ContentMapping,
        placeholder: NotificationContent,
        labels: SenderLabels
    ) {
        let sender = SenderName(message.sender, isContact: message.standing != nil)
        self.message = message
        self.sender = sender
        guard !isSilenced else {
            outcome = .blocked
            content = placeholder.quiet()
            showsAttachments = false
            attachments = []
            refusedAttachments = []
            return
        }
        let presentation = SenderPresentation(
            preview: message.standing?.preview ?? .full,
            labels: labels
        )
        let shown = presentation.present(
            mapping.content(of: message.payload),
            template: message.payload.fields?.template ?? [],
            from: sender
        )
        switch message.status {
        case .new:
            outcome = .opened
            content = shown
        case .recovered:
            outcome = .recovered
            content = shown.quiet()
        }
        let fields = message.payload.fields
        let references = fields?.attachments ?? []
        showsAttachments = presentation.showsAttachments(from: sender)
        attachments = showsAttachments ? references : []
        refusedAttachments =
            (fields?.refusedAttachments ?? [])
            + (showsAttachments ? [] : references.map { _ in .senderNotAllowed })
    }
}
