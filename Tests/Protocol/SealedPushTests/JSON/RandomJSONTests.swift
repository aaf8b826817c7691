// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// Random JSON texts: every kind of value, escapes, white space and depth, and unique keys.
struct RandomJSON {
    var generator: SeededGenerator
    private var text = ""

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func document() -> String {
        text = ""
        space()
        value(depth: 0)
        space()
        return text
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    private mutating func space() {
        guard pick([true, false, false]) else { return }
        text += pick([" ", "\n", "\t", "\r\n", "   "])
    }

    private mutating func value(depth: Int) {
        switch Int.random(in: 0..<(depth < 6 ? 10 : 6), using: &generator) {
        case 0: text += pick(["null", "true", "false"])
        case 1, 2: text += pick(["0", "-0", "17", "-1.50", "1e9", "3E-2", "12345678901234567890"])
        case 3, 4, 5: string(unique: nil)
        case 6, 7: list(from: "[", to: "]", depth: depth, keyed: false)
        default: list(from: "{", to: "}", depth: depth, keyed: true)
        }
    }

    private mutating func list(from open: String, to close: String, depth: Int, keyed: Bool) {
        text += open
        space()
        for place in 0..<Int.random(in: 0...5, using: &generator) {
            if place > 0 {
                text += ","
                space()
            }
            if keyed {
                string(unique: place)
                space()
                text += ":"
                space()
            }
            value(depth: depth + 1)
            space()
        }
        text += close
    }

    private mutating func string(unique number: Int?) {
        text += "\""
        if let number { text += "\(number)" }
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            text += pick([
                "a", "é", "€", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\uD83D\\uDE00", " ",
                "{", "]", ",", ":", "\u{301}", "\u{202E}", "\\u0000", "\u{10FFFF}", "\\b", "\\f",
                "\\r",
                "\\t", "\\u0022", "\\u005C", "\\u000a", "\\u000B", "\\u001F", "\\u002f", "\\u6d88",
                "\\u2028", "\\u007f", "\u{7F}", "u0041", "\\ud800\\udc00", "\\uFFFD",
            ])
        }
        text += "\""
    }
}

@Suite struct RandomJSONTests {
    private func tokens(_ value: JSONValue) -> [String] {
        switch value.kind {
        case .array:
            return ["["] + (value.elements ?? []).flatMap(tokens) + ["]"]
        case .object:
            return ["{"] + (value.members ?? []).flatMap { [$0.key] + tokens($0.value) } + ["}"]
        default:
            return [String(decoding: value.bytes, as: UTF8.self)]
        }
    }

    private func rewritten(_ value: JSONValue, in list: inout JSONWriter.Array) {
        switch value.kind {
        case .null: list.null()
        case .bool: list.add(value.bool ?? false)
        case .number: list.number(value.numberText ?? "")
        case .string: list.add(value.string ?? "")
        case .array:
            list.array { inner in
                for element in value.elements ?? [] { rewritten(element, in: &inner) }
            }
        case .object:
            list.object { object in
                for (key, member) in value.members ?? [] {
                    object.array(key) { rewritten(member, in: &$0) }
                }
            }
        }
    }

    private func meaning(_ value: JSONValue, wrapped: Bool) -> String {
        switch value.kind {
        case .array:
            "["
                + (value.elements ?? []).map { meaning($0, wrapped: wrapped) }.joined(
                    separator: ","
                ) + "]"
        case .object:
            "{"
                + (value.members ?? [])
                .map { member in
                    let inner = wrapped ? member.value.elements?.first : member.value
                    return "\(member.key):\(inner.map { meaning($0, wrapped: wrapped) } ?? "?")"
                }
                .joined(separator: ",") + "}"
        case .string: "\(value.string ?? "?")"
        default: String(decoding: value.bytes, as: UTF8.self)
        }
    }

    @Test(.rules("M-23"))
    func `compacting keeps the value, never makes it longer and changes nothing twice`()
        throws
    {
        var random = RandomJSON(seed: 8259)
        for round in 0..<1000 {
            let document = try JSONDocument(reading: [UInt8](random.document().utf8))
            let compact = document.compacted()
            let again = try JSONDocument(reading: compact.bytes)
            let expected = Array(meaning(document.root, wrapped: false).utf8)
            for root in [compact.root, again.root] {
                #expect(Array(meaning(root, wrapped: false).utf8) == expected, "round \(round)")
            }
            #expect(compact.bytes.count <= document.bytes.count, "round \(round)")
            #expect(again.compacted() == again, "round \(round)")
            #expect(strings(again.root).allSatisfy { JSONWriter.string($0.text) == $0.bytes })
        }
    }

    /// The strings of a value, keys left out, with the bytes that stand for them.
    private func strings(_ value: JSONValue) -> [(text: String, bytes: [UInt8])] {
        let inner = value.elements ?? value.members?.map(\.value) ?? []
        let own = value.string.map { [(text: $0, bytes: [UInt8](value.bytes))] } ?? []
        return own + inner.flatMap(strings)
    }

    @Test func `what was read and written again means the same`() throws {
        var random = RandomJSON(seed: 7493)
        for round in 0..<500 {
            let document = try JSONDocument(reading: [UInt8](random.document().utf8))
            for pretty in [false, true] {
                let bytes = JSONWriter.array(pretty: pretty) { rewritten(document.root, in: &$0) }
                let again = try JSONDocument(reading: bytes)
                let value = try #require(again.root.elements?.first)
                #expect(
                    meaning(value, wrapped: true) == meaning(document.root, wrapped: false),
                    "round \(round)"
                )
            }
        }
    }

    @Test(.rules("C-43"))
    func `a text cut short or with a byte changed is read or refused, never a trap`() {
        var random = RandomJSON(seed: 627)
        var refused = 0
        for _ in 0..<50 {
            let bytes = [UInt8](random.document().utf8)
            for end in bytes.indices {
                if (try? JSONDocument(reading: [UInt8](bytes[..<end]))) == nil { refused += 1 }
                var mutated = bytes
                mutated[end] = UInt8.random(in: .min ... .max, using: &random.generator)
                guard let document = try? JSONDocument(reading: mutated) else {
                    refused += 1
                    continue
                }
                _ = tokens(document.root)
            }
        }
        #expect(refused > 1000)
    }
}
