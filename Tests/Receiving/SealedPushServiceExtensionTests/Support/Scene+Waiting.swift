// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import SimulatedDevice
import Testing

/// Messages that wait, and those of a match that share a place.
extension Scene {
    /// Leaves a message in its claim, as a run does that is killed there.
    func leave(_ sealed: SealedNotification) throws {
        let received = try phone.receiver()
            .receive(sealed.payload, identifier: sealed.headers.collapseID, now: Phone.now)
        try #require(received.outcome == .opened)
        try passMinute()
    }

    /// Lets a minute pass for what runs have left: until then it may be theirs.
    func passMinute() throws { try phone.age(bySeconds: 60) }

    /// Defers a message, as a locked device does so many seconds later.
    func keep(_ sealed: SealedNotification, after seconds: Int64 = 0) throws {
        let deferred = NotificationDeferral(storeAt: folder.store)
            .keep(
                sealed.payload,
                identifier: sealed.headers.collapseID,
                now: Phone.now.advanced(by: .seconds(seconds))
            )
        try #require(deferred.outcome == .deferred)
    }

    /// Seals a score of the match, made so many seconds later.
    func score(_ body: String, _ second: Int64) async throws -> SealedNotification {
        try await phone.seal(
            #"{"aps":{"alert":{"body":"\#(body)"},"sound":"default"}}"#,
            at: Phone.now.advanced(by: .seconds(second))
        ) { $0.collapseKey = "match" }
    }

    /// Seals a message that takes others away, made so many seconds later.
    func command(
        removing removed: [SealedNotification],
        _ payload: String = #"{"aps":{"alert":"Not today"}}"#,
        oneTime: Bool = false,
        after seconds: Int64 = 0
    ) async throws -> SealedNotification {
        let time = Phone.now.advanced(by: .seconds(seconds))
        return try await phone.seal(payload, oneTime: oneTime, at: time) { options in
            options.remove = removed.compactMap { NotificationName($0.headers.collapseID) }
        }
    }

    /// Brings a push that cannot be opened, in the place of others.
    func settleUnopenable(as name: String) async throws {
        let payload =
            #"{"aps":{"alert":"New notification","mutable-content":1},"encrypted-content":"AAAA"}"#
        try await settle(payload: Array(payload.utf8), headers: ["apns-collapse-id": name])
    }

    /// Brings a push while the store's key is away: the system shows it as it came, with its
    /// ciphertext.
    func settleWithoutKey(_ sealed: SealedNotification, as name: String) async throws {
        let key = folder.store + "/key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        try await settle(payload: sealed.payload, headers: ["apns-collapse-id": name])
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
    }
}
