// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import ValueObjects

/// Messages between people, for tests.
enum Conversation {
    static func person(_ name: String?, image: INImage? = nil) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: "a@b.example", type: .emailAddress, label: .work),
            nameComponents: nil,
            displayName: name,
            image: image,
            contactIdentifier: "c",
            customIdentifier: "d",
            aliases: [INPersonHandle(value: "1", type: .phoneNumber)],
            suggestionType: .instantMessageAddress
        )
    }

    static func message(from sender: INPerson?, group: String? = nil) -> INSendMessageIntent {
        INSendMessageIntent(
            recipients: [person("Bob")],
            outgoingMessageType: .outgoingMessageText,
            content: "hello",
            speakableGroupName: group.map(INSpeakableString.init(spokenPhrase:)),
            conversationIdentifier: "conversation",
            serviceName: "service",
            sender: sender,
            attachments: [
                INSendMessageAttachment(
                    audioMessageFile: INFile(
                        data: Data([1]),
                        filename: "a.m4a",
                        typeIdentifier: "public.mpeg-4-audio"
                    )
                )
            ]
        )
    }

    /// One object of each class of Intents, and one that differs from it.
    static func pairs() -> [(ValueObject, ValueObject)] {
        let image = INImage(imageData: Data([1]))
        let anna = person("Anna", image: image)
        let intent = message(from: anna, group: "group")
        let metadata = INSendMessageIntentDonationMetadata()
        metadata.mentionsCurrentUser = true
        metadata.recipientCount = 3
        intent.donationMetadata = metadata
        intent.setImage(INImage(named: "b"), forParameterNamed: \.sender)
        let response = INSendMessageIntentResponse(code: .success, userActivity: nil)
        let interaction = INInteraction(intent: intent, response: response)
        interaction.direction = .incoming
        interaction.groupIdentifier = "g"
        interaction.dateInterval = DateInterval(start: Date(timeIntervalSince1970: 1), duration: 2)
        return [
            (anna, person("Anna")), (image, INImage(named: "a")),
            (INImage.systemImageNamed("a"), INImage(named: "a")),
            (
                INPersonHandle(value: "1", type: .phoneNumber),
                INPersonHandle(value: "1", type: .unknown)
            ),
            (
                INSpeakableString(
                    vocabularyIdentifier: "a",
                    spokenPhrase: "b",
                    pronunciationHint: "c"
                ),
                INSpeakableString(spokenPhrase: "b")
            ),
            (intent, message(from: anna)), (metadata, INSendMessageIntentDonationMetadata()),
            (response, INSendMessageIntentResponse(code: .failure, userActivity: nil)),
            (interaction, INInteraction(intent: intent, response: nil)),
            (
                INFile(data: Data([1]), filename: "a", typeIdentifier: nil),
                INFile(data: Data([2]), filename: "a", typeIdentifier: nil)
            ),
        ]
    }
}
