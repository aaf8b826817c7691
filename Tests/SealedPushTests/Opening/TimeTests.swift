// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import Testing

@Suite struct TimeTests {
    private static let tolerance: Duration = .seconds(300)

    @Test func `a message counts until 300 seconds after its expiry`() throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal()
        #expect(sealed.expiry == Exchange.now.advanced(by: .seconds(86_400)))
        let last = sealed.expiry.advanced(by: Self.tolerance)
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(sealed.envelope, at: next).error == .expired)
        #expect(exchange.open(sealed.envelope, at: last).message?.status == .new)
    }

    @Test func `no message counts longer than its prekey and 300 seconds`() throws {
        let exchange = try Exchange()
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
        let exchange = try Exchange()
        let last = Exchange.now.advanced(by: .seconds(86_400))
        let next = last.advanced(by: .milliseconds(1))
        #expect(exchange.open(try exchange.seal(at: next).envelope).error == .createdInFuture)
        #expect(exchange.open(try exchange.seal(at: last).envelope).message != nil)
    }

    @Test(
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
        arguments: [
            ((1 << 53) - 1, .createdInFuture), (1 << 53, .malformedMessage),
            (.max, .malformedMessage), (0, .expired),
        ] as [(UInt64, OpeningError)]
    )
    func `a moment above 2^53 - 1 is malformed`(
        _ created: UInt64,
        _ expected: OpeningError
    ) throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.created = created
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == expected)
    }

    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a prekey over age is erased and opens nothing`(_ class: PrekeyRecord.Class) throws {
        let exchange = try Exchange(class: `class`)
        let envelope = try exchange.seal().envelope
        let end = exchange.record.terms.notAfter.advanced(by: .seconds(24 * 3600 + 300))
        let before = end.advanced(by: .milliseconds(-1))
        #expect(exchange.open(envelope, at: before).error == .expired)
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.open(envelope, at: end).error == .prekeyExpired)
        #expect(
            exchange.steps == [
                .loadPrekey(exchange.record.id), .erase(exchange.record.id),
                .refuse(.prekeyExpired),
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
        let exchange = try Exchange(class: `class`)
        exchange.awaited = [exchange.record.id]
        let envelope = try exchange.seal().envelope
        let end = DevicePrekey.endOfLife(of: exchange.record)
        #expect(exchange.open(envelope, at: end).error == .prekeyExpired)
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.steps.map(\.kind) == ["loadPrekey", "refuse"])
    }

    // MARK: - Messages that were parked

    /// When a parked message arrived and is opened, by the device's clock; how far from the time it was made at.
    private static let parkedTimes: [(arrival: Duration, now: Duration, OpeningError?)] = [
        (.zero, .days(30), nil),
        (.days(30), .zero, nil),
        (.days(-2), .zero, nil),
        (.zero, .days(-2), nil),
        (.days(2), .days(2), .expired),
        (.days(30), .days(2), .expired),
        (.days(-2), .days(-2), .createdInFuture),
        (.days(-2), .days(-30), .createdInFuture),
    ]

    @Test(arguments: parkedTimes)
    func `a parked message is refused for its time only where it fails by arrival and by now`(
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

    @Test(arguments: [false, true])
    func `a clock that was ahead at the arrival of a parked message erases no prekey`(
        _ isAwaited: Bool
    ) throws {
        let exchange = try Exchange()
        if isAwaited { exchange.awaited = [exchange.record.id] }
        let end = DevicePrekey.endOfLife(of: exchange.record)
        let step = exchange.open(try exchange.seal().envelope, arrival: end.advanced(by: .days(8)))
        #expect(step.message?.status == .new)
        #expect(exchange.prekeys.count == 1)
    }

    @Test func `a prekey outlives its parked messages by 7 days at most`() throws {
        let exchange = try Exchange()
        exchange.awaited = [exchange.record.id]
        let envelope = try exchange.seal().envelope
        let end = DevicePrekey.endOfWaiting(of: exchange.record)
        let before = end.advanced(by: .milliseconds(-1))
        #expect(exchange.open(envelope, at: end, arrival: Exchange.now).error == .prekeyExpired)
        #expect(exchange.prekeys.isEmpty)
        try exchange.hold(exchange.record)
        #expect(exchange.open(envelope, at: before, arrival: Exchange.now).message != nil)
    }
}
