// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct OuterPayloadTests {
    @Test(
        .rules("M-28 M-29 M-30 M-31 M-32 M-33 C-1"),
        arguments: [
            (.text(body: "Hi \"you\""), #"{"body":"Hi \"you\""}"#),
            (.text(title: "T", body: ""), #"{"title":"T"}"#),
            (.text(title: "T", body: "B"), #"{"title":"T","body":"B"}"#),
            (.localized(bodyKey: "NEW"), #"{"loc-key":"NEW"}"#),
            (
                .localized(
                    titleKey: "T",
                    titleArguments: ["1"],
                    bodyKey: "B",
                    bodyArguments: ["2", "3"]
                ),
                #"{"title-loc-key":"T","title-loc-args":["1"],"loc-key":"B","loc-args":["2","3"]}"#
            ),
        ] as [(Placeholder, String)]
    )
    func `holds the placeholder and the envelope`(
        _ placeholder: Placeholder,
        _ alert: String
    ) throws {
        let envelope: [UInt8] = [0xFB, 0xFF, 0x00, 0x01]
        let bytes = try OuterFrame(placeholder).bytes(of: envelope.span)
        let outer = try OuterPayload(reading: bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"aps":{"alert":\#(alert),"mutable-content":1},"encrypted-content":"-_8AAQ"}"#
        )
        #expect(outer.encryptedContent == [UInt8]("-_8AAQ".utf8))
        #expect(try OuterFrame(placeholder).count == bytes.count - 6)
        #expect(outer.bytes == bytes)
    }

    @Test(
        .rules("M-31 M-32 M-33"),
        arguments: [
            .text(body: ""), .text(title: "", body: ""), .localized(bodyKey: ""),
            .localized(titleKey: "", titleArguments: ["a"], bodyKey: "", bodyArguments: ["b"]),
        ] as [Placeholder]
    )
    func `refuses a placeholder that shows nothing`(_ placeholder: Placeholder) {
        #expect(throws: OuterPayloadError.emptyPlaceholder) { try OuterFrame(placeholder) }
    }

    @Test(
        .rules("M-43 M-44"),
        arguments: [(Payload.PushKind.alert, 2880, 4096), (.voip, 3648, 5120)]
            as [(Payload.PushKind, Int, Int)]
    )
    func `the largest envelope leaves exactly 256 bytes`(
        _ kind: Payload.PushKind,
        _ count: Int,
        _ limit: Int
    ) throws {
        #expect(kind.byteLimit == limit)
        let envelope = [UInt8](repeating: 0xA5, count: count)
        let room = 256 - OuterFrame.bytes(.text(body: "x")).count + 1
        let longest = Placeholder.text(
            body: String(repeating: "é", count: room / 2) + String(repeating: "x", count: room % 2)
        )
        let frame = try OuterFrame(longest)
        #expect(try frame.bytes(of: envelope.span, kind: kind).count == limit)
        let longer = Placeholder.text(body: String(repeating: "x", count: room + 1))
        #expect(throws: OuterPayloadError.placeholderTooLarge(needed: 257, available: 256)) {
            try OuterFrame(longer)
        }
        let larger = envelope + [0]
        #expect(throws: OuterPayloadError.envelopeTooLarge(needed: limit + 2, available: limit)) {
            try frame.bytes(of: larger.span, kind: kind)
        }
    }

    @Test func `the generic placeholder fits`() {
        #expect(OuterFrame.bytes(.generic).count <= OuterPayload.overheadLimit)
    }

    @Test(.rules("M-28 M-29 M-30"))
    func `reads the text without judging it, and keeps the rest`() throws {
        let json = #" {"encrypted-content":"\u0041=é","k":[1],"aps":{"alert":{"body":"b"}}} "#
        let outer = try OuterPayload(reading: [UInt8](json.utf8))
        #expect(outer.encryptedContent == [UInt8]("A=é".utf8))
        #expect(outer.bytes == [UInt8](json.utf8))
        #expect(outer.document.root["aps"]?["alert"]?["body"]?.string == "b")
    }

    @Test(
        .rules("M-28 M-29 M-30 M-38"),
        arguments: [
            ("", .json(.unexpectedEnd(at: 0))), ("[]", .notAnObject), ("{}", .noEncryptedContent),
            (#"{"aps":{"encrypted-content":"AA"}}"#, .noEncryptedContent),
            (#"{"encrypted-content":null}"#, .noEncryptedContent),
            (#"{"encrypted-content":["AA"]}"#, .noEncryptedContent),
            (#"{"encrypted-content":"AA","encrypted-content":"AA"}"#, .json(.duplicateKey(at: 26))),
        ] as [(String, OuterPayloadError)]
    )
    func refuses(_ json: String, as expected: OuterPayloadError) {
        #expect(throws: expected) { try OuterPayload(reading: [UInt8](json.utf8)) }
    }

    @Test(.rules("M-28 M-29 M-30")) func `reads 16 KiB and not a byte more`() throws {
        let json = [UInt8](#"{"encrypted-content":"AA"}"#.utf8)
        let spaces = [UInt8](repeating: 0x20, count: OuterPayload.readLimit - json.count)
        #expect(OuterPayload.readLimit == 16_384)
        #expect(try OuterPayload(reading: json + spaces).encryptedContent == [UInt8]("AA".utf8))
        #expect(throws: OuterPayloadError.tooLong(16_385)) {
            try OuterPayload(reading: json + spaces + [0x20])
        }
    }
}
