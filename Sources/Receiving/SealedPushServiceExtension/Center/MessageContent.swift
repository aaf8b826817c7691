// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SealedPush
import SealedPushReceiver
import UserNotifications

/// What the system is given of one message: its text, then as part of a conversation with its
/// sender, then with its files.
struct MessageContent: Sendable {
    private let received: ReceivedNotification
    private let settings: ServiceSettings
    /// The text, without the conversation and files.
    private let text: SystemContent
    /// Nil also of a message that is no part of a conversation.
    private let picture: Data?

    init(
        of received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings
    ) {
        self.received = received
        self.settings = settings
        text = SystemContent(received)
        picture = received.isConversation ? settings.picture(receiver?.avatar(of: received)) : nil
    }

    /// Makes the content better step by step, and offers each step at once: the time may be over at
    /// any moment.
    ///
    /// - Parameters:
    ///   - center: Is told of the conversation, which lets the message pass a Focus that lets its
    ///     sender pass; if it does not take that, the message is no part of one.
    ///   - time: How long the files may take.
    ///   - offer: Takes a step; false if it comes too late.
    /// - Returns: Why files of the message are not in it.
    func make(
        telling center: UserNotificationCenter,
        filesWithin time: Duration,
        _ offer: @escaping @Sendable (SystemContent, HandOverReport.Attempt) -> Bool
    ) async -> [AttachmentError] {
        // Its claim keeps what came too late.
        guard offer(text, .content) else { return [] }
        var isTold = false
        if let conversation { isTold = await center.donate(conversation.interaction) }
        if isTold { _ = offer(content(with: [], isTold: true), .content) }
        guard time > .zero else { return received.untriedFiles }
        let missing = await settings.clock.limit(time) { [isTold] in
            await fetchFiles(isTold: isTold, offer)
        }
        return missing ?? received.untriedFiles
    }

    /// Fetches one file after the other, and offers the content with those that are there.
    private func fetchFiles(
        isTold: Bool,
        _ offer: (SystemContent, HandOverReport.Attempt) -> Bool
    ) async -> [AttachmentError] {
        // A run that a file stops, or that ends with its hand-over, does not come to its end.
        settings.removeLeftovers()
        var files: [UNNotificationAttachment] = []
        let limit = AttachmentReceiver.expensiveLimit(
            for: received.message?.contactStatus,
            settings.expensiveNetworkLimit
        )
        let failures = await settings.fileReceiver
            .receive(all: received.attachments, expensiveLimit: limit) {
                file throws(AttachmentError) in
                do {
                    files.append(try settings.attach(file))
                } catch {
                    throw .notAccepted
                }
                // Once it has the notification the system takes nothing more of it.
                guard offer(content(with: files, isTold: isTold), .contentWithAttachments) else {
                    throw .timedOut
                }
            }
        let missing = received.refusedAttachments + failures
        for failure in missing { settings.didMiss(failure) }
        return missing
    }

    private func content(with files: [UNNotificationAttachment], isTold: Bool) -> SystemContent {
        guard let content = text.content.mutableCopy() as? UNMutableNotificationContent else {
            return text
        }
        content.attachments = files
        guard isTold, let intent = conversation?.intent else { return SystemContent(content) }
        return SystemContent((try? content.updating(from: intent)) ?? content)
    }

    /// Made anew each time: a person of the system's can't be shared with another task.
    private var conversation: Conversation? {
        settings.isCommunication ? Conversation(received, picture: picture) : nil
    }
}

extension ReceivedNotification {
    /// Why no file of the message is shown if there is no time for any.
    var untriedFiles: [AttachmentError] {
        refusedAttachments + attachments.map { _ in .timedOut }
    }
}

extension ServiceSettings {
    /// The most bytes of a picture: an extension has little memory.
    private static let pictureLimit = 512 << 10

    /// The picture of a contact, if there is one that can be read.
    fileprivate func picture(_ name: String?) -> Data? {
        guard isCommunication, let name, let file = pictureFolder?.appendingPathComponent(name),
            let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= Self.pictureLimit
        else { return nil }
        return try? Data(contentsOf: file)
    }
}

/// What the system knows a contact's messages by: who sends them, and which belong together.
///
/// Nothing of a message's text is in it: the text goes to the screen alone.
struct Conversation {
    /// The message that the system is told of.
    let intent: INSendMessageIntent
    /// What the system is told: that the message came; told again it is the same one.
    let interaction: INInteraction

    /// The conversation that a message belongs to; nil unless the display table allows it (D-27).
    ///
    /// The system shows the person in the place of the title, and the group's name in that of the
    /// subtitle, so both lines stay in sight.
    init?(_ received: ReceivedNotification, picture: Data?) {
        guard received.isConversation, let tag = ProvenanceTag(received) else { return nil }
        let (subtitle, message) = (received.content.subtitle, received.message)
        let isNamedCode = message?.sender.source == .contactCode
        let name = Self.name(tag.sender, isNamedCode ? message?.payload.fields?.from : nil)
        let person = INPerson(
            personHandle: INPersonHandle(value: name, type: .unknown),
            nameComponents: nil,
            displayName: received.content.title,
            image: picture.map { INImage(imageData: $0) },
            contactIdentifier: nil,
            customIdentifier: name
        )
        intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: nil,
            speakableGroupName: subtitle.isEmpty ? nil : INSpeakableString(spokenPhrase: subtitle),
            conversationIdentifier: name,
            serviceName: nil,
            sender: person,
            attachments: nil
        )
        if !subtitle.isEmpty {
            // The system shows the name of a group only for messages to more than one person.
            let metadata = INSendMessageIntentDonationMetadata()
            metadata.recipientCount = 2
            intent.donationMetadata = metadata
        }
        interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.identifier = tag.message
        interaction.groupIdentifier = name
    }

    /// The name of a conversation: the identity in hex, and the code if the contacts name it.
    ///
    /// No sender can choose this for another one's messages, nor for a person whom a Focus lets
    /// pass.
    static func name(_ sender: String, _ code: String?) -> String {
        code.map { "\(sender)/\($0)" } ?? sender
    }
}
