// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

/// Messages that arrive while the device is locked.
@Suite struct DeferralTests {
    @Test(.rules("T-18"))
    func `fifty messages that arrive locked are all delivered after it, in order and as new`()
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        for number in 0..<50 {
            let push = try await phone.push("\(number)", oneTime: number % 7 == 0)
            let moment = Phone.now.advanced(by: .seconds(number))
            #expect(deferral.keep(push, now: moment).outcome == .deferred)
        }
        let (shown, report) = try phone.unlock(at: Phone.now.advanced(by: .hours(1)))
        #expect(shown.map(\.content.body) == (0..<50).map(String.init))
        #expect(shown.allSatisfy { $0.outcome == .opened && $0.content.sound == .default })
        #expect(shown.allSatisfy { $0.content.title == "Ann" })
        #expect(report.failures.isEmpty)
        #expect(try !phone.hadDeferred())
        #expect(try phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test(.rules("D-20"))
    func `the notice is the device's own, without sound, and quiet where others wait`()
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(
            storeAt: phone.path + "/store",
            rules: DisplayRules { $0 == "SEALEDPUSH_LOCKED" ? "Entsperren" : nil }
        )
        let pushes = [try await phone.push("1"), try await phone.push("2")]
        let first = deferral.keep(pushes[0], now: Phone.now)
        #expect(first.content.title == "Entsperren")
        #expect(first.content.body.isEmpty)
        #expect(first.content.sound == .none)
        #expect(first.content.interruptionLevel == .active)
        #expect(first.content.threadIdentifier == NotificationDeferral.noticeThread)
        #expect(first.content.userInfo == nil)
        for again in [pushes[0], pushes[1]] {
            let later = deferral.keep(again, now: Phone.now.advanced(by: .milliseconds(1)))
            #expect(later.outcome == .deferred)
            #expect(later.content == first.content.quiet())
        }
        #expect(try phone.unlock().shown.map(\.content.body) == ["1", "2"])
    }

    @Test(arguments: [false, true])
    func `a deferred message counts as when it arrived`(_ oneTime: Bool) async throws {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let push = try await phone.push("Dinner", oneTime: oneTime) { options in
            options.timeToLive = Phone.minute
        }
        _ = deferral.keep(push, now: Phone.now)
        let late = Phone.now.advanced(by: .days(20))
        #expect(
            try phone.receiver().receive(push, now: late).outcome == .failed(.refused(.expired))
        )
        #expect(try phone.unlock(at: late).shown.map(\.outcome) == [.opened])
    }

    @Test(.rules("V-14"), arguments: [Duration.days(-20_000), .days(-2), .days(2), .days(1000)])
    func `a clock that was wrong while the device was locked costs no message`(
        _ error: Duration
    ) async throws {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let bundle = try phone.keys.bundle(oneTime: 0, at: Phone.now)
        let pushes = try await phone.sealAll(
            ["deferred", "late"],
            to: bundle.records,
            at: Phone.now
        )
        _ = deferral.keep(pushes[0], now: Phone.now.advanced(by: error))
        let shown = try phone.unlock(at: Phone.now.advanced(by: .hours(1))).shown
        #expect(shown.map(\.content.body) == ["deferred"])
        #expect(shown.map(\.outcome) == [.opened])
        #expect(try phone.receiver().receive(pushes[1], now: Phone.now).outcome == .opened)
    }

    @Test(.rules("T-18"))
    func `a message that was expired when it arrived is not shown`() async throws {
        let phone = try Phone.known()
        let push = try await phone.push("Dinner") { $0.timeToLive = Phone.minute }
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        _ = deferral.keep(push, now: Phone.now.advanced(by: .hours(1)))
        let (shown, report) = try phone.unlock(at: Phone.now.advanced(by: .hours(2)))
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.expired])
        #expect(try !phone.hadDeferred(), "it is forgotten")
    }

    @Test(arguments: [false, true])
    func `what was shown by another copy of it goes without a word`(_ oneTime: Bool) async throws {
        let phone = try Phone.known()
        let push = try await phone.push("Dinner", oneTime: oneTime)
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        _ = deferral.keep(push, now: Phone.now)
        let receiver = try phone.receiver()
        let other = receiver.receive(push, now: Phone.now)
        #expect(other.outcome == .opened)
        try receiver.complete(other, now: Phone.now)
        let late = Phone.now.advanced(by: .days(6))
        try phone.keys.sweep(at: late)
        let (shown, report) = try phone.unlock(at: late)
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.replayed])
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `what was never for this device is not kept`() async throws {
        let phone = try Phone.known()
        let other = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let foreign = deferral.keep(try await other.push("Dinner"), now: Phone.now)
        #expect(foreign.outcome == .failed(.refused(.unknownPrekey)))
        #expect(foreign.content.title == "New notification")
        let plain = deferral.keep(Array(#"{"aps":{"alert":"plain"}}"#.utf8), now: Phone.now)
        #expect(plain.outcome == .failed(.refused(.notSealed)))
        let noise = Array(#"{"aps":{"alert":"x"},"encrypted-content":"AQ"}"#.utf8)
        #expect(
            deferral.keep(noise, now: Phone.now).outcome == .failed(.refused(.malformedEnvelope))
        )
        #expect(try !phone.hadDeferred())
    }

    @Test(.rules("T-18"))
    func `a forgery that was deferred is forgotten after it, and nothing is shown`()
        async throws
    {
        let phone = try Phone.known()
        let push = try await phone.push("Dinner")
        let text = try OuterPayload(reading: push).encryptedContent
        var envelope = try Base64URL.decode(text.span)
        envelope[envelope.count - 1] ^= 1
        let forged = try OuterFrame(.generic).bytes(of: envelope.span)
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        #expect(deferral.keep(forged, now: Phone.now).outcome == .deferred)
        _ = deferral.keep(push, now: Phone.now)
        let (shown, report) = try phone.unlock()
        #expect(shown.map(\.content.body) == ["Dinner"])
        #expect(report.refusals.map(\.error) == [.cannotOpen])
        #expect(try !phone.hadDeferred())
    }

    @Test(arguments: [1, 60])
    func `a deferred message that was damaged on the disk is told as such, and a copy replaces it`(
        _ fromEnd: Int
    ) async throws {
        let phone = try Phone.known()
        let push = try await phone.push("Dinner")
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        _ = deferral.keep(push, now: Phone.now)
        let folder = URL(filePath: phone.path + "/store/deferred")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        var file = try Data(contentsOf: folder.appending(path: name))
        file[file.count - fromEnd] ^= 1
        let handle = try FileHandle(forWritingTo: folder.appending(path: name))
        try handle.write(contentsOf: file)
        try handle.close()
        let (shown, report) = try phone.unlock()
        #expect(shown.isEmpty)
        #expect(report.failures == [.deferral(.corrupted)] && report.refusals.isEmpty)
        #expect(try phone.receiver().hasDeferred)
        #expect(try phone.receiver().receive(push, now: Phone.now).outcome == .opened)
    }

    @Test func `deferred messages come also where the unfinished ones can't be listed`()
        async throws
    {
        let phone = try Phone.known()
        _ = NotificationDeferral(storeAt: phone.path + "/store")
            .keep(try await phone.push("Dinner"), now: Phone.now)
        let index = phone.path + "/store/unfinished"
        try? FileManager.default.removeItem(atPath: index)
        try FileManager.default.createSymbolicLink(
            atPath: index,
            withDestinationPath: "nowhere"
        )
        let (shown, report) = try phone.unlock()
        #expect(shown.map(\.content.body) == ["Dinner"])
        #expect(!report.failures.isEmpty)
    }

    @Test func `a silenced sender's deferred message is deleted, claims nothing and is not shown`()
        async throws
    {
        let phone = try Phone.known()
        try phone.contacts.block(phone.server.identity)
        let push = try await phone.push("Dinner")
        _ = NotificationDeferral(storeAt: phone.path + "/store").keep(push, now: Phone.now)
        let (shown, report) = try phone.unlock()
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.senderNotAccepted])
        #expect(try !phone.receiver().hasDeferred)
        try phone.contacts.unblock(phone.server.identity)
        #expect(try phone.receiver().receive(push, now: Phone.now).outcome == .opened)
    }

    // MARK: - What stops on the way

    private struct Stopped: Error {}

    @Test(.rules("T-18"))
    func `what can't be handed over stays, and is quiet the next time`() async throws {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        for body in ["1", "2"] {
            _ = deferral.keep(try await phone.push(body), now: Phone.now)
        }
        #expect(throws: Stopped.self) {
            try phone.receiver()
                .deliverDeferred(now: { Phone.now }, handOver: { _ in throw Stopped() })
        }
        let shown = try phone.unlock().shown
        #expect(shown.map(\.outcome) == [.opened])
        let left = try phone.receiver().recoverUnfinished(now: Phone.now).notifications
        #expect(left.map(\.outcome) == [.recovered])
        #expect(Set((shown + left).map(\.content.body)) == ["1", "2"])
    }

    @Test func `two apps at once deliver each deferred message as new once`() async throws {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        for number in 0..<8 {
            _ = deferral.keep(try await phone.push("\(number)"), now: Phone.now)
        }
        let receiver = try phone.receiver()
        let new = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var new: [String] = []
                    try receiver.deliverDeferred(
                        now: { Phone.now },
                        handOver: { received in
                            if received.outcome == .opened { new.append(received.content.body) }
                        }
                    )
                    return new
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(new.sorted() == (0..<8).map(String.init))
    }
}
