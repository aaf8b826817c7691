// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AVFoundation
import Compression
import CryptoKit
import Foundation
import Security
import SimulatedDevice
import SimulatedDeviceTesting
import Testing

@testable import Ringing

/// One after another, as the group's tone is one file.
@Suite(.serialized) struct RingingTests {
    private static let group = "TEAM.com.example.chat.shared"
    private let sounds: URL

    init() throws {
        let folder = FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.chat")
        sounds = try #require(folder).appendingPathComponent("Library/Sounds")
        try FileManager.default.createDirectory(at: sounds, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: sounds.appendingPathComponent("long.tone.caf"))
    }

    private func device(inOwnProcess: Bool) -> SimulatedDevice {
        var profile = DeviceProfile(app: "com.example.chat")
        profile.keychainGroups = DeviceProfile.KeychainGroups(
            app: [Self.group],
            serviceExtension: [Self.group]
        )
        profile.permission.previews = .always
        profile.sounds = ["long.tone.caf": .seconds(3)]
        let patience = Duration.seconds(10)
        guard inOwnProcess else {
            return SimulatedDevice(profile: profile, patience: patience) { NotificationService() }
        }
        // The program is built beside the tests.
        let program = Bundle.main.bundleURL.appendingPathComponent("RingingHost")
        return SimulatedDevice(profile: profile, patience: patience, executable: program)
    }

    /// One key for most tests, as making one takes long.
    private static let key = makeKey()

    private static func makeKey() -> SecKey? {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
        ]
        return SecKeyCreateRandomKey(parameters as CFDictionary, nil)
    }

    /// What the app does when it is set up: it keeps a key, and gives the public half to its
    /// server.
    private func keep(_ key: SecKey?, _ device: SimulatedDevice) async throws -> Data {
        let key = try #require(key)
        return try await device.asApp {
            let item: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecValueRef: key,
                kSecAttrApplicationTag: Data("com.example.chat.push".utf8),
                kSecAttrAccessGroup: Self.group,
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            return try #require(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
        }
    }

    /// What the server sends of Ann's message.
    private func payload(to publicKey: Data, isCall: Bool = false) throws -> [UInt8] {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let key = try #require(
            SecKeyCreateWithData(publicKey as CFData, attributes as CFDictionary, nil)
        )
        let aes = SymmetricKey(size: .bits256)
        let wrapped = SecKeyCreateEncryptedData(
            key,
            .rsaEncryptionOAEPSHA256,
            aes.withUnsafeBytes { Data($0) } as CFData,
            nil
        )
        let json = try JSONSerialization.data(withJSONObject: [
            "sender": "Ann", "text": "Dinner at eight?", "isCall": isCall,
        ])
        let compressed = try (json as NSData).compressed(using: .zlib) as Data
        let payload: [String: Any] = [
            "aps": ["alert": ["body": "Encrypted message"], "mutable-content": 1],
            "key": try #require(wrapped as Data?).base64EncodedString(),
            "message": try #require(AES.GCM.seal(compressed, using: aes).combined)
                .base64EncodedString(),
        ]
        return Array(try JSONSerialization.data(withJSONObject: payload))
    }

    private func report(_ payload: [UInt8], _ device: SimulatedDevice) async -> DeliveryReport {
        await device.whileInstalled {
            await expectHandedOverOnce(device.deliver(payload: payload), on: device)
        }
    }

    @Test(arguments: [false, true])
    func `the message is shown`(_ inOwnProcess: Bool) async throws {
        let device = device(inOwnProcess: inOwnProcess)
        let payload = try payload(to: await keep(Self.key, device))
        let report = await report(payload, device)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.faults == [])
    }

    @Test(arguments: [false, true])
    func `a call rings with the repeated tone`(_ inOwnProcess: Bool) async throws {
        // 0.4 seconds at 8000 frames a second.
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        do {
            let tone = try AVAudioFile(
                forWriting: sounds.appendingPathComponent("tone.caf"),
                settings: format.settings
            )
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3200))
            buffer.frameLength = 3200
            try tone.write(from: buffer)
        }
        let device = device(inOwnProcess: inOwnProcess)
        let payload = try payload(to: await keep(Self.key, device), isCall: true)
        let report = await report(payload, device)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.presentation.sound?.file == "long.tone.caf")
        let long = try AVAudioFile(forReading: sounds.appendingPathComponent("long.tone.caf"))
        #expect(long.length == 24_000)
    }

    @Test(arguments: [false, true])
    func `before the first unlock, and with another key, nothing is read`(
        _ inOwnProcess: Bool
    ) async throws {
        let device = device(inOwnProcess: inOwnProcess)
        let payload = try payload(to: await keep(Self.key, device))
        device.changeProfile { $0.lock = .beforeFirstUnlock }
        let locked = await report(payload, device)
        #expect(locked.shown?.lines == ["Unlock to read new messages"])
        let other = self.device(inOwnProcess: inOwnProcess)
        _ = try await keep(Self.makeKey(), other)
        #expect(await report(payload, other).shown?.lines == ["New message"])
    }
}
