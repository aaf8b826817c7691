// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SealedPush
import SealedPushReceiver

/// What the system knows a contact's messages by: who sends them, and which belong together.
///
/// Nothing of a message's text is in it: the text goes to the screen alone.
struct Conversation {
    /// The message that the system is told of.
    let intent: INSendMessageIntent
    /// The name of the interaction; told again it is the same one.
    private let identifier: String
    private let name: String

    /// The conversation that a message belongs to: nil unless it is of a contact in full view,
    /// whose identity is in no doubt (D-19).
    ///
    /// The system shows a conversation's person in the place of title and subtitle: what has a title of its own, or a
    /// subtitle, is none, so that nothing of it gets out of sight.
    init?(
        _ received: ReceivedNotification,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings
    ) {
        guard let mark = MessageMark(received), let sender = received.sender,
            received.showsAttachments
        else { return nil }
        let label = sender.label(in: settings.labels)
        guard received.content.title == label, received.content.subtitle.isEmpty else { return nil }
        let code = received.message?.payload.fields?.from
        identifier = mark.message
        // No sender can choose this for another one's messages, nor for a person whom a Focus lets pass.
        name = code.map { "\(mark.sender)/\($0)" } ?? mark.sender
        let person = INPerson(
            personHandle: INPersonHandle(value: name, type: .unknown),
            nameComponents: nil,
            displayName: label,
            image: settings.picture(named: receiver?.avatar(of: received)),
            contactIdentifier: nil,
            customIdentifier: name
        )
        intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: nil,
            speakableGroupName: nil,
            conversationIdentifier: name,
            serviceName: nil,
            sender: person,
            attachments: nil
        )
    }

    /// What the system is told: that the message came.
    func interaction() -> INInteraction {
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.identifier = identifier
        interaction.groupIdentifier = name
        return interaction
    }
}

extension ServiceSettings {
    /// The most bytes of a picture: an extension has little memory.
    private static let pictureLimit = 512 << 10

    /// The picture of a contact, where there is one that can be read.
    fileprivate func picture(named name: String?) -> INImage? {
        guard let name, let file = pictureFolder?.appendingPathComponent(name),
            let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= Self.pictureLimit,
            let data = try? Data(contentsOf: file)
        else { return nil }
        return INImage(imageData: data)
    }
}
