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
        /// The message is kept until the device can look at it; while it is locked a notice says that something waits.
        case parked
        /// No message: the placeholder, quiet if the message was handed over before or its sender
        /// is not accepted.
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

    /// Whether the content is a contact's, and nothing of it is kept back.
    public let isInFull: Bool
    /// Whether files may be fetched for the content, and the system be told of its sender as a person whom a Focus may let pass:
    /// it is in full, and no other identity has turned up for the contact.
    public let showsAttachments: Bool
    /// What it takes away, if anything.
    public let removal: Removal?
    /// What the system calls the notification of an opened message, where the device knows that.
    public internal(set) var identifier: String?

    /// Whether nothing better is to be shown than the push as its sender wrote it for that case.
    public var isPlainPlaceholder: Bool {
        if case .failed(let error) = outcome { !error.isQuiet } else { false }
    }

    /// The files to be fetched: those whose references serve, and none unless ``showsAttachments``.
    public let attachments: [AttachmentReference]

    /// Why other files that the sender referred to are not fetched.
    public let refusedAttachments: [AttachmentError]

    private init(
        _ outcome: Outcome,
        _ content: NotificationContent,
        of message: OpenedMessage? = nil,
        from sender: SenderName? = nil,
        removal: Removal? = nil,
        isInFull: Bool = false,
        showsAttachments: Bool = false,
        attachments: [AttachmentReference] = [],
        refusedAttachments: [AttachmentError] = []
    ) {
        self.outcome = outcome
        self.content = content
        self.message = message
        self.sender = sender
        self.removal = removal
        self.isInFull = isInFull
        self.showsAttachments = showsAttachments
        self.attachments = attachments
        self.refusedAttachments = refusedAttachments
    }

    /// A push that gave no message: all look the same but the quiet ones (D-1).
    init(failed error: ReceiverError, placeholder: NotificationContent) {
        self.init(.failed(error), error.isQuiet ? placeholder.quiet() : placeholder)
    }

    /// A push that is kept until the device is unlocked.
    init(parked notice: NotificationContent) {
        self.init(.parked, notice)
    }

    /// A push whose message was opened and claimed.
    init(
        _ message: OpenedMessage,
        mapping: ContentMapping,
        placeholder: NotificationContent,
        labels: SenderLabels
    ) {
        let sender = SenderName(message.sender, isContact: message.standing != nil)
        let isNew = message.status == .new
        let outcome = isNew ? Outcome.opened : .recovered
        let sealed = mapping.content(of: message.payload)
        let removal = Removal(by: message, isSilent: !sealed.hasAlertText)
        guard removal?.isSilent != true else {
            self.init(outcome, placeholder.quiet(), of: message, from: sender, removal: removal)
            return
        }
        let presentation = SenderPresentation(
            preview: message.standing?.preview ?? .full,
            labels: labels
        )
        let fields = message.payload.fields
        let shown = presentation.present(sealed, template: fields?.template ?? [], from: sender)
        //
        let isInFull = presentation.showsAttachments(from: sender)
        let showsAttachments = isInFull && message.standing?.trust != .changed
        let references = fields?.attachments ?? []
        self.init(
            outcome,
            isNew ? shown : shown.quiet(),  // R-35, D-6
            of: message,
            from: sender,
            removal: removal,
            isInFull: isInFull,
            showsAttachments: showsAttachments,
            attachments: showsAttachments ? references : [],
            refusedAttachments: (fields?.refusedAttachments ?? [])
                + (showsAttachments ? [] : references.map { _ in .senderNotAllowed })
        )
    }
}

extension ReceiverError {
    /// Whether the placeholder of such a push is quiet: the user has seen the message (D-3), or
    /// wants nothing of its sender (D-4).
    fileprivate var isQuiet: Bool {
        self == .refused(.replayed) || self == .refused(.senderNotAccepted)
    }
}
