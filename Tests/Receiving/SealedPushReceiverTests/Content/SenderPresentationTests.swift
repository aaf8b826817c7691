// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import Testing

struct SenderPresentationTests {
    /// Content in which every property differs from its default.
    static func full() throws -> NotificationContent {
        let payload = #"""
            {"aps":{"alert":{"title":"A","subtitle":"B","body":"C","launch-image":"boat"},"badge":0,
            "sound":"bell.caf","thread-id":"t","category":"c","target-content-id":"w",
            "interruption-level":"time-sensitive","relevance-score":0.25,"filter-criteria":"f"}}
            """#
        return ContentMapping().content(of: try JSONDocument(reading: Array(payload.utf8)))
    }

    static func texts(
        _ title: String,
        _ subtitle: String = "",
        _ body: String = ""
    ) -> NotificationContent {
        var content = NotificationContent()
        content.title = title
        content.subtitle = subtitle
        content.body = body
        return content
    }

    static let unknownSenders: [(SenderName, String)] = [
        (.unknown, "Unknown sender"),
        (.selfDeclared(name: "Bob"), "Unverified: Bob"),
    ]

    // MARK: The name of a contact

    @Test(
        arguments: [
            (texts("", "s", "b"), [], texts("Anna", "s", "b")),
            (texts("Sealed", "s", "b"), [], texts("Sealed", "s", "b")),
            (texts("{sender} wrote"), [.title], texts("Anna wrote")),
            (
                texts("{sender}", "{sender}", "{sender}"), [.body],
                texts("{sender}", "{sender}", "Anna")
            ),
            (
                texts("", "by {sender}", "{sender}, {sender}"), [.subtitle, .body],
                texts("Anna", "by Anna", "Anna, Anna")
            ),
            (texts("{sender}"), [], texts("{sender}")),
            (texts("t", "{Sender} {sender"), [.subtitle], texts("t", "{Sender} {sender")),
            (texts("", "", "{sender}"), [.title], texts("Anna", "", "{sender}")),
        ] as [(NotificationContent, [AlertField], NotificationContent)]
    )
    func `a contact's name fills an empty title and the fields the template names`(
        _ sealed: NotificationContent,
        _ template: [AlertField],
        _ expected: NotificationContent
    ) {
        let presentation = SenderPresentation()
        let shown = presentation.present(sealed, template: template, from: .contact(name: "Anna"))
        #expect(shown == expected)
    }

    @Test func `a name that looks like the template's mark is put in once`() {
        let presentation = SenderPresentation()
        let shown = presentation.present(
            Self.texts("{sender}"),
            template: [.title, .title],
            from: .contact(name: "{sender}!")
        )
        #expect(shown.title == "{sender}!")
    }

    @Test func `all else of a contact's content stays as it was sealed`() throws {
        let sealed = try Self.full()
        let presentation = SenderPresentation()
        #expect(presentation.present(sealed, from: .contact(name: "Anna")) == sealed)
    }

    // MARK: Unknown senders

    @Test(arguments: unknownSenders)
    func `an unknown sender has a label for a title and keeps texts and user info only`(
        _ sender: SenderName,
        _ label: String
    ) throws {
        var sealed = try Self.full()
        sealed.body = "{sender} wrote"
        sealed.badge = 5
        let shown = SenderPresentation()
            .present(sealed, template: [.title, .body], from: sender)
        var expected = Self.texts(label, "B", "\(label) wrote")
        expected.userInfo = sealed.userInfo
        #expect(shown == expected)
    }

    @Test(arguments: InterruptionLevel.allCases, PreviewPolicy.allCases)
    func `an unknown sender never disturbs more than at the active level`(
        _ level: InterruptionLevel,
        _ preview: PreviewPolicy
    ) {
        var sealed = NotificationContent()
        sealed.interruptionLevel = level
        let shown = SenderPresentation(preview: preview)
            .present(sealed, from: .unknown)
        #expect(shown.interruptionLevel == (level == .passive ? .passive : .active))
    }

    @Test func `the label comes in the language of the user`() {
        let labels = SenderLabels(unknown: "Unbekannt")
        let presentation = SenderPresentation(labels: labels)
        #expect(presentation.present(Self.texts("t"), from: .unknown).title == "Unbekannt")
    }

    // MARK: The preview policy

    @Test(arguments: unknownSenders + [(.contact(name: "Anna"), "Anna")])
    func `sender only shows the name and a generic text`(
        _ sender: SenderName,
        _ label: String
    ) {
        let sealed = Self.texts("Secret", "Secret", "Secret {sender}")
        let all: [AlertField] = [.title, .subtitle, .body]
        let presentation = SenderPresentation(preview: .senderOnly)
        #expect(
            presentation.present(sealed, template: all, from: sender)
                == Self.texts(label, "", "New notification")
        )
        let told = SenderPresentation(
            preview: .senderOnly,
            labels: SenderLabels(hidden: "Something")
        )
        #expect(told.present(sealed, from: sender).body == "Something")
    }

    @Test(arguments: [SenderName.unknown, .selfDeclared(name: "Bob"), .contact(name: "Anna")])
    func `hidden shows the device's own text`(_ sender: SenderName) {
        let sealed = Self.texts("Secret", "Secret", "Secret")
        let presentation = SenderPresentation(preview: .hidden)
        #expect(
            presentation.present(sealed, template: [.body], from: sender)
                == Self.texts("", "", "New notification")
        )
    }

    @Test(arguments: [PreviewPolicy.senderOnly, .hidden])
    func `a contact's sound, badge and the like are kept whatever is hidden`(
        _ preview: PreviewPolicy
    ) throws {
        let sealed = try Self.full()
        let shown = SenderPresentation(preview: preview)
            .present(sealed, from: .contact(name: "Anna"))
        var expected = sealed
        expected.title = shown.title
        expected.subtitle = ""
        expected.body = "New notification"
        #expect(shown == expected)
    }

    @Test(arguments: PreviewPolicy.allCases)
    func `attachments are for contacts in full view`(_ preview: PreviewPolicy) {
        let presentation = SenderPresentation(preview: preview)
        #expect(presentation.showsAttachments(from: .contact(name: "Anna")) == (preview == .full))
        #expect(!presentation.showsAttachments(from: .selfDeclared(name: "Bob")))
        #expect(!presentation.showsAttachments(from: .unknown))
    }
}
