// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import Synchronization
import Testing

@testable import SampleExtensions
@testable import UserNotifications

@Suite struct MessageTests {
    @Test func `content is updated from a message with a sender`() throws {
        let content = UNMutableNotificationContent()
        content.body = "body"
        let image = INImage(imageData: Data([1, 2]))
        let intent = Conversation.message(
            from: Conversation.person("Anna", image: image),
            group: "Family"
        )
        let updated = try content.updating(from: intent)
        #expect(updated is UNMutableNotificationContent)
        #expect(
            try !(UNNotificationContent().updating(from: intent) is UNMutableNotificationContent)
        )
        #expect(updated.body == "body")

        let message = try #require(updated.values.message)
        #expect(message.message.sender?.displayName == "Anna")
        #expect(message.message.speakableGroupName?.spokenPhrase == "Family")
        #expect(message.keyImage == .data(Data([1, 2])))
        #expect(content.values.message == nil)
    }

    @Test func `a message without a sender, and what is no message, are refused`() {
        final class Stranger: NSObject, UNNotificationContentProviding {}
        let content = UNNotificationContent()
        #expect(throws: UNError(.contentProvidingInvalid)) {
            try content.updating(from: Conversation.message(from: nil))
        }
        #expect(throws: UNError(.contentProvidingObjectNotAllowed)) {
            try content.updating(from: Stranger())
        }
    }

    @Test func `an attributed message gives its text`() throws {
        let context = UNNotificationAttributedMessageContext(
            sendMessageIntent: Conversation.message(from: Conversation.person("Anna")),
            attributedContent: NSAttributedString(string: "text")
        )
        let values = try UNNotificationContent().updating(from: context).values
        #expect(values.attributedBody == "text")
        #expect(values.message?.message.sender?.displayName == "Anna")
    }

    @Test(arguments: [
        (nil, nil, "a@b.example"), (nil, "Anna Berg", "Anna Berg"), ("A.", "Anna Berg", "A."),
        ("", "Anna Berg", "Anna Berg"),
    ])
    func `a person is shown by name, else by its parts, else by address`(
        _ name: String?,
        _ parts: String?,
        _ shown: String
    ) {
        let words = parts?.split(separator: " ").map(String.init)
        var components = PersonNameComponents()
        components.givenName = words?.first
        components.familyName = words?.last
        let person = INPerson(
            personHandle: INPersonHandle(value: "a@b.example", type: .emailAddress),
            nameComponents: components,
            displayName: name,
            image: nil,
            contactIdentifier: nil,
            customIdentifier: nil
        )
        #expect(person.displayName == shown)
    }

    @Test func `an intent gives every part back`() {
        let intent = Conversation.message(from: Conversation.person("Anna"), group: "Family")
        #expect(intent.recipients?.map(\.displayName) == ["Bob"])
        #expect(intent.outgoingMessageType == .outgoingMessageText)
        #expect(intent.content == "hello" && intent.serviceName == "service")
        #expect(intent.speakableGroupName?.spokenPhrase == "Family")
        #expect(intent.conversationIdentifier == "conversation")
        #expect(intent.attachments?.first?.audioMessageFile?.data == Data([1]))
        let sender = intent.sender
        #expect(sender?.personHandle?.label == .work && sender?.personHandle?.type == .emailAddress)
        #expect(sender?.aliases?.map(\.value) == ["1"])
        #expect(sender?.contactIdentifier == "c" && sender?.customIdentifier == "d")
        #expect(sender?.suggestionType == .instantMessageAddress && sender?.isMe == false)
        #expect(intent.keyImage() == nil)
    }

    @Test func `a picture belongs to a parameter, and the group's goes first`() {
        let intent = Conversation.message(from: Conversation.person("Anna"), group: "Family")
        let (anna, family) = (INImage(named: "anna"), INImage(named: "family"))
        intent.setImage(anna, forParameterNamed: \.sender)
        #expect(intent.keyImage() == anna)
        intent.setImage(family, forParameterNamed: \.speakableGroupName)
        #expect(intent.keyImage() == family)
        #expect(intent.image(forParameterNamed: \.sender) == anna)
        intent.setImage(nil, forParameterNamed: \.speakableGroupName)
        #expect(intent.keyImage() == anna)
        intent.setImage(family, forParameterNamed: \.description)
        #expect(intent.image(forParameterNamed: \.description) == nil)
    }

    @Test func `donations go to the device of the task`() async throws {
        let list = DonationList()
        try await INInteraction.$bound.withValue(list) {
            let intent = Conversation.message(from: Conversation.person("Anna"))
            let interaction = INInteraction(intent: intent, response: nil)
            interaction.identifier = "first"
            interaction.direction = .incoming
            var error: (any Error)? = UNError(.badgeInputInvalid)
            interaction.donate { error = $0 }
            #expect(error == nil)
            try await interaction.donate()
            try await INInteraction.delete(with: ["first"])
            try await INInteraction.delete(with: "group")
            try await INInteraction.deleteAll()
            INInteraction.delete(with: ["second"], completion: nil)
            INInteraction.delete(with: "group", completion: nil)
            INInteraction.deleteAll(completion: nil)
        }
        #expect(list.donations.map(\.identifier) == ["first", "first"])
        #expect(list.donations.map(\.isIncoming) == [true, true])
        #expect(
            list.forgotten == [
                .identifiers(["first"]), .group("group"), .all, .identifiers(["second"]),
                .group("group"), .all,
            ]
        )
    }

    @Test func `an extension of a messenger donates and hands over`() throws {
        let list = DonationList()
        var shown: UNNotificationContent?
        INInteraction.$bound.withValue(list) {
            let request = UNNotificationRequest(
                identifier: "a",
                content: UNNotificationContent(),
                trigger: UNPushNotificationTrigger()
            )
            MessageExtension().didReceive(request) { shown = $0 }
        }
        #expect(shown?.title == "Anna")
        #expect(shown?.values.message?.keyImage == .named("family"))
        #expect(list.donations.map(\.intent) == [shown?.values.message])
    }
}

/// Who keeps donations, for tests.
private final class DonationList: DonationBacking {
    private let kept = Mutex<[INInteraction.Values]>([])
    private let selections = Mutex<[DonationSelection]>([])

    var donations: [INInteraction.Values] { kept.withLock(\.self) }
    var forgotten: [DonationSelection] { selections.withLock(\.self) }

    func donate(_ interaction: INInteraction.Values) {
        kept.withLock { $0.append(interaction) }
    }

    func forget(_ donations: DonationSelection) {
        selections.withLock { $0.append(donations) }
    }
}
