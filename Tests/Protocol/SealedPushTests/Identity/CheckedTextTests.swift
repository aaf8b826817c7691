// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct CheckedTextTests {
    /// The text of the key of RFC 8032, section 7.1, TEST 1, as docs/protocol/devices.md has it.
    private static let known =
        "sealedpush-sender-1:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo.xOx8xoFs"
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    private func bundle() throws -> DeviceBundle {
        let device = try SampleDevice()
        return try DeviceBundle(device: device.device, records: [device.record()])
    }

    @Test func `the text of a known identity is known`() throws {
        let key: [UInt8] = [
            0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1, 0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64,
            0x07, 0x3A, 0x0E, 0xE1, 0x72, 0xF3, 0xDA, 0xA6, 0x23, 0x25, 0xAF, 0x02, 0x1A, 0x68,
            0xF7, 0x07, 0x51, 0x1A,
        ]
        let identity = try SenderIdentity(text: Self.known)
        #expect(identity.bytes == key)
        #expect(identity.text == Self.known)
    }

    @Test func `every other letter in the place of one is refused`() throws {
        let sender = Array(Self.known.utf8)
        let device = Array(try SampleDevice().bundle().text.utf8)
        for position in sender.indices {
            for letter in Self.alphabet where letter != sender[position] {
                var typed = sender
                typed[position] = letter
                let text = String(decoding: typed, as: UTF8.self)
                #expect(throws: WireError.self, "\(text)") { try SenderIdentity(text: text) }
            }
        }
        for position in device.indices {
            for letter in Self.alphabet where letter != device[position] {
                var typed = device
                typed[position] = letter
                let text = String(decoding: typed, as: UTF8.self)
                #expect(throws: WireError.self, "\(text)") { try DeviceBundle(text: text) }
            }
        }
    }

    @Test(.rules("V-16 V-17"))
    func `every beginning, every end and two letters exchanged are refused`() throws {
        let text = Array(Self.known.utf8)
        for count in 0..<text.count {
            let start = String(decoding: text.prefix(count), as: UTF8.self)
            let end = String(decoding: text.suffix(count), as: UTF8.self)
            #expect(throws: WireError.self) { try SenderIdentity(text: start) }
            #expect(throws: WireError.self) { try SenderIdentity(text: end) }
        }
        for position in text.indices.dropLast() where text[position] != text[position + 1] {
            var typed = text
            typed.swapAt(position, position + 1)
            let text = String(decoding: typed, as: UTF8.self)
            #expect(throws: WireError.self) { try SenderIdentity(text: text) }
        }
    }

    @Test(.rules("V-16 V-17"), arguments: [" ", "\t", "\n", "\r", "\r\n", "  \n \t\r\n"])
    func `white space around a text is dropped, inside it is refused`(_ white: String) throws {
        #expect(try SenderIdentity(text: white + Self.known + white).text == Self.known)
        let bundle = try bundle()
        #expect(try DeviceBundle(text: white + bundle.text + white) == bundle)
        for position in 1..<Self.known.count {
            let text = Self.known.prefix(position) + white + Self.known.dropFirst(position)
            #expect(throws: WireError.self) { try SenderIdentity(text: String(text)) }
        }
    }

    @Test(
        .rules("V-16 V-17"),
        arguments: [
            ("", .wrongPrefix), ("sealedpush-sender-2:x.y", .wrongPrefix),
            ("Sealedpush-sender-1:x.y", .wrongPrefix), ("\u{A0}" + known, .wrongPrefix),
            ("\u{FEFF}" + known, .wrongPrefix), ("\u{B}" + known, .wrongPrefix),
            ("sealedpush-device-1:" + known.dropFirst(20), .wrongPrefix),
            ("sealedpush-sender-1:", .malformed), (known + ".", .malformed),
            (known + "=", .malformed), (known + "\u{0}", .malformed),
            (known.replacing(".", with: ""), .malformed),
            (known.replacing("Ro.", with: "Rp."), .malformed),
            (known + "A", .malformed), (known.replacing(".", with: ".."), .malformed),
            ("sealedpush-sender-1:.", .wrongCheck), (known + "AA", .wrongCheck),
            (String(known.dropLast(4)), .wrongCheck),
            (known.replacing("11q", with: "12q"), .wrongCheck),
            (known.replacing(".x", with: ".y"), .wrongCheck),
            (String(known.dropLast(8)), .wrongCheck),
        ] as [(String, WireError)]
    )
    func `each rule has its own error`(_ text: String, _ expected: WireError) {
        #expect(throws: expected) { try SenderIdentity(text: text) }
    }

    /// A text whose check part is right, over any bytes.
    private func text(
        _ prefix: String,
        _ bytes: [UInt8],
        checkedAs checkedPrefix: String? = nil
    ) -> String {
        let checked = Array(("SealedPush v1 text\0" + (checkedPrefix ?? prefix)).utf8) + bytes
        let check = Array(SHA256.hash(checked.span).prefix(6))
        return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
    }

    @Test(.rules("V-16 V-17")) func `data that passes its check is still read strictly`() throws {
        func sender(_ bytes: [UInt8]) -> String {
            text("sealedpush-sender-1:", bytes)
        }
        let known = try SenderIdentity(text: Self.known).bytes
        #expect(sender(known) == Self.known)
        #expect(throws: WireError.malformed) { try SenderIdentity(text: sender(known + [0])) }
        #expect(throws: WireError.malformed) { try SenderIdentity(text: sender([])) }
        #expect(throws: WireError.identityRefused) {
            try SenderIdentity(text: sender([UInt8](repeating: 0, count: 32)))
        }
        let bundle = try bundle()
        func device(_ bytes: [UInt8]) -> String {
            text("sealedpush-device-1:", bytes)
        }
        #expect(device(bundle.bytes) == bundle.text)
        #expect(throws: WireError.malformed) { try DeviceBundle(text: device([])) }
        #expect(throws: WireError.malformed) {
            try DeviceBundle(text: device(bundle.bytes + [0]))
        }
    }

    /// V-17: the check is over the prefix, with its colon, and the data.
    @Test(
        .rules("V-16 V-17"),
        arguments: ["sealedpush-sender-1:", "sealedpush-device-1", "", "sealedpush-link-1:"]
    )
    func `a text whose check was made with another prefix is refused`(_ prefix: String) throws {
        let bundle = try bundle()
        let text = text("sealedpush-device-1:", bundle.bytes, checkedAs: prefix)
        #expect(throws: WireError.wrongCheck) { try DeviceBundle(text: text) }
    }
}
