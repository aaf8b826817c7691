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
import Testing

/// Messages that arrive while the device is locked.
@Suite struct ParkingTests {
    private static let minute = TimeToLive(seconds: 60) ?? .day

    private func push(
        _ body: String,
        to phone: Phone,
        oneTime: Bool = false,
        at now: Timestamp = Phone.now,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> [UInt8] {
        let json = #"{"aps":{"alert":{"body":"\#(body)"},"sound":"default"}}"#
        return try await phone.seal(json, oneTime: oneTime, at: now, change).payload
    }

    private func known() throws -> Phone {
        let phone = try Phone()
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        return phone
    }

    /// Delivers what is parked, and gives what was shown.
    @discardableResult
    private func unlock(
        _ phone: Phone,
        at now: Timestamp = Phone.now
    ) throws -> (shown: [ReceivedNotification], report: WaitingQueue) {
        var shown: [ReceivedNotification] = []
        let report = try phone.receiver().deliverDeferred(
            now: { now },
            handOver: { shown.append($0) }
        )
        return (shown, report)
    }

    /// Whether anything was deferred until now.
    private func waits(_ phone: Phone) throws -> Bool {
        let (shown, report) = try unlock(phone)
        return !shown.isEmpty || !report.refusals.isEmpty
    }

    @Test func `fifty messages that arrive locked are all delivered after it, in order and as new`()
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        for number in 0..<50 {
            let push = try await push("\(number)", to: phone, oneTime: number % 7 == 0)
            let moment = Phone.now.advanced(by: .seconds(number))
            #expect(parking.park(push, now: moment).outcome == .parked)
        }
        let (shown, report) = try unlock(phone, at: Phone.now.advanced(by: .hours(1)))
        #expect(shown.map(\.content.body) == (0..<50).map(String.init))
        #expect(shown.allSatisfy { $0.outcome == .opened && $0.content.sound == .default })
        #expect(shown.allSatisfy { $0.content.title == "Ann" })
        #expect(report.failures.isEmpty)
        #expect(try !waits(phone))
        #expect(try phone.receiver().recoverUnfinished(now: Phone.now).notifications.isEmpty)
    }

    @Test func `the notice is the device's own, without sound, and quiet where others wait`()
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(
            storeAt: phone.path + "/store",
            rules: DisplayRules { $0 == "SEALEDPUSH_LOCKED" ? "Entsperren" : nil }
        )
        let pushes = [try await push("1", to: phone), try await push("2", to: phone)]
        let first = parking.park(pushes[0], now: Phone.now)
        #expect(first.content.title == "Entsperren")
        #expect(first.content.body.isEmpty)
        #expect(first.content.sound == .none)
        #expect(first.content.interruptionLevel == .active)
        #expect(first.content.threadIdentifier == NotificationParking.noticeThread)
        #expect(first.content.userInfo == nil)
        for again in [pushes[0], pushes[1]] {
            let later = parking.park(again, now: Phone.now.advanced(by: .milliseconds(1)))
            #expect(later.outcome == .parked)
            #expect(later.content == first.content.quiet())
        }
        #expect(try unlock(phone).shown.map(\.content.body) == ["1", "2"])
    }

    @Test(arguments: [false, true])
    func `a parked message counts as when it arrived`(_ oneTime: Bool) async throws {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let push = try await push("Dinner", to: phone, oneTime: oneTime) { options in
            options.timeToLive = Self.minute
        }
        _ = parking.park(push, now: Phone.now)
        let late = Phone.now.advanced(by: .days(20))
        #expect(
            try phone.receiver().receive(push, now: late).outcome == .failed(.refused(.expired))
        )
        #expect(try unlock(phone, at: late).shown.map(\.outcome) == [.opened])
    }

    @Test(arguments: [Duration.days(-20_000), .days(-2), .days(2), .days(1000)])
    func `a clock that was wrong while the device was locked costs no message`(
        _ error: Duration
    ) async throws {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let bundle = try phone.keys.bundle(oneTime: 0, at: Phone.now)
        let pushes = try await phone.sealAll(["parked", "late"], to: bundle.records, at: Phone.now)
        _ = parking.park(pushes[0], now: Phone.now.advanced(by: error))
        let shown = try unlock(phone, at: Phone.now.advanced(by: .hours(1))).shown
        #expect(shown.map(\.content.body) == ["parked"])
        #expect(shown.map(\.outcome) == [.opened])
        #expect(try phone.receiver().receive(pushes[1], now: Phone.now).outcome == .opened)
    }

    @Test func `a message that was expired when it arrived is not shown`() async throws {
        let phone = try known()
        let push = try await push("Dinner", to: phone) { $0.timeToLive = Self.minute }
        let parking = NotificationParking(storeAt: phone.path + "/store")
        _ = parking.park(push, now: Phone.now.advanced(by: .hours(1)))
        let (shown, report) = try unlock(phone, at: Phone.now.advanced(by: .hours(2)))
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.expired])
        #expect(try !waits(phone), "it is forgotten")
    }

    @Test(arguments: [false, true])
    func `what was shown by another copy of it goes without a word`(_ oneTime: Bool) async throws {
        let phone = try known()
        let push = try await push("Dinner", to: phone, oneTime: oneTime)
        let parking = NotificationParking(storeAt: phone.path + "/store")
        _ = parking.park(push, now: Phone.now)
        let receiver = try phone.receiver()
        let other = receiver.receive(push, now: Phone.now)
        #expect(other.outcome == .opened)
        try receiver.complete(other, now: Phone.now)
        let late = Phone.now.advanced(by: .days(6))
        try phone.keys.sweep(at: late)
        let (shown, report) = try unlock(phone, at: late)
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.replayed])
    }

    @Test func `what was never for this device is not kept`() async throws {
        let phone = try known()
        let other = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let foreign = parking.park(try await push("Dinner", to: other), now: Phone.now)
        #expect(foreign.outcome == .failed(.refused(.unknownPrekey)))
        #expect(foreign.content.title == "New notification")
        let plain = parking.park(Array(#"{"aps":{"alert":"plain"}}"#.utf8), now: Phone.now)
        #expect(plain.outcome == .failed(.refused(.notSealed)))
        let noise = Array(#"{"aps":{"alert":"x"},"encrypted-content":"AQ"}"#.utf8)
        #expect(
            parking.park(noise, now: Phone.now).outcome == .failed(.refused(.malformedEnvelope))
        )
        #expect(try !waits(phone))
    }

    @Test func `a forgery that was parked is forgotten after it, and nothing is shown`()
        async throws
    {
        let phone = try known()
        let push = try await push("Dinner", to: phone)
        let text = try OuterPayload(reading: push).encryptedContent
        var envelope = try Base64URL.decode(text.span)
        envelope[envelope.count - 1] ^= 1
        let forged = try OuterPayload(envelope: envelope.span, placeholder: .generic).bytes
        let parking = NotificationParking(storeAt: phone.path + "/store")
        #expect(parking.park(forged, now: Phone.now).outcome == .parked)
        _ = parking.park(push, now: Phone.now)
        let (shown, report) = try unlock(phone)
        #expect(shown.map(\.content.body) == ["Dinner"])
        #expect(report.refusals.map(\.error) == [.cannotOpen])
        #expect(try !waits(phone))
    }

    @Test(arguments: [1, 60])
    func `a deferred message that was damaged on the disk is told as such, and a copy replaces it`(
        _ fromEnd: Int
    ) async throws {
        let phone = try known()
        let push = try await push("Dinner", to: phone)
        let parking = NotificationParking(storeAt: phone.path + "/store")
        _ = parking.park(push, now: Phone.now)
        let folder = URL(filePath: phone.path + "/store/parked")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        var file = try Data(contentsOf: folder.appending(path: name))
        file[file.count - fromEnd] ^= 1
        let handle = try FileHandle(forWritingTo: folder.appending(path: name))
        try handle.write(contentsOf: file)
        try handle.close()
        let (shown, report) = try unlock(phone)
        #expect(shown.isEmpty)
        #expect(report.failures == [.parking(.corrupted)] && report.refusals.isEmpty)
        #expect(try phone.receiver().hasDeferred)
        #expect(try phone.receiver().receive(push, now: Phone.now).outcome == .opened)
    }

    @Test func `deferred messages come also where the unfinished ones can't be listed`()
        async throws
    {
        let phone = try known()
        _ = NotificationParking(storeAt: phone.path + "/store")
            .park(try await push("Dinner", to: phone), now: Phone.now)
        let index = phone.path + "/store/unfinished"
        try? FileManager.default.removeItem(atPath: index)
        try FileManager.default.createSymbolicLink(
            atPath: index,
            withDestinationPath: "nowhere"
        )
        let (shown, report) = try unlock(phone)
        #expect(shown.map(\.content.body) == ["Dinner"])
        #expect(!report.failures.isEmpty)
    }

    @Test func `a silenced sender's deferred message is deleted, claims nothing and is not shown`()
        async throws
    {
        let phone = try known()
        try phone.contacts.block(phone.server.identity)
        let push = try await push("Dinner", to: phone)
        _ = NotificationParking(storeAt: phone.path + "/store").park(push, now: Phone.now)
        let (shown, report) = try unlock(phone)
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.senderNotAccepted])
        #expect(try !phone.receiver().hasDeferred)
        try phone.contacts.unblock(phone.server.identity)
        #expect(try phone.receiver().receive(push, now: Phone.now).outcome == .opened)
    }

    // MARK: - Prekeys that deferred messages need

    @Test func `a prekey opens for 7 days more what was deferred before its end, and nothing else`()
        async throws
    {
        let phone = try known()
        let records = try phone.keys.records(at: Phone.now)
        let sealed = records[0].terms.notAfter.advanced(by: .seconds(-1))
        let pushes = try await phone.sealAll(["1", "2", "3"], to: records, at: sealed)
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let end = DevicePrekey.endOfWaiting(of: records[0])
        _ = parking.park(pushes[0], now: sealed)
        let late = try phone.receiver().receive(pushes[1], now: end)
        #expect(late.outcome == .failed(.refused(.prekeyExpired)))
        #expect(try unlock(phone, at: end).shown.map(\.content.body) == ["1"])
        _ = parking.park(pushes[2], now: sealed)
        let (shown, report) = try unlock(phone, at: end.advanced(by: .milliseconds(1)))
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(try phone.keys.holds(records[0].id), "opening erases nothing for age")
    }

    // MARK: - Refusals that pass

    @Test(arguments: ["claims", "prekeys"])
    func `a folder that is away for a moment costs no deferred message`(_ folder: String)
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        _ = parking.park(try await push("Dinner", to: phone), now: Phone.now)
        let (path, away) = (phone.path + "/store/" + folder, phone.path + "/away")
        try FileManager.default.moveItem(atPath: path, toPath: away)
        // Whoever opens a store makes it anew.
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let week = Phone.now.advanced(by: .days(7))
        let (shown, report) = try unlock(phone, at: week)
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.unknownPrekey])
        #expect(report.refusals.map(\.isFinal) == [false])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(try unlock(phone, at: week).shown.map(\.outcome) == [.opened])
    }

    @Test func `a deferred message whose prekey is gone is deleted a week after its arrival`()
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        _ = parking.park(try await push("Dinner", to: phone), now: Phone.now)
        for record in try phone.keys.records(at: Phone.now) { try phone.keys.erase(record.id) }
        let week = Phone.now.advanced(by: .days(7))
        #expect(try unlock(phone, at: week).report.refusals.map(\.isFinal) == [false])
        let later = week.advanced(by: .milliseconds(1))
        #expect(try unlock(phone, at: later).report.refusals.map(\.isFinal) == [true])
        #expect(try !phone.receiver().hasDeferred)
    }

    @Test(arguments: [Duration.days(-20_000), .days(-2)])
    func `a clock that is behind at both times costs no deferred message`(_ error: Duration)
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let wrong = Phone.now.advanced(by: error)
        _ = parking.park(try await push("Dinner", to: phone), now: wrong)
        let report = try unlock(phone, at: wrong).report
        #expect(report.refusals.map(\.error) == [.createdInFuture])
        #expect(report.refusals.map(\.isFinal) == [false])
        #expect(try unlock(phone).shown.map(\.outcome) == [.opened])
    }

    @Test func `a message from the far future is deleted a week after its arrival`() async throws {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let push = try await push("Dinner", to: phone, at: Phone.now.advanced(by: .days(20)))
        _ = parking.park(push, now: Phone.now)
        let week = Phone.now.advanced(by: .days(7))
        #expect(try unlock(phone, at: week).report.refusals.map(\.isFinal) == [false])
        let later = week.advanced(by: .milliseconds(1))
        #expect(try unlock(phone, at: later).report.refusals.map(\.isFinal) == [true])
        #expect(try !phone.receiver().hasDeferred)
    }

    @Test func `a prekey that is expired by the clock of now alone costs no deferred message`()
        async throws
    {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        let push = try await push("Dinner", to: phone)
        _ = parking.park(push, now: Phone.now)
        let report = try unlock(phone, at: Phone.now.advanced(by: .days(1000))).report
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(report.refusals.map(\.isFinal) == [false])
        #expect(try unlock(phone).shown.map(\.outcome) == [.opened])
    }

    @Test func `a message that arrived after its prekey's end is deleted`() async throws {
        let phone = try known()
        let record = try #require(try phone.keys.records(at: Phone.now).first)
        let push = try await push("Dinner", to: phone)
        let late = DevicePrekey.endOfWaiting(of: record)
        _ = NotificationParking(storeAt: phone.path + "/store").park(push, now: late)
        let report = try unlock(phone, at: late).report
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(report.refusals.map(\.isFinal) == [true])
        #expect(try !phone.receiver().hasDeferred)
    }

    // MARK: - What stops on the way

    private struct Stopped: Error {}

    @Test func `what can't be handed over stays, and is quiet the next time`() async throws {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        for body in ["1", "2"] {
            _ = parking.park(try await push(body, to: phone), now: Phone.now)
        }
        #expect(throws: Stopped.self) {
            try phone.receiver()
                .deliverDeferred(now: { Phone.now }, handOver: { _ in throw Stopped() })
        }
        let shown = try unlock(phone).shown
        #expect(shown.map(\.outcome) == [.opened])
        let left = try phone.receiver().recoverUnfinished(now: Phone.now).notifications
        #expect(left.map(\.outcome) == [.recovered])
        #expect(Set((shown + left).map(\.content.body)) == ["1", "2"])
    }

    @Test func `two apps at once deliver each parked message as new once`() async throws {
        let phone = try known()
        let parking = NotificationParking(storeAt: phone.path + "/store")
        for number in 0..<8 {
            _ = parking.park(try await push("\(number)", to: phone), now: Phone.now)
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

extension Phone {
    /// Seals payloads to records of a bundle that is not the device's newest any more.
    fileprivate func sealAll(
        _ bodies: [String],
        to records: [PrekeyRecord],
        at now: Timestamp
    ) async throws -> [[UInt8]] {
        let bundle = try DeviceBundle(device: keys.identity, records: records)
        let sealer = NotificationSealer(
            sender: server,
            topic: topic,
            memory: TransientSenderMemory()
        )
        var pushes: [[UInt8]] = []
        for body in bodies {
            let payload = try Payload(reading: Array(#"{"aps":{"alert":"\#(body)"}}"#.utf8))
            let target = SealingTarget(bundle, recipient: .untracked)
            let sealed = try await sealer.seal(payload, for: target, now: now)
            pushes.append(sealed.payload)
        }
        return pushes
    }
}
