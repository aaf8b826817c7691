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
        case content(Int)
        case attached(Int)
    }

    /// What a lifecycle is told.
    enum Event {
        case offered(Shown, HandOverReport.Attempt)
        case ended(HandOverReport.Reason)
    }

    /// The reports and contents of all hand-overs that `events` lead to.
    static func handOvers(
        _ events: [Event]
    ) -> [(index: Int, content: Shown, report: HandOverReport)] {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        return events.enumerated().compactMap { index, event in
            switch event {
            case .offered(let content, let attempt):
                _ = lifecycle.offer(content, attempt)
                return nil
            case .ended(let reason):
                guard let content = lifecycle.end(reason), let report = lifecycle.report else {
                    return nil
                }
                return (index, content, report)
            }
        }
    }

    static let ends: [HandOverReport.Reason] = [
        .finished, .ownDeadline, .timeWillExpire, .cancelled,
    ]

    private static let opened = Event.offered(.content(1), .content)

    private static func attached(_ number: Int) -> Event {
        .offered(.attached(number), .contentWithAttachments)
    }

    @Test(.rules("M-39 D-29 D-32 D-33 D-34 C-14"), arguments: ends)
    func `before the claim the placeholder is handed over`(
        _ reason: HandOverReport.Reason
    ) throws {
        let handOver = try #require(Self.handOvers([.ended(reason)]).first)
        #expect(handOver.content == .placeholder)
        #expect(handOver.report == HandOverReport(attempt: .placeholder, reason: reason))
    }

    @Test(arguments: ends)
    func `after the claim the content is handed over`(_ reason: HandOverReport.Reason) throws {
        let handOver = try #require(Self.handOvers([Self.opened, .ended(reason)]).first)
        #expect(handOver.content == .content(1))
        #expect(handOver.report == HandOverReport(attempt: .content, reason: reason))
    }

    @Test(arguments: ends)
    func `then the content with the attachments that have come`(
        _ reason: HandOverReport.Reason
    ) throws {
        let events = [Self.opened, Self.attached(1), Self.attached(2), .ended(reason)]
        let handOver = try #require(Self.handOvers(events).first)
        #expect(handOver.content == .attached(2))
        #expect(handOver.report == HandOverReport(attempt: .contentWithAttachments, reason: reason))
    }

    @Test func `content in a better form takes the place of no richer one`() {
        let enriched = Event.offered(.content(2), .content)
        let end = Event.ended(.finished)
        #expect(Self.handOvers([Self.opened, enriched, end]).map(\.content) == [.content(2)])
        let late = Self.handOvers([Self.opened, Self.attached(1), enriched, end])
        #expect(late.map(\.content) == [.attached(1)])
    }

    @Test func `opening and attaching alone hand nothing over`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        let isTaken = [
            lifecycle.offer(.content(1), .content),
            lifecycle.offer(.attached(1), .contentWithAttachments),
        ]
        #expect(isTaken == [true, true])
        #expect(lifecycle.report == nil)
    }

    @Test func `what comes after the hand-over is told that it is too late`() {
        var lifecycle = Lifecycle(placeholder: .placeholder)
        _ = lifecycle.end(.ownDeadline)
        let isTaken = [
            lifecycle.offer(.content(1), .content),
            lifecycle.offer(.attached(1), .contentWithAttachments),
        ]
        #expect(isTaken == [false, false])
        let second = lifecycle.end(.finished)
        #expect(second == nil)
        #expect(lifecycle.report == HandOverReport(attempt: .placeholder, reason: .ownDeadline))
    }

    @Test func `attempts are ordered from the poorest to the richest`() {
        #expect(HandOverReport.Attempt.placeholder < .content)
        #expect(HandOverReport.Attempt.content < .contentWithAttachments)
    }
}

extension DeliveryLifecycleTests {
    @Test(.rules("C-14")) func `10,000 random orders of events hand over exactly once`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for order in 0..<10_000 {
            // Whatever got lost, the system's warning comes at last.
            let events = Self.randomEvents(&generator) + [.ended(.timeWillExpire)]
            let handOvers = Self.handOvers(events)
            let expected = Self.expectedHandOver(events)
            let isRight =
                handOvers.count == 1 && handOvers.first?.index == expected.index
                && handOvers.first?.content == expected.content
            #expect(isRight, "seed \(seed), order \(order): \(events) gave \(handOvers)")
            if !isRight { return }
        }
    }

    private static func randomEvents(_ generator: inout SeededGenerator) -> [Event] {
        (0..<Int.random(in: 0...12, using: &generator)).map { index in
            // Steps of the work come twice as often as ends, so that runs get some way.
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1: .offered(.content(index), .content)
            case 2, 3: attached(index)
            default: .ended(ends.randomElement(using: &generator) ?? .finished)
            }
        }
    }

    /// The rules once more, looking back over the whole order instead of going along it.
    private static func expectedHandOver(
        _ events: [Event]
    ) -> (index: Int, content: Shown) {
        let end = events.firstIndex { if case .ended = $0 { true } else { false } }
        let offers = events[..<(end ?? 0)].compactMap { event -> Shown? in
            if case .offered(let content, _) = event { content } else { nil }
        }
        let richest = offers.last { if case .attached = $0 { true } else { false } }
        return (end ?? 0, richest ?? offers.last ?? .placeholder)
    }
}
