// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SealedPush
import SimulatedDevice
import Testing
import UserNotifications

/// Notifications that an extension has made messages of people.
struct SenderTests {
    struct Message: Sendable {
        var name: String? = "Ann"
        var group: String?
        var recipients = 1
        var recipientCount = 0
        var hasImage = false

        var intent: INSendMessageIntent {
            let intent = INSendMessageIntent(
                recipients: (0..<recipients).map { Self.person("\($0)") },
                outgoingMessageType: .outgoingMessageText,
                content: nil,
                speakableGroupName: group.map(INSpeakableString.init(spokenPhrase:)),
                conversationIdentifier: "dinner",
                serviceName: nil,
                sender: name.map { Self.person($0) },
                attachments: nil
            )
            if recipientCount > 0 {
                let metadata = INSendMessageIntentDonationMetadata()
                metadata.recipientCount = recipientCount
                intent.donationMetadata = metadata
            }
            if hasImage {
                intent.setImage(INImage(imageData: Data([1])), forParameterNamed: \.sender)
            }
            return intent
        }

        private static func person(_ name: String) -> INPerson {
            INPerson(
                personHandle: INPersonHandle(value: "\(name)@example.com", type: .emailAddress),
                nameComponents: nil,
                displayName: name,
                image: nil,
                contactIdentifier: nil,
                customIdentifier: nil
            )
        }
    }

    static func report(
        _ message: Message,
        _ change: (inout DeviceProfile) -> Void = { _ in }
    ) async -> DeliveryReport {
        let device = Device.running { content, hand in
            (content.title, content.subtitle) = ("New message", "Invitation")
            hand((try? content.updating(from: message.intent)) ?? content)
        }
        device.changeProfile(change)
        return await device.deliver(payload: Push.mutable).report
    }

    @Test(
        arguments: [
            (Message(), ["Ann", "Dinner at eight?"]),
            (Message(group: "Family"), ["Ann", "Dinner at eight?"]),
            (Message(group: "Family", recipients: 2), ["Ann", "Family", "Dinner at eight?"]),
            (Message(group: "Family", recipientCount: 5), ["Ann", "Family", "Dinner at eight?"]),
            (Message(recipients: 2), ["Ann", "Dinner at eight?"]),
            (Message(name: nil), ["New message", "Invitation", "Dinner at eight?"]),
        ]
    )
    func `the sender stands in place of title and subtitle, and a group below`(
        _ message: Message,
        _ lines: [String]
    ) async {
        let shown = await Self.report(message).shown
        #expect(shown?.lines == lines)
        #expect(shown?.sender?.name == message.name)
        #expect(shown?.sender?.group == (lines.contains("Family") ? "Family" : nil))
        #expect(shown?.content.title == "New message")
    }

    @Test(arguments: [false, true])
    func `the report has the sender, and whether there is a picture`(_ hasImage: Bool) async {
        let message = Message(group: "Family", recipients: 2, hasImage: hasImage)
        let json = await Self.report(message).json
        #expect(
            json.contains(#""sender":{"name":"Ann","group":"Family","hasImage":\#(hasImage)}"#)
        )
    }

    @Test func `without previews there is no sender to see`() async {
        let report = await Self.report(Message()) { $0.permission.previews = .never }
        #expect(report.shown?.lines == ["Notification"])
    }
}
