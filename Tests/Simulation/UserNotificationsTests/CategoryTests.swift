// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@Suite struct CategoryTests {
    private let like = UNNotificationAction(identifier: "like", title: "Like")
    private let reply = UNTextInputNotificationAction(
        identifier: "reply",
        title: "Reply",
        options: [.authenticationRequired],
        textInputButtonTitle: "Send",
        textInputPlaceholder: "Message"
    )

    @Test func `a category gives its actions back as what they are`() {
        let category = UNNotificationCategory(
            identifier: "message",
            actions: [like, reply],
            intentIdentifiers: ["intent"],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            options: [.customDismissAction]
        )
        #expect(category.actions == [like, reply])
        let input = category.actions.last as? UNTextInputNotificationAction
        #expect(input?.textInputButtonTitle == "Send" && input?.textInputPlaceholder == "Message")
        #expect(input?.options == .authenticationRequired && input?.title == "Reply")
        #expect(category.hiddenPreviewsBodyPlaceholder == "%u messages")
        #expect(category.categorySummaryFormat == "" && category.options == .customDismissAction)
        #expect(category.intentIdentifiers == ["intent"] && category.identifier == "message")
    }

    @Test func `an action without options or picture has none`() {
        #expect(like.options == [] && like.icon == nil && like.identifier == "like")
    }

    @Test func `an action keeps its picture`() {
        let icon = UNNotificationActionIcon(templateImageName: "heart")
        let action = UNNotificationAction(identifier: "a", title: "b", options: [], icon: icon)
        #expect(action.icon == icon)
    }
}
