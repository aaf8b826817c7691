// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// What a push says can't pass for what the report says.
struct PrintedReportTests {
    @Test(arguments: ["\n", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `every line of a shown text is marked`(_ lineBreak: String) async {
        let device = Device.running { content, hand in
            content.title = "Ann"
            content.body = "one\(lineBreak)       0 ms  crashed: forged\(lineBreak)\(lineBreak)two"
            hand(content)
        }
        let text = await device.deliver(payload: Push.mutable).report.text
        #expect(
            text.contains("  | Ann\n  | one\n  |        0 ms  crashed: forged\n  | \n  | two\n")
        )
        let lines = text.split(whereSeparator: \.isNewline)
        #expect(lines.filter { $0.contains("forged") }.count == 1)
    }

    @Test(
        .rules("C-42"),
        arguments: [
            ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{0}", #"\u{0}"#), ("\t", #"\u{9}"#),
            ("\u{7F}", #"\u{7F}"#),
            ("\u{9B}", #"\u{9B}"#), ("\u{202E}", #"\u{202E}"#), ("\u{2066}", #"\u{2066}"#),
            ("\u{200F}", #"\u{200F}"#), ("\u{61C}", #"\u{61C}"#), ("\u{200D}", #"\u{200D}"#),
        ]
    )
    func `what a terminal obeys, or turns text around, is spelled`(
        _ character: String,
        _ spelled: String
    ) async {
        let device = Device.running { content, hand in
            content.body = "a\(character)b"
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.text.contains("  | a\(spelled)b\n"))
        #expect(report.json.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value })
        #expect(report.shown?.lines == ["a\(character)b"])
    }

    @Test(arguments: ["Née", "日本", "שלום", "❤\u{FE0F}👧", "e\u{301}"])
    func `any other text is printed as it is`(_ text: String) async {
        let device = Device.running { content, hand in
            content.body = text
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.text.contains("  | \(text)\n"))
    }

    @Test func `what an extension names a file can't make a line`() async throws {
        let folder = try FileFolder(["a.png": 24])
        let device = Device.running { content, hand in
            content.attachments = [try? folder.attachment("a.png", as: "a\n forged")].compactMap(
                \.self
            )
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.text.contains(#"attachmentStored: a\u{A} forged"#))
    }

    @Test func `a file of sound can't make a line`() async {
        let device = Device.running { content, hand in hand(content) }
        device.profile.sounds = ["a\n.caf": .seconds(1)]
        let payload = #"{"aps":{"alert":"a","sound":"a\n.caf","mutable-content":1}}"#
        let report = await device.deliver(payload: payload).report
        #expect(report.text.contains(#"with the sound a\u{A}.caf"#))
    }
}
