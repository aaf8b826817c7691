// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// As messengers write it: a communication notification, donated and put into the content.

import Intents
import UserNotifications

class MessageExtension: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let handle = INPersonHandle(value: "anna@example.org", type: .emailAddress)
        let avatar = INImage(imageData: Data([1, 2, 3]))
        var name = PersonNameComponents()
        name.nickname = "Anna"
        let sender = INPerson(
            personHandle: handle,
            nameComponents: name,
            displayName: "Anna",
            image: avatar,
            contactIdentifier: nil,
            customIdentifier: "anna"
        )
        let intent = INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: request.content.body,
            speakableGroupName: INSpeakableString(spokenPhrase: "Family"),
            conversationIdentifier: request.content.threadIdentifier,
            serviceName: nil,
            sender: sender,
            attachments: nil
        )
        intent.setImage(INImage(named: "family"), forParameterNamed: \.speakableGroupName)

        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)

        do {
            let content = try request.content.updating(from: intent)
            if let content = content.mutableCopy() as? UNMutableNotificationContent {
                content.title = "Anna"
                contentHandler(content)
            }
        } catch {
            contentHandler(request.content)
        }
    }
}
