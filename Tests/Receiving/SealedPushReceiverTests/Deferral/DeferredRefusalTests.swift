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

/// How long a deferred message stays that cannot be opened, and what a wrong clock costs.
@Suite struct DeferredRefusalTests {
    // MARK: - Prekeys that deferred messages need

    @Test func `a prekey opens for 7 days more what was deferred before its end, and nothing else`()
        async throws
    {
        let phone = try Phone.known()
        let records = try phone.keys.records(at: Phone.now)
        let sealed = records[0].terms.notAfter.advanced(by: .seconds(-1))
        let pushes = try await phone.sealAll(["1", "2", "3"], to: records, at: sealed)
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let end = DevicePrekey.endOfWaiting(of: records[0])
        _ = deferral.keep(pushes[0], now: sealed)
        let late = try phone.receiver().receive(pushes[1], now: end)
        #expect(late.outcome == .failed(.refused(.prekeyExpired)))
        #expect(try phone.unlock(at: end).shown.map(\.content.body) == ["1"])
        _ = deferral.keep(pushes[2], now: sealed)
        let (shown, report) = try phone.unlock(at: end.advanced(by: .milliseconds(1)))
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(try phone.keys.holds(records[0].id), "opening erases nothing for age")
    }

    // MARK: - Refusals that pass

    @Test(.rules("T-18"), arguments: ["claims", "prekeys"])
    func `a folder that is away for a moment costs no deferred message`(_ folder: String)
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        _ = deferral.keep(try await phone.push("Dinner"), now: Phone.now)
        let (path, away) = (phone.path + "/store/" + folder, phone.path + "/away")
        try FileManager.default.moveItem(atPath: path, toPath: away)
        // Opening a store makes it anew.
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let week = Phone.now.advanced(by: .days(7))
        let (shown, report) = try phone.unlock(at: week)
        #expect(shown.isEmpty)
        #expect(report.refusals.map(\.error) == [.unknownPrekey])
        #expect(report.refusals.map(\.isFinal) == [false])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(try phone.unlock(at: week).shown.map(\.outcome) == [.opened])
    }

    @Test(.rules("T-18"))
    func `a deferred message whose prekey is gone is deleted a week after its arrival`()
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        _ = deferral.keep(try await phone.push("Dinner"), now: Phone.now)
        for record in try phone.keys.records(at: Phone.now) { try phone.keys.erase(record.id) }
        let week = Phone.now.advanced(by: .days(7))
        #expect(try phone.unlock(at: week).report.refusals.map(\.isFinal) == [false])
        let later = week.advanced(by: .milliseconds(1))
        #expect(try phone.unlock(at: later).report.refusals.map(\.isFinal) == [true])
        #expect(try !phone.receiver().hasDeferred)
    }

    @Test(.rules("T-18"), arguments: [Duration.days(-20_000), .days(-2)])
    func `a clock that is behind at both times costs no deferred message`(_ error: Duration)
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let wrong = Phone.now.advanced(by: error)
        _ = deferral.keep(try await phone.push("Dinner"), now: wrong)
        #expect(try phone.unlock(at: wrong).shown.map(\.outcome) == [.opened])
    }

    @Test(.rules("T-18"))
    func `a prekey that is expired by the clock of now alone costs no deferred message`()
        async throws
    {
        let phone = try Phone.known()
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let push = try await phone.push("Dinner")
        _ = deferral.keep(push, now: Phone.now)
        let report = try phone.unlock(at: Phone.now.advanced(by: .days(1000))).report
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(report.refusals.map(\.isFinal) == [false])
        #expect(try phone.unlock().shown.map(\.outcome) == [.opened])
    }

    @Test(.rules("T-18"))
    func `a message that arrived after its prekey's end is deleted`() async throws {
        let phone = try Phone.known()
        let record = try #require(try phone.keys.records(at: Phone.now).first)
        let push = try await phone.push("Dinner")
        let late = DevicePrekey.endOfWaiting(of: record)
        _ = NotificationDeferral(storeAt: phone.path + "/store").keep(push, now: late)
        let report = try phone.unlock(at: late).report
        #expect(report.refusals.map(\.error) == [.prekeyExpired])
        #expect(report.refusals.map(\.isFinal) == [true])
        #expect(try !phone.receiver().hasDeferred)
    }
}
