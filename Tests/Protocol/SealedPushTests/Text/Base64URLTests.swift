// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct Base64URLTests {
    @Test(
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ] as [(String, String)]
    )
    func `writes and reads the examples of RFC 4648`(_ bytes: String, _ text: String) throws {
        #expect(Base64URL.encode([UInt8](bytes.utf8).span) == text)
        #expect(try Base64URL.decode([UInt8](text.utf8).span) == [UInt8](bytes.utf8))
    }

    @Test func `uses the alphabet that is safe in URLs`() throws {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]
        #expect(Base64URL.encode(bytes.span) == "--------".prefix(4) + "____")
        #expect(try Base64URL.decode([UInt8]("----____".utf8).span) == bytes)
    }

    @Test func `appends to what is there`() {
        var output = [UInt8]("x=".utf8)
        Base64URL.encode([0x66].span, into: &output)
        #expect(output == [UInt8]("x=Zg".utf8))
    }

    @Test(
        .rules("M-18"),
        arguments: [
            ("A", .impossibleLength(1)), ("AAAAA", .impossibleLength(5)),
            ("Zg==", .foreignCharacter), ("Zm8=", .foreignCharacter),
            ("Zm9v\n", .impossibleLength(5)),
            (" Zg", .foreignCharacter), ("Zm 9vYg", .foreignCharacter), ("+AAA", .foreignCharacter),
            ("/AAA", .foreignCharacter), ("AA.A", .foreignCharacter),
            ("A\u{0}AA", .foreignCharacter),
            ("Ä", .foreignCharacter), ("AAAA\u{FF}", .foreignCharacter), ("Zh", .trailingBits),
            ("AB", .trailingBits), ("Zm9", .trailingBits), ("AAAAAAB", .trailingBits),
        ] as [(String, Base64URLError)]
    )
    func refuses(_ text: String, as expected: Base64URLError) {
        #expect(throws: expected) { try Base64URL.decode([UInt8](text.utf8).span) }
    }

    @Test(.rules("M-18"), arguments: 0..<4)
    func `refuses every foreign byte in each place of a group`(_ place: Int) {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for byte in UInt8.min...UInt8.max {
            var text = [UInt8](repeating: UInt8(ascii: "A"), count: 12)
            text[4 + place] = byte
            let isRead = (try? Base64URL.decode(text.span)) != nil
            #expect(isRead == alphabet.contains(byte))
        }
    }

    @Test(.rules("M-18"))
    func `gives back random bytes of every length, from one text each`() throws {
        var generator = SeededGenerator(seed: 4648)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let text = [UInt8](Base64URL.encode(bytes.span).utf8)
            #expect(text.count == Base64URL.encodedCount(of: count))
            #expect(try Base64URL.decode(text.span) == bytes)
            guard count % 3 != 0, let last = text.last else { continue }
            let others = (UInt8(33)...126).filter { $0 != last }
            for other in others {
                let changed = text.dropLast() + [other]
                let same = try? Base64URL.decode(changed.span)
                #expect(same != bytes)
            }
        }
    }
}
