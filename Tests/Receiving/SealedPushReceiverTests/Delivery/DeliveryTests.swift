// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Synchronization
import TestSupport
import Testing

@testable import SealedPushReceiver

struct DeliveryTests {
    /// A delivery of strings on a clock that stands still, and what it handed over.
    final class Scene: Sendable {
        let clock = ManualClock()
        let delivery: PushDelivery<String>
        private let log: HandOverLog

        init() {
            let log = HandOverLog()
            self.log = log
            delivery = DeliveryTests.delivery(clock) { content in
                log.append(content)
            }
        }

        var handedOver: [String] { log.contents }
    }

    /// A delivery whose work is the test's own.
    static func delivery(
        _ clock: some Clock<Duration>,
        handOver: @escaping @Sendable (String) -> Void
    ) -> PushDelivery<String> {
        PushDelivery(
            of: IncomingPush([]),
            placeholder: "placeholder",
            clock: clock,
            now: { Timestamp(clamping: 0) },
            handOver: handOver
        )
    }

    final class HandOverLog: Sendable {
        private let state = Mutex<[String]>([])
        var contents: [String] { state.withLock { $0 } }
        func append(_ content: String) { state.withLock { $0.append(content) } }
    }

    /// Opens once, and then lets everybody pass; cancellation doesn't open it.
    final class Gate: Sendable {
        private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
            (false, [])
        )

        func open() {
            let waiting = state.withLock { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    /// Waits until the task is cancelled.
    static func untilCancelled() async {
        let never = AsyncStream<Void> { _ in }
        for await _ in never {}
    }

    @Test func `finished work hands over its content`() async {
        let scene = Scene()
        let (report, _) = await scene.delivery.run { delivery in
            #expect(delivery.offer("content"))
        }
        #expect(scene.handedOver == ["content"])
        #expect(report == scene.delivery.report)
        #expect(report.reason == .finished)
        #expect(report.attempt == .content)
    }

    @Test func `attachments are handed over with the content`() async {
        let scene = Scene()
        let (report, _) = await scene.delivery.run { delivery in
            #expect(delivery.offer("content"))
            #expect(delivery.offer("content and picture", .contentWithAttachments))
            delivery.end(.finished)
        }
        #expect(scene.handedOver == ["content and picture"])
        #expect(report.reason == .finished)
        #expect(report.attempt == .contentWithAttachments)
    }

    @Test func `a failed opening hands over the placeholder at once and cancels the work`() async {
        let scene = Scene()
        let (report, _) = await scene.delivery.run { delivery in
            delivery.end(.finished)
            #expect(scene.handedOver == ["placeholder"])
            await Self.untilCancelled()
        }
        #expect(scene.handedOver == ["placeholder"])
        #expect(report.reason == .finished)
    }

    @Test func `work that reports nothing ends with the placeholder`() async {
        let scene = Scene()
        let (report, _) = await scene.delivery.run { _ in }
        #expect(scene.handedOver == ["placeholder"])
        #expect(report.reason == .finished)
        #expect(report.attempt == .placeholder)
    }

    @Test func `the own deadline is 25 seconds and hands over the best attempt`() async {
        let scene = Scene()
        async let ended = scene.delivery.run { delivery in
            #expect(delivery.offer("content"))
            await scene.clock.waitForSleeper()
            scene.clock.advance(by: .milliseconds(24_999))
            #expect(scene.handedOver == [])
            scene.clock.advance(by: .milliseconds(1))
            await Self.untilCancelled()
        }
        let (report, _) = await ended
        #expect(scene.handedOver == ["content"])
        #expect(report.reason == .ownDeadline)
    }

    @Test func `the deadline runs from when the notification came, not from the run`() async {
        let scene = Scene()
        scene.clock.advance(by: .seconds(25))
        let (report, _) = await scene.delivery.run { _ in await Self.untilCancelled() }
        #expect(report.reason == .ownDeadline)
        #expect(scene.handedOver == ["placeholder"])
    }

    @Test func `the system's warning hands over before it returns, while the work hangs`() async {
        let scene = Scene()
        let hasOpened = Gate()
        let hang = Gate()
        async let ended = scene.delivery.run { delivery in
            #expect(delivery.offer("content"))
            hasOpened.open()
            await hang.pass()
            await Self.untilCancelled()
            #expect(!delivery.offer("content and picture", .contentWithAttachments))
        }
        await hasOpened.pass()
        scene.delivery.timeWillExpire()
        #expect(scene.handedOver == ["content"])
        hang.open()
        let (report, _) = await ended
        #expect(scene.handedOver == ["content"])
        #expect(report.reason == .timeWillExpire)
    }

    @Test func `the system's warning waits for a hand-over that another thread has begun`() async {
        let hasWarned = Gate()
        let log = HandOverLog()
        let held = Mutex<PushDelivery<String>?>(nil)
        let delivery = Self.delivery(ManualClock()) { content in
            Thread.detachNewThread {
                held.withLock { $0 }?.timeWillExpire()
                log.append("the warning has returned")
                hasWarned.open()
            }
            // Gives the warning time to return too early, which would be the fault.
            for _ in 0..<200_000 where !log.contents.isEmpty { break }
            log.append(content)
        }
        held.withLock { $0 = delivery }
        _ = await delivery.run { _ in }
        await hasWarned.pass()
        #expect(log.contents == ["placeholder", "the warning has returned"])
    }

    @Test(.rules("M-39"))
    func `content claimed too late is not shown and told to the work and the caller`() async {
        let scene = Scene()
        let (report, _) = await scene.delivery.run { delivery in
            scene.delivery.timeWillExpire()
            #expect(!delivery.offer("content"))
        }
        #expect(scene.handedOver == ["placeholder"])
        #expect(report.attempt == .placeholder)
        #expect(report.reason == .timeWillExpire)
    }

    @Test func `a warning before the run hands over, and the work starts cancelled`() async {
        let scene = Scene()
        scene.delivery.timeWillExpire()
        #expect(scene.handedOver == ["placeholder"])
        let (report, _) = await scene.delivery.run { _ in await Self.untilCancelled() }
        #expect(scene.handedOver == ["placeholder"])
        #expect(report.reason == .timeWillExpire)
    }

    @Test func `cancelling the task that runs it hands over and cancels the work`() async {
        let scene = Scene()
        let hasStarted = Gate()
        let report = await withTaskGroup(of: HandOverReport.self) { group in
            group.addTask {
                await scene.delivery.run { _ in
                    hasStarted.open()
                    await Self.untilCancelled()
                }
                .report
            }
            await hasStarted.pass()
            group.cancelAll()
            return await group.next()
        }
        #expect(scene.handedOver == ["placeholder"])
        #expect(report?.reason == .cancelled)
    }

    @Test func `a second run is a caller's bug`() async {
        await #expect(processExitsWith: .failure) {
            let delivery = DeliveryTests.delivery(ContinuousClock()) { _ in }
            _ = await delivery.run { _ in }
            _ = await delivery.run { _ in }
        }
    }
}

extension DeliveryTests {
    @Test(.rules("C-14"))
    func `1,000 races of work, deadline and warning hand over exactly once`() async {
        for round in 0..<1_000 {
            let scene = Scene()
            let late = HandOverLog()
            let report = await withTaskGroup(of: HandOverReport?.self) { group in
                group.addTask {
                    await scene.delivery.run { delivery in
                        if !delivery.offer("content") { late.append("content") }
                        delivery.offer("content and picture", .contentWithAttachments)
                    }
                    .report
                }
                group.addTask {
                    scene.clock.advance(by: .seconds(25))
                    return nil
                }
                group.addTask {
                    let count = await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            scene.delivery.timeWillExpire()
                            continuation.resume(returning: scene.handedOver.count)
                        }
                    }
                    #expect(count == 1, "round \(round): the warning returned too early")
                    return nil
                }
                var report: HandOverReport?
                for await ended in group { report = ended ?? report }
                return report
            }
            #expect(scene.handedOver.count == 1, "round \(round)")
            let isLate = report?.attempt == .placeholder
            #expect(isLate == !late.contents.isEmpty, "round \(round)")
            #expect((scene.handedOver == ["placeholder"]) == isLate)
        }
    }
}
