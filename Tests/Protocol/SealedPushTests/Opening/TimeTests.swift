// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite struct TimeTests {
    private static let tolerance: Duration = .seconds(300)

    @Test(.rules("M-38")) func `a message counts until 300 seconds after its expiry`() throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal()
        #expect(sealed.expiry == Exchange.now.advanced(by: .seconds(86_400)))
        let last = sealed.expiry.advanced(by: Self.tolerance)
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(sealed.envelope, at: next).error == .expired)
        #expect(exchange.open(sealed.envelope, at: last).message?.status == .new)
    }

    @Test(.rules("M-38"), arguments: [Duration.hours(25), .days(40)])
    func `a message may be made any time ahead`(_ ahead: Duration) throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal(at: Exchange.now.advanced(by: ahead))
        #expect(exchange.open(sealed.envelope).message != nil)
    }

    @Test(
        .rules("M-38"),
        arguments: [
            (0, .malformedMessage), (1, nil), (2_592_000, nil),
            (2_592_001, .malformedMessage), (.max, .malformedMessage),
        ] as [(UInt32, OpeningError?)]
    )
    func `the time to live is 1 to 2,592,000 seconds`(
        _ seconds: UInt32,
        _ expected: OpeningError?
    ) throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.timeToLive = seconds
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == expected)
    }

    @Test(
        .rules("M-2 M-3"),
        arguments: [
            ((1 << 53) - 1, nil), (1 << 53, .malformedMessage), (.max, .malformedMessage),
            (0, .expired),
        ] as [(UInt64, OpeningError?)]
    )
    func `a moment above 2^53 - 1 is malformed`(
        _ created: UInt64,
        _ expected: OpeningError?
    ) throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.created = created
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == expected)
    }

    @Test(.rules("M-38"), arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a prekey past its end and 300 seconds opens nothing, and is not erased`(
        _ class: PrekeyRecord.Class
    ) throws {
        let exchange = try Exchange(class: `class`)
        let notAfter = exchange.record.terms.notAfter
        let envelope = try exchange.seal(at: notAfter.advanced(by: .seconds(-10))).envelope
        let last = notAfter.advanced(by: Self.tolerance)
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(envelope, at: next).error == .prekeyExpired)
        #expect(exchange.steps == [.loadPrekey(exchange.record.id), .refuse(.prekeyExpired)])
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.open(envelope, at: last).message?.claim.expiry == notAfter)
    }

    // MARK: - Deferred messages

    /// When a deferred message arrived and is opened, by the device's clock; how far from the time
    /// it was made at.
    private static let deferredTimes: [(arrival: Duration, now: Duration, OpeningError?)] = [
        (.zero, .days(30), nil),
        (.days(30), .zero, nil),
        (.days(-2), .zero, nil),
        (.zero, .days(-2), nil),
        (.days(2), .days(2), .expired),
        (.days(30), .days(2), .expired),
        (.days(-2), .days(-2), nil),
        (.days(-9000), .days(-30), nil),
    ]

    @Test(.rules("M-38"), arguments: deferredTimes)
    func `a deferred message is refused for its time only if it fails by arrival and by now`(
        _ arrival: Duration,
        _ now: Duration,
        _ expected: OpeningError?
    ) throws {
        let exchange = try Exchange()
        let step = exchange.open(
            try exchange.seal().envelope,
            at: Exchange.now.advanced(by: now),
            arrival: Exchange.now.advanced(by: arrival)
        )
        #expect(step.error == expected)
        #expect((step.message == nil) == (expected != nil))
    }

    /// When a deferred message arrived and is opened, as seen from the end of its prekey.
    private static let times: [(arrival: Duration, now: Duration, OpeningError?)] = [
        (.zero, .days(7) + tolerance, nil),
        (.zero, .days(7) + tolerance + .milliseconds(1), .prekeyExpired),
        (tolerance, .days(7), nil),
        (tolerance + .milliseconds(1), .days(1), .prekeyExpired),
        (.days(9), .zero, nil),
    ]

    @Test(.rules("M-38"), arguments: times)
    func `a prekey opens for 7 days more what arrived before its end`(
        _ arrival: Duration,
        _ now: Duration,
        _ expected: OpeningError?
    ) throws {
        let exchange = try Exchange()
        let notAfter = exchange.record.terms.notAfter
        let step = exchange.open(
            try exchange.seal(at: notAfter).envelope,
            at: notAfter.advanced(by: now),
            arrival: notAfter.advanced(by: arrival)
        )
        #expect(step.error == expected)
        #expect(exchange.prekeys.count == 1)
    }
}
