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
