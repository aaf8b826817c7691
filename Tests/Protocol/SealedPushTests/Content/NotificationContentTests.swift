// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct NotificationContentTests {
    static func json(_ content: NotificationContent) -> String {
        String(decoding: JSONWriter.object { content.write(to: &$0) }, as: UTF8.self)
    }

    /// Content in which every property differs from its default.
    static func full() throws -> NotificationContent {
        var content = NotificationContent()
        content.title = "A"
        content.subtitle = "B"
        content.body = "C"
        content.badge = 0
        content.sound = .named("bell.caf")
        content.threadIdentifier = "t"
        content.categoryIdentifier = "c"
        content.targetContentIdentifier = "w"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.25
        content.filterCriteria = "f"
        content.launchImageName = "boat"
        content.userInfo = try JSONDocument(reading: Array(#"{"a": 1.0}"#.utf8))
        return content
    }

    @Test func `empty content is written as three empty texts`() {
        #expect(Self.json(NotificationContent()) == #"{"title":"","subtitle":"","body":""}"#)
    }

    @Test func `every property is written`() throws {
        let expected =
            #"{"title":"A","subtitle":"B","body":"C","badge":0,"sound":"bell.caf","#
            + #""threadIdentifier":"t","categoryIdentifier":"c","targetContentIdentifier":"w","#
            + #""interruptionLevel":"time-sensitive","relevanceScore":0.25,"filterCriteria":"f","#
            + #""launchImageName":"boat","userInfo":{"a": 1.0}}"#
        #expect(Self.json(try Self.full()) == expected)
    }

    @Test(arguments: [
        (NotificationContent.Sound.none, ""),
        (.default, #","sound":"default""#),
        (.named("a\"b"), #","sound":"a\"b""#),
        (
            .critical(name: nil, volume: nil),
            #","sound":{"critical":1,"name":"default"}"#
        ),
        (
            .critical(name: "bell.caf", volume: 0.5),
            #","sound":{"critical":1,"name":"bell.caf","volume":0.5}"#
        ),
        (
            .critical(name: nil, volume: .nan),
            #","sound":{"critical":1,"name":"default"}"#
        ),
    ])
    func `the sound is written as a payload has it`(
        _ sound: NotificationContent.Sound,
        _ json: String
    ) {
        var content = NotificationContent()
        content.sound = sound
        #expect(Self.json(content) == #"{"title":"","subtitle":"","body":""\#(json)}"#)
    }

    @Test(arguments: [Double.nan, .infinity, 0])
    func `a weight that JSON can't hold is left out`(_ score: Double) {
        var content = NotificationContent()
        content.relevanceScore = score
        #expect(Self.json(content) == Self.json(NotificationContent()))
    }

    @Test(.rules("T-2 T-3 D-30 D-31"))
    func `quiet content differs only in sound and level`() throws {
        let content = try Self.full()
        var expected = content
        expected.sound = .none
        expected.interruptionLevel = .passive
        #expect(content.quiet() == expected)
    }

    @Test(arguments: [\NotificationContent.title, \.subtitle, \.body])
    func `any of the three texts is alert text`(
        _ line: any WritableKeyPath<NotificationContent, String> & Sendable
    ) {
        var content = NotificationContent()
        content.badge = 1
        #expect(!content.hasAlertText)
        content[keyPath: line] = "x"
        #expect(content.hasAlertText)
    }

    @Test func `levels are ordered from the least to the most disturbing`() {
        #expect(
            NotificationContent.InterruptionLevel.allCases.sorted() == [
                .passive, .active, .timeSensitive, .critical,
            ]
        )
    }

    @Test(.rules("C-32")) func `content is not printed`() throws {
        var content = try Self.full()
        content.title = "Zebrafink"
        var dumped = ""
        dump(content, to: &dumped)
        #expect(!(dumped + "\(content)" + String(reflecting: content)).contains("Zebrafink"))
    }
}
