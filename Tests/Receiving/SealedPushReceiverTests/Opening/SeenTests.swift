// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

@Suite struct SeenTests {
    private let payload = #"{"aps":{"alert":"Dinner at eight"}}"#
    private let phone: Phone
    private let receiver: NotificationReceiver

    init() throws {
        phone = try Phone()
        receiver = try phone.receiver()
    }

    private var lastSeen: Timestamp? {
        get throws { try phone.contacts.lastSeen(phone.server.identity.bytes) }
    }

    /// What the files in a folder of the store hold, by their names.
    private func files(in folder: String) throws -> [String: Data] {
        let path = phone.path + "/store/" + folder
        let names = try POSIXFileSystem().names(in: path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
            }
        )
    }

    @Test func `a contact is seen when a new message of it was handed over, and no earlier`()
        async throws
    {
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let sealed = try await phone.seal(payload)
        let received = receiver.receive(sealed.payload, now: Phone.now)
        #expect(try lastSeen == nil)
        let later = Phone.now.advanced(by: .seconds(5))
        try receiver.complete(received, now: later)
        #expect(try lastSeen == later)
        // The same message again is no new one.
        let evenLater = later.advanced(by: .seconds(5))
        try receiver.complete(receiver.receive(sealed.payload, now: evenLater), now: evenLater)
        #expect(try lastSeen == later)
    }

    @Test(arguments: [false, true])
    func `a sender that is no contact, blocked or revoked is never seen`(_ isBlocked: Bool)
        async throws
    {
        let sealed = try await phone.seal(payload)
        try receiver.complete(receiver.receive(sealed.payload, now: Phone.now), now: Phone.now)
        #expect(try files(in: "seen").isEmpty)
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        if isBlocked {
            try phone.contacts.block(phone.server.identity)
        } else {
            let revocation = SenderIdentity.Revocation(signing: phone.server.signingKey)
            try phone.contacts.apply(revocation)
        }
        let second = try await phone.seal(payload)
        try receiver.complete(receiver.receive(second.payload, now: Phone.now), now: Phone.now)
        #expect(try files(in: "seen").isEmpty)
    }

    @Test func `a message is handed over although its sender can't be noted as seen`()
        async throws
    {
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let sealed = try await phone.seal(payload)
        let received = receiver.receive(sealed.payload, now: Phone.now)
        try POSIXFileSystem().removeFolder(phone.path + "/store/seen")
        try receiver.complete(received, now: Phone.now)
        let again = receiver.receive(sealed.payload, now: Phone.now)
        #expect(again.outcome == .failed(.refused(.replayed)))
    }

    @Test(.rules("D-1 D-2"), arguments: [nil, "ann-7", "other"])
    func `a message never changes a contact, whatever it says`(_ code: String?) async throws {
        try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        try phone.contacts.add(name: "Cards", identity: phone.server.identity, code: "ann-7")
        try phone.contacts.add(name: "Other", identity: SenderKeys().identity, code: "other")
        let before = try (files(in: "contacts"), files(in: "statements"))
        let sealed = try await phone.seal(payload) { options in
            options.from = code
            options.name = "Somebody else"
        }
        let received = receiver.receive(sealed.payload, now: Phone.now)
        #expect(received.outcome == .opened)
        try receiver.complete(received, now: Phone.now)
        _ = try receiver.recoverUnfinished(now: Phone.now)
        #expect(try files(in: "contacts") == before.0)
        #expect(try files(in: "statements") == before.1)
    }
}
