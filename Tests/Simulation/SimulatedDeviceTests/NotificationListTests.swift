// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing
import UserNotifications

@testable import SimulatedDevice

struct NotificationListTests {
    static func entry(
        _ identifier: String,
        thread: String = "",
        _ presentation: ShownNotification.Presentation = Device.presentation(
            banner: true,
            list: true
        )
    ) -> NotificationList.Entry {
        let content = UNMutableNotificationContent()
        content.body = identifier
        content.threadIdentifier = thread
        let request = UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
        return NotificationList.Entry(
            notification: UNNotification(request: request, date: .distantPast).values,
            shown: ShownNotification(request.values, presentation: presentation)
        )
    }

    static func list(_ entries: [NotificationList.Entry]) -> NotificationList {
        var list = NotificationList()
        for entry in entries { _ = list.add(entry) }
        return list
    }

    @Test func `the list is grouped by threads, the latest first`() {
        let list = Self.list([
            Self.entry("1", thread: "a"), Self.entry("2"), Self.entry("3", thread: "b"),
            Self.entry("4", thread: "a"), Self.entry("5"),
        ])
        #expect(list.groups.map(\.thread) == ["", "a", "b"])
        #expect(
            list.groups.map { $0.notifications.map(\.identifier) } == [
                ["5", "2"], ["4", "1"], ["3"],
            ]
        )
    }

    @Test func `the same identifier replaces, and comes to the top`() {
        var list = Self.list([Self.entry("1"), Self.entry("2")])
        let change = list.add(Self.entry("1", thread: "new"))
        #expect(change.isReplacing)
        #expect(change.removed.map(\.shown.identifier) == ["1"])
        #expect(list.entries.map(\.shown.identifier) == ["1", "2"])
        #expect(list["1"]?.shown.content.threadIdentifier == "new")
    }

    @Test func `who takes out a notification takes none that has its place`() {
        var list = Self.list([Self.entry("1")])
        let first = list["1"]
        _ = list.add(Self.entry("1"))
        let second = list["1"]
        #expect(first.map { list.remove($0) } == false)
        #expect(list["1"] != nil)
        #expect(second.map { list.remove($0) } == true)
        #expect(list["1"] == nil)
    }

    @Test func `what is on the screen alone can be reached until the next comes there`() {
        let banner = Device.presentation(banner: true)
        var list = Self.list([Self.entry("1", banner)])
        #expect(list["1"] != nil && list.entries.isEmpty)
        let quiet = list.add(Self.entry("2", Device.presentation(list: true)))
        #expect(list["1"] != nil && quiet.removed.isEmpty)
        let change = list.add(Self.entry("3", banner))
        #expect(list["1"] == nil)
        #expect(change.removed.map(\.shown.identifier) == ["1"])
        #expect(list.remove(.all).map(\.shown.identifier).sorted() == ["2", "3"])
        #expect(list["3"] == nil)
    }

    @Test func `what is removed from the list is gone from the screen, and told once`() {
        var list = Self.list([Self.entry("1"), Self.entry("2")])
        #expect(list.remove(.identifiers(["2"])).count == 1)
        #expect(list.banner == nil)
        #expect(list["1"] != nil)
    }

    @Test func `what only sounds or counts can't be reached`() {
        var list = NotificationList()
        let change = list.add(
            Self.entry("1", Device.presentation(sound: Device.systemSound, badge: 1))
        )
        #expect(list["1"] == nil)
        #expect(change.removed.map(\.shown.identifier) == ["1"])
        #expect(!change.isReplacing)
    }

    @Test func `the list keeps the latest thousand`() {
        var list = Self.list((1...NotificationList.limit).map { Self.entry("\($0)") })
        let change = list.add(Self.entry("new"))
        #expect(change.removed.map(\.shown.identifier) == ["1"])
        #expect(list.entries.count == NotificationList.limit)
        #expect(list.entries.first?.shown.identifier == "new")
    }

    @Test func `the badge is set with the notification, and stays where it has none`() {
        var list = Self.list([Self.entry("1", Device.presentation(list: true, badge: 4))])
        #expect(list.badge == 4)
        _ = list.add(Self.entry("2"))
        #expect(list.badge == 4)
        _ = list.add(Self.entry("3", Device.presentation(badge: 0)))
        #expect(list.badge == 0)
    }

    @Test func `the history keeps the latest thousand notifications`() {
        var history = NotificationHistory()
        let notification = Self.entry("1").shown
        for second in 0...NotificationHistory.limit {
            history.add(.init(time: .seconds(second), isLocal: false, notification: notification))
        }
        #expect(history.entries.count == NotificationHistory.limit)
        #expect(history.entries.first?.time == .seconds(1))
    }
}

extension ShownNotification {
    fileprivate init(_ request: UNNotificationRequest.Values, presentation: Presentation) {
        self.init(
            identifier: request.identifier,
            content: NotificationContent(request.content, of: nil),
            attachments: [],
            sender: nil,
            lines: [],
            presentation: presentation
        )
    }
}
