// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// The worked examples of `docs/protocol/devices.md`.
@Suite(.rules("C-47")) struct SpecificationExampleTests {
    /// The public keys of RFC 8032, section 7.1, TEST 1 and TEST 2.
    private static let first = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    private static let second = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"

    private static func specification() throws -> String {
        String(decoding: try Repository.read("docs/protocol/devices.md"), as: UTF8.self)
    }

    @Test func `the text of a sender's identity is that of the document`() throws {
        let bytes = try #require(Hex.decode(Self.first))
        let text = try SenderIdentity(reading: bytes.span).text
        #expect(text == "sealedpush-sender-1:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo.xOx8xoFs")
        #expect(try Self.specification().contains("`\(text)`"))
    }

    @Test func `the safety number is that of the document`() throws {
        let sender = try #require(Hex.decode(Self.first))
        let device = try #require(Hex.decode(Self.second))
        let number = try SafetyNumber(
            sender: SenderIdentity(reading: sender.span),
            device: DeviceIdentity(reading: device.span)
        )
        let groups = number.grouped
        #expect(groups.hasPrefix("20431 76199 37858 25577 09321 00709 "))
        #expect(groups.hasSuffix(" 04324 70310 36747 41174 52718 47512"))
        let row = "| digits | \(groups.prefix(35)) | \(groups.suffix(35)) |"
        #expect(try Self.specification().contains(row))
        #expect(try Self.specification().contains("| key | `\(Self.first)` | `\(Self.second)` |"))
    }

    @Test(arguments: [
        (
            UInt8(1), first, "9a9d3726cf47ff25",
            "27c6c7ffaf458e08ab272234008702389cab12294d0cc046694d0c756025"
        ),
        (
            2, second, "1669be0a01e910d9",
            "957f011484b25dafa306c1aa24f48b5d1a6bf4d64ea50589ee1226bd3d38"
        ),
    ])
    func `the steps to the safety number are those of the document`(
        _ role: UInt8,
        _ key: String,
        _ begins: String,
        _ ends: String
    ) throws {
        let suffix = try [role] + #require(Hex.decode(key))
        let first = Array("SealedPush v1 safety number\0".utf8) + suffix
        var hash = SHA512.hash(first.span)
        #expect(Hex.encode(hash.span).hasPrefix(begins))
        for _ in 0..<5199 {
            let input = hash + suffix
            hash = SHA512.hash(input.span)
        }
        #expect(Hex.encode(hash.span).hasPrefix(ends))
        // The specification shows the end in groups of five bytes.
        let groups = stride(from: 0, to: 60, by: 10).map { ends.dropFirst($0).prefix(10) }
        #expect(try Self.specification().contains(groups.joined(separator: " ")))
        #expect(try Self.specification().contains("`\(begins)`"))
    }
}
