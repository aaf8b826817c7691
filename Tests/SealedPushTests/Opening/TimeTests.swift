// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import Testing

@Suite struct TimeTests {
    private static let tolerance: Duration = .seconds(300)

    @Test(arguments: Suite.allCases)
    func `a message counts until 300 seconds after its expiry`(_ suite: Suite) throws {
        let exchange = try Exchange(suite)
        let sealed = try exchange.seal()
        #expect(sealed.expiry == Exchange.now.advanced(by: .seconds(86_400)))
        let last = sealed.expiry.advanced(by: Self.tolerance)
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(sealed.envelope, at: next).error == .expired)
        #expect(exchange.open(sealed.envelope, at: last).message?.status == .new)
    }

    @Test func `no message counts longer than its prekey and 300 seconds`() throws {
        let exchange = try Exchange(.x25519)
        let notAfter = exchange.record.terms.notAfter
        let created = notAfter.advanced(by: .seconds(-10))
        let sealed = try exchange.seal(at: created)
        let last = notAfter.advanced(by: Self.tolerance)
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(sealed.envelope, at: next).error == .expired)
        let message = exchange.open(sealed.envelope, at: last).message
        #expect(message?.claim.expiry == notAfter)
    }

    @Test func `a message may be made up to 24 hours in the future`() throws {
        let exchange = try Exchange(.x25519)
        let last = Exchange.now.advanced(by: .seconds(86_400))
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(try exchange.seal(at: next).envelope).error == .createdInFuture)
        #expect(exchange.open(try exchange.seal(at: last).envelope).message != nil)
    }

    @Test(
        arguments: [
            (0, .malformedPlaintext), (1, nil), (2_592_000, nil),
            (2_592_001, .malformedPlaintext), (.max, .malformedPlaintext),
        ] as [(UInt32, OpeningError?)]
    )
    func `the time to live is 1 to 2,592,000 seconds`(
        _ seconds: UInt32,
        _ expected: OpeningError?
    ) throws {
        let exchange = try Exchange(.x25519)
        var raw = RawMessage(in: exchange)
        raw.timeToLive = seconds
        #expect(exchange.open(try raw.envelope(to: exchange.record)).error == expected)
    }

    @Test(
        arguments: [
            ((1 << 53) - 1, .createdInFuture), (1 << 53, .malformedPlaintext),
            (.max, .malformedPlaintext), (0, .expired),
        ] as [(UInt64, OpeningError)]
    )
    func `a moment above 2^53 - 1 is malformed`(
        _ created: UInt64,
        _ expected: OpeningError
    ) throws {
        let exchange = try Exchange(.x25519)
        var raw = RawMessage(in: exchange)
        raw.created = created
        #expect(exchange.open(try raw.envelope(to: exchange.record)).error == expected)
    }

    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a prekey over age is erased and opens nothing`(_ class: PrekeyRecord.Class) throws {
        let exchange = try Exchange(.x25519, class: `class`)
        let envelope = try exchange.seal().envelope
        let end = exchange.record.terms.notAfter.advanced(by: .seconds(24 * 3600 + 300))
        let before = end.advanced(by: .milliseconds(-1))
        #expect(exchange.open(envelope, at: before).error == .expired)
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.open(envelope, at: end).error == .prekeyOverAge)
        #expect(
            exchange.steps == [
                .loadPrekey(exchange.record.id), .erase(exchange.record.id),
                .refuse(.prekeyOverAge),
            ]
        )
        #expect(exchange.prekeys.isEmpty)
        #expect(exchange.claims.isEmpty)
        #expect(exchange.open(envelope, at: end).error == .unknownPrekey)
    }

    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a prekey over age that is awaited stays and opens nothing`(
        _ class: PrekeyRecord.Class
    ) throws {
        let exchange = try Exchange(.x25519, class: `class`)
        exchange.awaited = [exchange.record.id]
        let envelope = try exchange.seal().envelope
        let end = DevicePrekey.endOfLife(of: exchange.record)
        #expect(exchange.open(envelope, at: end).error == .prekeyOverAge)
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.steps.map(\.kind) == ["loadPrekey", "refuse"])
    }
}
