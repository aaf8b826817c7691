// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

/// What an extension's log has of the objects that it prints.
struct DescriptionTests {
    /// The text without the places of objects, which no two runs share.
    private static func described(_ object: NSObject) -> String {
        "\(object)".replacing(#/0x[0-9a-f]+/#, with: "0x1")
    }

    @Test func `content tells its members in Apple's order, and no text of the user's`() {
        let content = UNMutableNotificationContent()
        content.title = "Ann"
        content.body = "Dinner?"
        content.categoryIdentifier = "DINNER"
        content.threadIdentifier = "ann"
        content.badge = 3
        content.sound = .default
        content.relevanceScore = 0.5
        #expect(
            Self.described(content)
                == "<UNMutableNotificationContent: 0x1; title: <redacted>, subtitle: (null), body: <redacted>, summaryArgument: , summaryArgumentCount: 0, categoryIdentifier: DINNER, launchImageName: , threadIdentifier: ann, attachments: (\n), badge: 3, sound: <UNNotificationSound: 0x1>, realert: 0, interruptionLevel: 1, relevanceScore: 0.50, filterCriteria: (null)>"
        )
        #expect(!"\(content) \(content.debugDescription)".contains("Ann"))
    }

    @Test func `a request tells its content and its trigger`() {
        let content = UNNotificationContent()
        let timed = UNNotificationRequest(
            identifier: "a",
            content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        )
        let text = Self.described(timed)
        #expect(text.hasPrefix("<UNNotificationRequest: 0x1; identifier: a, content: "))
        #expect(text.contains("content: \(Self.described(content)), trigger: "))
        #expect(text.hasSuffix(", trigger: <UNTimeIntervalNotificationTrigger: 0x1>>"))
        let untimed = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        #expect(Self.described(untimed).hasSuffix(", trigger: (null)>"))
    }

    @Test func `attachments are told with their files`() throws {
        let folder = TemporaryFolder()
        let file = folder.url("a.png")
        try folder.write([1], to: "a.png")
        defer { folder.remove() }
        let content = UNMutableNotificationContent()
        content.attachments = [try UNNotificationAttachment(identifier: "photo", url: file)]
        #expect(
            Self.described(content).contains(
                "attachments: (\n    \"<UNNotificationAttachment: 0x1; identifier: photo, URL: \(file), type: public.png>\"\n), badge"
            )
        )
    }
}
