// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushReceiver

/// Rows 5 to 11 of the display table.
struct MessageDisplayTests {
    static let service = ContactStatus(kind: .service)
    static let changed = ContactStatus(trust: .changed)
    static let candidate = ContactStatus(isCandidate: true)
    static let changedService = ContactStatus(trust: .changed, kind: .service)
    static let noName = ResolvedSender(name: "Unknown sender", source: .label)
    static let ofCode = ResolvedSender(name: "Cleo", source: .contactCode, identityName: "Bob")

    // MARK: Texts

    @Test(
        .rules("D-20 D-24 C-18"),
        arguments: [
            // Row 7.
            (DisplayScene(nil) { $0.resolved = noName }, .unknown, ["Unknown sender", "", "Hi"]),
            (
                DisplayScene(nil) {
                    $0.resolved = ResolvedSender(name: "Ann", source: .selfDeclared)
                    $0.fields = #"{"name":"Ann\u200b"}"#
                }, .unknown, ["Unknown: Ann", "", "Hi"]
            ),
            (DisplayScene { $0.resolved = noName }, .unknown, ["Unknown sender", "", "Hi"]),
            (
                DisplayScene(service) { $0.resolved = noName }, .unknown,
                ["Unknown sender", "", "Hi"]
            ),
            // Row 8.
            (DisplayScene(changed), .check, ["Check: Bob", "Ann – Urgent", "Hi"]),
            (DisplayScene(candidate), .check, ["Check: Bob", "Ann – Urgent", "Hi"]),
            (DisplayScene(changedService), .check, ["Check: Bob", "Ann – Urgent", "Hi"]),
            (
                DisplayScene(changedService) { $0.resolved = ofCode }, .check,
                ["Check: Bob", "Ann – Urgent", "Hi"]
            ),
            // Row 9.
            (
                DisplayScene(service) { $0.resolved = ofCode }, .serviceContact,
                ["Cleo", "Ann – Urgent", "Hi"]
            ),
            // Row 10.
            (DisplayScene(service), .service, ["Ann", "Urgent", "Hi"]),
            (DisplayScene(service) { $0.alert = #""Hi""# }, .service, ["Bob", "", "Hi"]),
            (
                DisplayScene(service) { $0.others = ["Ann"] }, .service,
                ["Ann", "Bob – Urgent", "Hi"]
            ),
            // Row 11.
            (DisplayScene(), .person, ["Bob", "Ann – Urgent", "Hi"]),
            (DisplayScene { $0.resolved = ofCode }, .person, ["Cleo", "Ann – Urgent", "Hi"]),
            (DisplayScene { $0.alert = #""Hi""# }, .person, ["Bob", "", "Hi"]),
            (
                DisplayScene { $0.alert = #"{"title":"BOB","body":"Hi"}"# }, .person,
                ["Bob", "", "Hi"]
            ),
            (
                DisplayScene { $0.alert = #"{"title":"\u200b","subtitle":"\u202eb","body":"Hi"}"# },
                .person, ["Bob", "b", "Hi"]
            ),
        ] as [(DisplayScene, DisplayReason, [String])]
    )
    func `the title is the device's own name for who signed`(
        _ scene: DisplayScene,
        _ reason: DisplayReason,
        _ lines: [String]
    ) throws {
        #expect(try scene.display().reason == reason)
        #expect(try scene.lines() == lines)
    }

    @Test(
        .rules("D-16 D-19"),
        arguments: [
            (nil, ["Unknown: Zed", "", "Unknown: Zed wrote"]),
            (changed, ["Check: Bob", "Bob!", "Bob wrote"]),
            (ContactStatus(), ["Bob", "Bob!", "Bob wrote"]),
            (service, ["Zed!", "", "Zed wrote"]),
        ] as [(ContactStatus?, [String])]
    )
    func `the sender placeholder is replaced by the name of the row`(
        _ status: ContactStatus?,
        _ lines: [String]
    ) throws {
        let scene = DisplayScene(status) {
            $0.alert = #"{"title":"{sender}!","body":"{sender} wrote"}"#
            $0.fields = #"{"template":["title","body"],"name":"Zed"}"#
        }
        #expect(try scene.lines() == lines)
    }

    @Test(.rules("D-16 D-19"))
    func `text that looks like the sender placeholder stays where no template names it`()
        throws
    {
        let scene = DisplayScene {
            $0.alert = #"{"title":"{sender}","subtitle":"{Sender}","body":"{sender}"}"#
            $0.fields = #"{"template":["subtitle"]}"#
        }
        #expect(try scene.lines() == ["Bob", "{sender} – {Sender}", "{sender}"])
    }

    @Test(.rules("D-24"))
    func `a service that lets the sender placeholder name a contact shows its own name`()
        throws
    {
        let scene = DisplayScene(Self.service) {
            $0.alert = #"{"title":"{sender}","body":"Hi"}"#
            $0.fields = #"{"template":["title"],"name":"Ann"}"#
            $0.others = ["Ann"]
        }
        #expect(try scene.lines() == ["Ann", "Bob", "Hi"])
    }

    @Test(.rules("C-17")) func `a name in many places makes no line of more than 4 KiB`() throws {
        let many = String(repeating: "{sender}", count: 200)
        let scene = DisplayScene(Self.service) {
            $0.alert = #"{"title":"\#(many)","subtitle":"\#(many)","body":"\#(many)"}"#
            let name = String(repeating: "N", count: 64)
            $0.fields = #"{"template":["title","subtitle","body"],"name":"\#(name)"}"#
        }
        #expect(try scene.lines().map(\.utf8.count) == [4096, 4096, 4096])
    }

    // MARK: Preview

    @Test(
        .rules("D-23"),
        arguments: [
            (ContactStatus(preview: .senderOnly), ["Bob", "", "New message"]),
            (ContactStatus(preview: .senderOnly, kind: .service), ["Bob", "", "New message"]),
            (
                ContactStatus(trust: .changed, preview: .senderOnly),
                ["Check: Bob", "", "New message"]
            ),
            (ContactStatus(preview: .hidden), ["New notification", "", "New message"]),
            (
                ContactStatus(trust: .changed, preview: .hidden),
                ["New notification", "", "New message"]
            ),
        ]
    )
    func `a preview policy keeps the sealed words off the screen`(
        _ status: ContactStatus,
        _ lines: [String]
    ) throws {
        let scene = DisplayScene(status)
        let display = try scene.display()
        #expect(try scene.lines() == lines)
        #expect((display.reason == .hidden) == (status.preview == .hidden))
        #expect(!display.showsFiles && !display.isConversation)
    }

    // MARK: No text

    @Test(.rules("D-20"), arguments: [true, false])
    func `content without text shows nothing if the app may filter`(_ mayFilter: Bool) throws {
        let scene = DisplayScene {
            $0.alert = #"{"title":"\u200b"}"#
            $0.aps = #","badge":3,"sound":"default","interruption-level":"time-sensitive""#
            $0.rules.mayFilter = mayFilter
        }
        let display = try scene.display()
        #expect(display.reason == .noText)
        #expect(display.content.title == (mayFilter ? "" : "New notification"))
        #expect(display.content.hasAlertText == !mayFilter)
        #expect(display.content.badge == 3 && display.content.sound == .none)
        #expect(mayFilter || display.content.interruptionLevel == .passive)
    }

    // MARK: Sound, badge and level

    static let loud =
        #","badge":3,"sound":{"critical":1,"name":"a.caf"},"interruption-level":"critical","#
        + #""thread-id":"t","category":"c""#

    @Test(
        .rules("D-22 D-25"),
        arguments: [
            (nil, nil, .none, .active, ""),
            (changed, 3, .named("a.caf"), .active, "c"),
            (candidate, 3, .named("a.caf"), .active, "c"),
            (ContactStatus(), 3, .named("a.caf"), .timeSensitive, "c"),
            (service, 3, .named("a.caf"), .timeSensitive, "c"),
        ]
            as [(
                ContactStatus?, Int?, NotificationContent.Sound,
                NotificationContent.InterruptionLevel, String
            )]
    )
    func `a row only lowers sound, badge and level`(
        _ status: ContactStatus?,
        _ badge: Int?,
        _ sound: NotificationContent.Sound,
        _ level: NotificationContent.InterruptionLevel,
        _ category: String
    ) throws {
        let content = try DisplayScene(status) { $0.aps = Self.loud }.display().content
        #expect(content.badge == badge && content.sound == sound)
        #expect(content.interruptionLevel == level && content.categoryIdentifier == category)
    }

    @Test(.rules("D-22 D-25"), arguments: [ContactStatus(), changed])
    func `only a contact whom the app allows sends critical alerts, and never a changed one`(
        _ status: ContactStatus
    ) throws {
        let scene = DisplayScene(status) {
            $0.aps = Self.loud
            $0.rules.allowsCriticalAlerts = { $0 == DisplayScene.sender }
        }
        let content = try scene.display().content
        let isCritical = content.sound == .critical(name: "a.caf", volume: nil)
        #expect(isCritical == (status == ContactStatus()))
        #expect((content.interruptionLevel == .critical) == isCritical)
    }

    @Test func `a recovered message is quiet`() throws {
        let scene = DisplayScene { ($0.aps, $0.isRecovered) = (Self.loud, true) }
        let content = try scene.display().content
        #expect(content.sound == .none && content.interruptionLevel == .passive)
    }

    // MARK: Files, communication style, user info, threads

    @Test(
        .rules("D-22 D-25 D-26 D-27"),
        arguments: [
            (nil, false, false), (ContactStatus(), true, true), (service, true, false),
            (changed, false, false), (candidate, false, false), (changedService, false, false),
        ] as [(ContactStatus?, Bool, Bool)]
    )
    func `files and communication style need a contact in no doubt`(
        _ status: ContactStatus?,
        _ files: Bool,
        _ conversation: Bool
    ) throws {
        let display = try DisplayScene(status).display()
        #expect(display.showsFiles == files && display.isConversation == conversation)
    }

    @Test func `a service's code that names a contact has communication style`() throws {
        let scene = DisplayScene(Self.service) { $0.resolved = Self.ofCode }
        #expect(try scene.display().isConversation)
    }

    @Test func `user info has the app's keys and neither aps nor keys of files`() throws {
        let scene = DisplayScene { $0.fields = #"{"from":"c","remove":["x"],"attachments":[{}]}"# }
        let info = try #require(try scene.display().content.userInfo)
        let text = String(decoding: info.bytes, as: UTF8.self)
        #expect(text == #"{"room":"7","sealedpush":{"from":"c"}}"#)
        #expect(try DisplayScene(nil).display().content.userInfo == nil)
    }

    @Test(.rules("D-28"))
    func `a thread belongs to the sender and its code, a group's to the service`() throws {
        func thread(_ status: ContactStatus?, _ code: String, _ thread: String) throws -> String {
            let scene = DisplayScene(status) {
                $0.fields = #"{"from":"\#(code)"}"#
                if !thread.isEmpty { $0.aps = #","thread-id":"\#(thread)""# }
            }
            return try scene.display().content.threadIdentifier
        }
        let person = ContactStatus()
        #expect(try thread(nil, "a", "t").isEmpty)
        #expect(try thread(person, "a", "t") != thread(person, "b", "t"))
        #expect(try thread(person, "a", "t") != thread(person, "a", "u"))
        #expect(try thread(Self.service, "a", "t") == thread(Self.service, "b", "t"))
        #expect(try thread(Self.service, "a", "") != thread(Self.service, "b", ""))
        let expected = ThreadIdentifier(sender: DisplayScene.sender, code: "a", thread: "t")
        #expect(try thread(person, "a", "t") == expected.text)
    }

    // MARK: Labels

    @Test(.rules("D-35"))
    func `a label of the string table without a place for the name is not used`() {
        let table = [
            "SEALEDPUSH_CHECK": "Prüfen: %@", "SEALEDPUSH_UNKNOWN": "Fremd",
            "SEALEDPUSH_LOCKED": "Zu",
        ]
        var expected = SenderLabels()
        (expected.locked, expected.check) = ("Zu", "Prüfen: %@")
        #expect(SenderLabels { table[$0] } == expected)
    }
}
