// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct RandomShorteningTests {
    @Test func `texts over all scripts stay within the limit, cut at a character`() throws {
        var random = RandomText(generator: SeededGenerator(seed: 15_924))
        for round in 0..<10_000 {
            let count = Int.random(in: 1...12, using: &random.generator)
            let text = random.text(pieces: count)
            let bytes = JSONWriter.object { payload in
                payload.object("aps") { $0.object("alert") { $0.add("body", text) } }
                payload.add("after", text)
            }
            let payload = try Payload(reading: bytes)
            let written = JSONWriter.string(text).count - 2
            let limit = bytes.count - Int.random(in: 0...written, using: &random.generator)
            guard let (short, fields) = payload.shortening([.body], toFit: limit) else {
                #expect(bytes.count - written + 3 > limit || written <= 3, "round \(round)")
                continue
            }
            let again = try Payload(reading: short.bytes)
            #expect(again.bytes.count <= limit, "round \(round)")
            #expect(again.document.root["after"]?.string == text, "round \(round)")
            let body = try #require(again.alert(.body)?.string)
            guard fields == [.body] else {
                #expect(again == payload, "round \(round)")
                continue
            }
            #expect(body.unicodeScalars.last == "…", "round \(round)")
            let kept = [UInt8](body.utf8.dropLast(3))
            let boundaries = prefixes(of: text)
            let place = try #require(boundaries.firstIndex(of: kept), "round \(round)")
            // The next longer beginning would not have fitted.
            let longer = boundaries[place + 1]
            let needed = JSONWriter.string(String(decoding: longer, as: UTF8.self)).count - 2 + 3
            #expect(bytes.count - written + needed > limit, "round \(round)")
        }
    }

    /// The UTF-8 of each beginning of `text` that consists of whole characters, shortest first.
    private func prefixes(of text: String) -> [[UInt8]] {
        var prefixes: [[UInt8]] = [[]]
        for character in text {
            prefixes.append((prefixes.last ?? []) + [UInt8](String(character).utf8))
        }
        return prefixes
    }
}
