// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import FoundationShims
import SimulatedDevice
import SimulatedDeviceTesting
import Testing

@testable import Decrypting

/// One after another, as the group's key is one file.
@Suite(.serialized) struct DecryptingTests {
    private let key = SymmetricKey(size: .bits256)
    private let keyFile: URL

    init() throws {
        let folder = FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.chat")
        keyFile = try #require(folder).appendingPathComponent("key")
        try? FileManager.default.removeItem(at: keyFile)
    }

    private func device(patience: Duration = .seconds(10)) -> SimulatedDevice {
        SimulatedDevice(profile: DeviceProfile(app: "com.example.chat"), patience: patience) {
            NotificationService()
        }
    }

    /// Keeps a key where the app keeps its own.
    private func store(_ key: SymmetricKey) throws {
        try key.withUnsafeBytes { try Data($0).write(to: keyFile) }
    }

    /// A push with a message that was sealed under the key.
    private func payload(_ message: [String: String]) throws -> [UInt8] {
        let sealed = try ChaChaPoly.seal(JSONEncoder().encode(message), using: key)
        let payload: [String: Any] = [
            "aps": ["alert": ["body": "Encrypted message"], "mutable-content": 1],
            "message": sealed.combined.base64EncodedString(),
        ]
        return Array(try JSONSerialization.data(withJSONObject: payload))
    }

    @Test func `the message is shown in the place of what the server sent`() async throws {
        try store(key)
        let payload = try payload(["sender": "Ann", "text": "Dinner at eight?"])
        let report = await device().deliver(payload: payload).report
        #expect(report.outcome == .handedOver)
        expectHandedOverOnce(report)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(UserDefaults(suiteName: "group.com.example.chat")?.value(forKey: "lastPush") != nil)
    }

    @Test func `the picture goes along`() async throws {
        try store(key)
        let payload = try payload([
            "sender": "Ann", "text": "Look", "picture": "R0lGODlhAQABAAAAACwAAAAAAQABAAA=",
            "pictureType": "image/gif",
        ])
        let shown = await device().deliver(payload: payload).report.shown
        #expect(shown?.attachments.map(\.type) == ["com.compuserve.gif"])
        #expect(shown?.lines == ["Ann", "Look"])
    }

    @Test func `the text is shown without a picture that nobody knows`() async throws {
        try store(key)
        let payload = try payload([
            "sender": "Ann", "text": "Look", "picture": "AAAA", "pictureType": "image/unknown",
        ])
        let report = await device().deliver(payload: payload).report
        #expect(report.shown?.attachments == [])
        #expect(report.shown?.lines == ["Ann", "Look"])
        expectHandedOverOnce(report)
    }

    @Test func `a message under another key is announced, not shown`() async throws {
        try store(SymmetricKey(size: .bits256))
        let payload = try payload(["sender": "Ann", "text": "Dinner at eight?"])
        let report = await device().deliver(payload: payload).report
        #expect(report.shown?.lines == ["New message"])
        expectHandedOverOnce(report)
    }

    @Test func `a message is announced where there is no key`() async throws {
        let payload = try payload(["sender": "Ann", "text": "Dinner at eight?"])
        #expect(await device().deliver(payload: payload).report.shown?.lines == ["New message"])
    }

    @Test func `what the server sent is shown where the app keeps its lock too long`() async throws
    {
        try store(key)
        let app = try FileHandle(forUpdating: keyFile)
        #expect(flock(app.fileDescriptor, LOCK_EX) == 0)
        let device = device(patience: .milliseconds(100))
        let delivery = device.deliver(
            payload: try payload(["sender": "Ann", "text": "Dinner at eight?"])
        )
        await device.advance(by: .seconds(40))
        let report = await delivery.report
        #expect(report.outcome == .timedOut)
        #expect(report.shown?.lines == ["Encrypted message"])
        #expect(report.handOvers == 0)
        try app.close()
    }
}
