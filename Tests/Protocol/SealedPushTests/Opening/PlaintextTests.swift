// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite struct PlaintextTests {
    @Test(.rules("M-38"))
    func `content may fill the plaintext to its end and not one byte more`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.padding = []
        #expect(exchange.open(raw.envelope(to: exchange.record)).message != nil)
        for excess: UInt16 in [1, 2, 0xFFFF - UInt16(raw.content.count)] {
            raw.contentLength = UInt16(raw.content.count) + excess
            let step = exchange.open(raw.envelope(to: exchange.record))
            #expect(step.error == .malformedMessage)
        }
    }

    @Test(.rules("M-38"), arguments: 0..<20)
    func `every byte of padding is zero`(_ position: Int) throws {
        let exchange = try Exchange()
        for value: UInt8 in [1, 0x80, 0xFF] {
            var raw = RawMessage(in: exchange)
            raw.padding[position] = value
            #expect(exchange.open(raw.envelope(to: exchange.record)).error == .malformedMessage)
        }
    }

    @Test func `a length below the content leaves padding that is not zero`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.contentLength = UInt16(raw.content.count - 1)
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .malformedMessage)
    }

    @Test(
        .rules("M-34 M-35"),
        arguments: [
            "", "[]", "{}", "null", #"{"aps":[]}"#, #"{"aps":{}"#, #"{"aps":{}}x"#,
            #"{"aps":{},"aps":{}}"#, #"{"aps":{},"a":{"b":1,"\u0062":2}}"#,
            "\u{FEFF}{\"aps\":{}}", #"{"aps":{},"x":"\ud800"}"#, #"{"aps":{},"sealedpush":1}"#,
            #"{"aps":{},"x":"# + String(repeating: "[", count: 32)
                + String(repeating: "]", count: 32) + "}",
        ]
    )
    func `content that is no payload is refused before the claim`(_ content: String) throws {
        let exchange = try Exchange(class: .oneTime)
        let step = exchange.open(try exchange.seal(content).envelope)
        #expect(step.error == .malformedMessage)
        #expect(exchange.claims.isEmpty)
        #expect(exchange.prekeys.count == 1)
    }

    @Test func `content that is not UTF-8 is refused`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.content = Array(#"{"aps":{},"x":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .malformedMessage)
    }
}
