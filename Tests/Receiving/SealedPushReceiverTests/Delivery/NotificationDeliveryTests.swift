// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushReceiver

@Suite struct NotificationDeliveryTests {
    private let payload =
        #"{"aps":{"alert":{"title":"T","body":"Dinner at eight"},"sound":"default"}}"#

    /// What was handed over, in order.
    private final class Screen: Sendable {
        private let shown = Mutex<[NotificationContent]>([])

        func show(_ content: NotificationContent) {
            shown.withLock { $0.append(content) }
        }

        var contents: [NotificationContent] { shown.withLock { $0 } }
    }

    /// A delivery that is warned once.
    private final class Warned: Sendable {
        private let delivery = Mutex<NotificationDelivery?>(nil)

        func set(_ delivery: NotificationDelivery) {
            self.delivery.withLock { $0 = delivery }
        }

        func warn() {
            delivery.withLock { $0.take() }?.timeWillExpire()
        }
    }

    private func delivery(
        of payload: [UInt8],
        to screen: Screen,
        deferral: NotificationDeferral? = nil,
        clock: ManualClock = ManualClock()
    ) -> NotificationDelivery {
        NotificationDelivery(
            of: IncomingPush(payload),
            placeholder: DisplayRules().placeholder,
            deferral: deferral,
            clock: clock,
            now: { Phone.now },
            handOver: { content in screen.show(content) }
        )
    }

    /// A delivery whose time is over when it asks for the time: after the device was opened, before
    /// the claim.
    private func deliveryWarnedBeforeTheClaim(
        of payload: [UInt8],
        to screen: Screen
    ) -> NotificationDelivery {
        let warned = Warned()
        let delivery = NotificationDelivery(
            of: IncomingPush(payload),
            placeholder: DisplayRules().placeholder,
            clock: ManualClock(),
            now: {
                warned.warn()
                return Phone.now
            },
            handOver: { content in screen.show(content) }
        )
        warned.set(delivery)
        return delivery
    }

    @Test func `a push is opened, handed over once and its claim emptied`() async throws {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let result = await delivery(of: sealed.payload, to: screen).run { receiver }
        #expect(screen.contents.map(\.body) == ["Dinner at eight"])
        #expect(result.report == HandOverReport(attempt: .content, reason: .finished))
        #expect(result.received?.outcome == .opened)
        #expect(result.failure == nil)
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(.rules("T-1 C-14"))
    func `a device that can't be opened ends in the placeholder and keeps the reason`()
        async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let screen = Screen()
        let result = await delivery(of: sealed.payload, to: screen)
            .run { () throws(ReceiverError) in throw .store(.unavailable(code: 13)) }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(result.report == HandOverReport(attempt: .placeholder, reason: .finished))
        #expect(result.failure == .store(.unavailable(code: 13)))
        #expect(result.received == nil)
    }

    // MARK: - What is kept

    private static let away = StoreError.unavailable(code: 13)

    @Test(.rules("C-13"), arguments: [away, .outOfSpace, .inputOutput(code: 5)])
    func `where the store is unavailable the placeholder is shown, and the message later`(
        _ reason: StoreError
    ) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let screen = Screen()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let result = await delivery(of: sealed.payload, to: screen, deferral: deferral)
            .run { () throws(ReceiverError) in throw .store(reason) }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(screen.contents.first?.threadIdentifier != NotificationDeferral.noticeThread)
        #expect(result.report == HandOverReport(attempt: .placeholder, reason: .finished))
        #expect(result.received?.outcome == .deferred)
        #expect(result.failure == .store(reason))
        var deferred = try phone.receiver().backlog()
        #expect(deferred.next(now: Phone.now)?.received.content.body == "Dinner at eight")
    }

    @Test(
        arguments: [
            .store(.orphaned), .store(.wrongKey), .claimDamaged, .deferral(.outOfSpace),
            .deferralFull,
        ] as [ReceiverError]
    )
    func `what no waiting mends is not kept`(_ error: ReceiverError) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let result = await delivery(of: sealed.payload, to: Screen(), deferral: deferral)
            .run { () throws(ReceiverError) in throw error }
        #expect(result.received == nil && result.failure == error)
        #expect(try phone.receiver().hasDeferred == false)
    }

    @Test func `where an unavailable store can't defer either, the reason is told that came first`()
        async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let deferral = NotificationDeferral { .failure(.outOfSpace) }
        let result = await delivery(of: sealed.payload, to: Screen(), deferral: deferral)
            .run { () throws(ReceiverError) in throw .store(Self.away) }
        #expect(result.received == nil && result.failure == .store(Self.away))
    }

    @Test(.rules("T-1 C-13"))
    func `a store that is unavailable once it is open keeps the message as well`()
        async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let path = phone.path + "/store"
        let files = FaultyFileSystem(
            POSIXFileSystem(),
            .refusal(.tooManyFiles.lasting),
            at: 0,
            isArmed: false
        )
        let store = try RecordStore.open(at: path, key: .folder, files: files)
        let receiver = try NotificationReceiver(store: store)
        files.arm()
        let screen = Screen()
        let deferral = NotificationDeferral(storeAt: path)
        let result = await delivery(of: sealed.payload, to: screen, deferral: deferral)
            .run { receiver }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(result.received?.outcome == .deferred)
        #expect(result.failure?.mayPass == true)
        files.disarm()
        var deferred = try receiver.backlog()
        #expect(deferred.next(now: Phone.now)?.received.content.body == "Dinner at eight")
    }

    @Test(arguments: [true, false])
    func `what became of a push that came too late to be opened is told`(
        _ hasRoom: Bool
    ) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let path = phone.path + "/store"
        let deferral =
            hasRoom
            ? NotificationDeferral(storeAt: path)
            : NotificationDeferral { .failure(.outOfSpace) }
        let delivery = delivery(of: sealed.payload, to: screen, deferral: deferral)
        let result = await delivery.run {
            delivery.timeWillExpire()
            return receiver
        }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(result.report == HandOverReport(attempt: .placeholder, reason: .timeWillExpire))
        #expect(result.received?.outcome == (hasRoom ? .deferred : .failed(.deferral(.outOfSpace))))
        #expect(result.failure == nil)
        #expect(receiver.hasDeferred == hasRoom)
    }

    // MARK: - What comes too late

    @Test(
        .rules("C-13"),
        arguments: [(Duration.seconds(29), false), (.seconds(29) + .nanoseconds(1), true)]
    )
    func `a hand-over after the system's 30 seconds leaves the message in its claim`(
        _ time: Duration,
        _ isLate: Bool
    ) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let clock = ManualClock()
        let delivery = delivery(of: sealed.payload, to: screen, clock: clock)
        let (result, _) = await delivery.run {
            receiver
        } present: { received, _ in
            delivery.offer(received.content)
            await clock.waitForSleeper()
            clock.advance(by: time)
        }
        if result.isShown, let received = result.received {
            try receiver.complete(received, now: Phone.now)
        }
        #expect(screen.contents.map(\.body) == ["Dinner at eight"])
        #expect(result.report.attempt == .content && result.report.isLate == isLate)
        #expect(result.isShown == !isLate)
        #expect(result.failure == nil)
        #expect(
            try receiver.recoverUnfinished(now: Phone.now).notifications.count == (isLate ? 1 : 0)
        )
    }

    @Test(.rules("M-39 D-29 D-32 D-33 D-34"))
    func `a warning while the device is opened shows the placeholder and claims nothing`()
        async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let delivery = delivery(of: sealed.payload, to: screen)
        let result = await delivery.run {
            delivery.timeWillExpire()
            return receiver
        }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(result.report == HandOverReport(attempt: .placeholder, reason: .timeWillExpire))
        #expect(result.received == nil)
        #expect(receiver.receive(sealed.payload, now: Phone.now).outcome == .opened)
    }

    @Test(.rules("V-14"), arguments: [false, true])
    func `there is time left for other work unless the system or the deadline ended it`(
        isWarned: Bool
    ) async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let delivery =
            isWarned
            ? deliveryWarnedBeforeTheClaim(of: sealed.payload, to: Screen())
            : delivery(of: sealed.payload, to: Screen())
        #expect(await delivery.run { receiver }.hasTimeLeft == !isWarned)
    }

    @Test(.rules("T-5 T-6")) func `the claim holds its content until the hand-over`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let delivery = NotificationDelivery(
            of: IncomingPush(sealed.payload),
            placeholder: DisplayRules().placeholder,
            clock: ManualClock(),
            now: { Phone.now },
            handOver: { _ in
                let left = try? receiver.recoverUnfinished(now: Phone.now).notifications
                for notification in left ?? [] { screen.show(notification.content) }
            }
        )
        _ = await delivery.run { receiver }
        #expect(screen.contents.map(\.body) == ["Dinner at eight"])
        #expect(try receiver.recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(.rules("T-5 T-6"))
    func `content claimed too late for the hand-over stays for the app`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        let delivery = deliveryWarnedBeforeTheClaim(of: sealed.payload, to: screen)
        let result = await delivery.run { receiver }
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(result.report.attempt == .placeholder)
        #expect(!result.isShown)
        #expect(result.received?.outcome == .opened)
        let left = try receiver.recoverUnfinished(now: Phone.now).notifications
        #expect(left.map(\.content.body) == ["Dinner at eight"])
    }

    @Test func `a repeat is handed over as a quiet placeholder`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(payload)
        let receiver = try phone.receiver()
        let screen = Screen()
        _ = await delivery(of: sealed.payload, to: screen).run { receiver }
        let second = await delivery(of: sealed.payload, to: screen).run { receiver }
        #expect(second.received?.outcome == .failed(.refused(.replayed)))
        #expect(screen.contents.count == 2)
        #expect(screen.contents.last?.interruptionLevel == .passive)
        #expect(screen.contents.last?.title == "New notification")
    }

    @Test(.rules("D-29 D-32 D-33 D-34"))
    func `a forged push ends in its placeholder`() async throws {
        let phone = try Phone()
        let screen = Screen()
        let forged = Array(
            #"{"aps":{"alert":"You have mail","badge":9},"encrypted-content":"AAAA"}"#.utf8
        )
        let receiver = try phone.receiver()
        let result = await delivery(of: forged, to: screen).run { receiver }
        #expect(result.report == HandOverReport(attempt: .placeholder, reason: .finished))
        #expect(screen.contents.map(\.title) == ["New notification"])
        #expect(screen.contents.first?.badge == nil)
    }
}
