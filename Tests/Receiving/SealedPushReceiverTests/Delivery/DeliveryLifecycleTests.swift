// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushReceiver

struct DeliveryLifecycleTests {
    typealias Lifecycle = DeliveryLifecycle<Shown>

    /// What stands for a notification: the placeholder, or the content of some event.
    enum Shown: Hashable, Sendable {
        case placeholder
        case earlier(Int)
        case content(Int)
        case attached(Int)
    }

    /// The reports and contents of all hand-overs that `events` lead to.
    static func handOvers(
        _ events: [Lifecycle.Event]
    ) -> [(index: Int, content: Shown, report: DeliveryReport)] {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        return events.enumerated().compactMap { index, event in
            guard case .handOver(let content, let report) = lifecycle.handle(event) else {
                return nil
            }
            return (index, content, report)
        }
    }

    static let ends: [(Lifecycle.Event, DeliveryReport.Reason)] = [
        (.openingFailed, .openingFailed),
        (.finished, .finished),
        (.ownDeadline, .ownDeadline),
        (.timeWillExpire, .timeWillExpire),
        (.cancelled, .cancelled),
    ]

    @Test(arguments: ends)
    func `before the claim the placeholder is handed over`(
        _ end: Lifecycle.Event,
        reason: DeliveryReport.Reason
    ) throws {
        let handOver = try #require(Self.handOvers([.attached(.attached(1)), end]).first)
        #expect(handOver.content == .placeholder)
        #expect(handOver.report.attempt == .placeholder)
        #expect(handOver.report.reason == reason)
    }

    @Test(arguments: ends)
    func `what was shown earlier stands in the placeholder's place, and is no better attempt`(
        _ end: Lifecycle.Event,
        reason: DeliveryReport.Reason
    ) throws {
        let events: [Lifecycle.Event] = [
            .shownEarlier(.earlier(1)), .shownEarlier(.earlier(2)), .attached(.attached(1)), end,
        ]
        let handOver = try #require(Self.handOvers(events).first)
        #expect(handOver.content == .earlier(1))
        #expect(handOver.report.attempt == .placeholder)
        #expect(handOver.report.isShownEarlier)
        #expect(handOver.report.reason == reason)
    }

    @Test(arguments: [true, false])
    func `what was shown earlier takes the place of no content, whichever comes first`(
        _ comesFirst: Bool
    ) throws {
        var events: [Lifecycle.Event] = [.shownEarlier(.earlier(1)), .opened(.content(1))]
        if !comesFirst { events.reverse() }
        let handOver = try #require(Self.handOvers(events + [.finished]).first)
        #expect(handOver.content == .content(1))
        #expect(handOver.report == DeliveryReport(attempt: .content, reason: .finished))
    }

    @Test func `what was shown earlier comes after a hand-over for nothing`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        _ = lifecycle.handle(.timeWillExpire)
        #expect(lifecycle.handle(.shownEarlier(.earlier(1))) == .nothing)
        #expect(lifecycle.report?.isShownEarlier == false)
        #expect(lifecycle.handle(.opened(.content(1))) == .tooLate)
    }

    @Test func `the content in a better form takes its place, and that of no placeholder`() {
        let dressed = Lifecycle.Event.dressed(.content(2))
        let shown = Self.handOvers([.opened(.content(1)), dressed, .finished])
        #expect(shown.map(\.content) == [.content(2)])
        #expect(shown.map(\.report.attempt) == [.content])
        #expect(Self.handOvers([dressed, .finished]).map(\.content) == [.placeholder])
        let attached = Self.handOvers([
            .opened(.content(1)), .attached(.attached(1)), dressed, .finished,
        ])
        #expect(attached.map(\.content) == [.attached(1)])
        #expect(Self.handOvers([.opened(.content(1)), .finished, dressed]).count == 1)
    }

    @Test(arguments: ends + [(.attachmentsGivenUp, .attachmentsGivenUp)])
    func `after the claim the content is handed over`(
        _ end: Lifecycle.Event,
        reason: DeliveryReport.Reason
    ) throws {
        let handOver = try #require(Self.handOvers([.opened(.content(1)), end]).first)
        #expect(handOver.content == .content(1))
        #expect(handOver.report.attempt == .content)
        #expect(handOver.report.reason == reason)
    }

    @Test(arguments: ends + [(.attachmentsGivenUp, .attachmentsGivenUp)])
    func `then the content with the attachments that have come`(
        _ end: Lifecycle.Event,
        reason: DeliveryReport.Reason
    ) throws {
        let events: [Lifecycle.Event] = [
            .opened(.content(1)), .attached(.attached(1)), .attached(.attached(2)), end,
        ]
        let handOver = try #require(Self.handOvers(events).first)
        #expect(handOver.content == .attached(2))
        #expect(handOver.report.attempt == .contentWithAttachments)
        #expect(handOver.report.reason == reason)
    }

    @Test func `opening and attaching alone hand nothing over`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        #expect(lifecycle.handle(.attachmentsGivenUp) == .nothing)
        #expect(lifecycle.handle(.opened(.content(1))) == .nothing)
        #expect(lifecycle.handle(.attached(.attached(1))) == .nothing)
        #expect(lifecycle.report == nil)
    }

    @Test func `a second opening changes nothing`() {
        let events: [Lifecycle.Event] = [
            .opened(.content(1)), .attached(.attached(1)), .opened(.content(2)), .finished,
        ]
        #expect(Self.handOvers(events).map(\.content) == [.attached(1)])
    }

    @Test func `content that is claimed after the placeholder went out is reported`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        _ = lifecycle.handle(.ownDeadline)
        #expect(lifecycle.report?.isContentUndelivered == false)
        #expect(lifecycle.handle(.opened(.content(1))) == .tooLate)
        #expect(lifecycle.report?.isContentUndelivered == true)
        #expect(lifecycle.report?.reason == .ownDeadline)
    }

    @Test func `content that was shown is not reported as undelivered when it comes again`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        _ = lifecycle.handle(.opened(.content(1)))
        _ = lifecycle.handle(.timeWillExpire)
        #expect(lifecycle.handle(.opened(.content(1))) == .nothing)
        #expect(lifecycle.handle(.attached(.attached(1))) == .tooLate)
        #expect(lifecycle.report?.isContentUndelivered == false)
    }

    @Test func `attempts are ordered from the poorest to the richest`() {
        #expect(DeliveryReport.Attempt.placeholder < .content)
        #expect(DeliveryReport.Attempt.content < .contentWithAttachments)
    }
}

extension DeliveryLifecycleTests {
    @Test func `10,000 random orders of events hand over exactly once`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for order in 0..<10_000 {
            // Whatever got lost, the system's warning comes at last.
            let events = Self.randomEvents(&generator) + [.timeWillExpire]
            let handOvers = Self.handOvers(events)
            let expected = Self.expectedHandOver(events)
            let isRight =
                handOvers.count == 1 && handOvers.first?.index == expected.index
                && handOvers.first?.content == expected.content
            #expect(isRight, "seed \(seed), order \(order): \(events) gave \(handOvers)")
            if !isRight { return }
        }
    }

    private static func randomEvents(_ generator: inout SeededGenerator) -> [Lifecycle.Event] {
        (0..<Int.random(in: 0...12, using: &generator)).map { index in
            // Steps of the work come twice as often as ends, so that runs get some way.
            switch Int.random(in: 0..<11, using: &generator) {
            case 0, 1: .opened(.content(index))
            case 2, 3: .attached(.attached(index))
            case 4: .attachmentsGivenUp
            case 5: .openingFailed
            case 6: .finished
            case 7: .ownDeadline
            case 8: .timeWillExpire
            case 9: .shownEarlier(.earlier(index))
            default: .cancelled
            }
        }
    }

    /// The rules once more, looking back over the whole order instead of going along it.
    private static func expectedHandOver(
        _ events: [Lifecycle.Event]
    ) -> (index: Int, content: Shown) {
        let opened = events.firstIndex { if case .opened = $0 { true } else { false } }
        let end = events.indices.first { index in
            switch events[index] {
            case .opened, .attached, .shownEarlier: false
            case .attachmentsGivenUp: opened.map { $0 < index } ?? false
            default: true
            }
        }
        let index = end ?? events.endIndex
        guard let opened, opened < index else {
            for case .shownEarlier(let content) in events[..<index] { return (index, content) }
            return (index, .placeholder)
        }
        for case .attached(let content) in events[opened..<index].reversed() {
            return (index, content)
        }
        return (index, .content(opened))
    }
}
