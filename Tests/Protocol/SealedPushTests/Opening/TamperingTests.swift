// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite struct TamperingTests {
    /// The class that a change at an offset of the envelope must lead to.
    private func expected(at offset: Int) -> OpeningError {
        switch offset {
        case 0: .unknownVersion
        case 1..<9: .unknownPrekey
        default: .cannotOpen
        }
    }

    /// That nothing was claimed or erased, by what was asked for and by what the device holds.
    private func expectUntouched(_ exchange: Exchange) {
        #expect(!exchange.steps.contains { ["claim", "erase"].contains($0.kind) })
        #expect(exchange.claims.isEmpty)
        #expect(exchange.prekeys.count == 1)
    }

    @Test(.rules("M-39 C-3"))
    func `every flipped bit is refused, releases nothing and burns nothing`() throws {
        let exchange = try Exchange(class: .oneTime)
        let envelope = try exchange.seal(#"{"aps":{}}"#, padding: .none).envelope
        var wrong = 0
        for offset in envelope.indices {
            for bit in 0..<8 {
                var flipped = envelope
                flipped[offset] ^= 1 << UInt8(bit)
                let step = exchange.open(flipped)
                let isQuiet = exchange.steps.allSatisfy {
                    ["loadPrekey", "refuse"].contains($0.kind)
                }
                guard step.error == expected(at: offset), isQuiet else {
                    wrong += 1
                    Issue.record("bit \(bit) of byte \(offset): \(step.kind)")
                    continue
                }
            }
        }
        #expect(wrong == 0)
        expectUntouched(exchange)
        #expect(exchange.open(envelope).message?.status == .new)
    }

    @Test(.rules("M-38")) func `every beginning of an envelope is refused`() throws {
        let exchange = try Exchange(class: .oneTime)
        let envelope = try exchange.seal(padding: .none).envelope
        let overhead = 1271
        for count in 0..<envelope.count {
            let expected: OpeningError = count < overhead ? .malformedEnvelope : .cannotOpen
            #expect(exchange.open(Array(envelope[..<count])).error == expected)
        }
        expectUntouched(exchange)
    }

    @Test func `up to 64 bytes or characters more or less are refused`() throws {
        let exchange = try Exchange(class: .oneTime)
        var generator = SeededGenerator(seed: 64)
        let envelope = try exchange.seal(padding: .buckets).envelope
        let text = Array(Base64URL.encode(envelope.span).utf8)
        for count in 1...64 {
            let random = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let zeros = [UInt8](repeating: 0, count: count)
            #expect(exchange.open(envelope.dropLast(count)).error == .cannotOpen)
            #expect(exchange.open(Array(envelope.dropFirst(count))).error != nil)
            for extra in [random, zeros] {
                #expect(exchange.open(envelope + extra).error == .cannotOpen)
                #expect(exchange.open(extra + envelope).error != nil)
            }
            let letters = [UInt8](repeating: UInt8(ascii: "A"), count: count)
            let isText = (text.count + count) % 4 != 1
            let longer = exchange.open(text: text + letters).error
            #expect(longer == (isText ? .cannotOpen : .malformedEnvelope))
            let shorter = exchange.open(text: text.dropLast(count)).error
            #expect(shorter == .cannotOpen || shorter == .malformedEnvelope)
            #expect(exchange.open(text: Array(text.dropFirst(count))).error != nil)
        }
        expectUntouched(exchange)
        #expect(exchange.open(text: text).message != nil)
    }

    @Test(arguments: ["=", " ", "\n", ".", "+", "/", "\u{0}", "é"])
    func `a foreign character anywhere in the text is refused`(_ foreign: String) throws {
        let exchange = try Exchange()
        let text = Array(Base64URL.encode(try exchange.seal().envelope.span).utf8)
        for position in [0, 1, 79, text.count - 1, text.count] {
            let broken = text[..<position] + Array(foreign.utf8) + text[position...]
            #expect(exchange.open(text: Array(broken)).error == .malformedEnvelope)
        }
    }

    @Test(.rules("M-26 M-27"))
    func `an envelope of 3774 bytes is the longest that is read`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        let overhead = 1271
        raw.padding = [UInt8](repeating: 0, count: 3774 - overhead - raw.content.count)
        let longest = raw.envelope(to: exchange.record)
        #expect(longest.count == 3774)
        #expect(exchange.open(longest).message != nil)
        #expect(exchange.open(longest + [0]).error == .malformedEnvelope)
        #expect(throws: OpeningError.malformedEnvelope) { try Envelope(reading: longest + [0]) }
        let text = Array(Base64URL.encode(longest.span).utf8)
        #expect(text.count == 5032)
        #expect(exchange.open(text: text + [UInt8(ascii: "A")]).error == .malformedEnvelope)
    }

    @Test func `parts of two messages do not mix`() throws {
        let exchange = try Exchange()
        var terms = SampleDevice.terms()
        terms.epoch += 1
        let other = try exchange.device.record(terms)
        try exchange.hold(other)
        let first = try exchange.seal().envelope
        let second = try exchange.seal(to: other).envelope
        let third = try exchange.seal().envelope
        let head = 1145
        for range in [1..<9, 9..<25, 25..<head, head..<first.count, 1..<25, 9..<head] {
            for donor in [second, third] where donor[range] != first[range] {
                var mixed = first
                mixed.replaceSubrange(range, with: donor[range])
                #expect(exchange.open(mixed).error == .cannotOpen, "\(range)")
            }
        }
        for whole in [first, second, third] { #expect(exchange.open(whole).message != nil) }
    }
}
