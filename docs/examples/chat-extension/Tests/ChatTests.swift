// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import Security
import SimulatedDevice
import SimulatedDeviceTesting
import Testing

@testable import Chat

/// The extension of an encrypted chat, in both hosts: as it is, and with each fault.
struct ChatTests {
    private static let conversation = "family"

    private let key = SymmetricKey(size: .bits256)
    private let server = Result { try MediaServer.start() }
    private let trial = FaultTrial(
        profile: Self.profile,
        // The program is built beside the tests.
        executable: Bundle.main.bundleURL.appendingPathComponent("ChatHost")
    ) { PlantedFault.plant($0, in: NotificationService()) }

    private static var profile: DeviceProfile {
        var profile = DeviceProfile(app: "com.example.chat")
        profile.keychainGroups = DeviceProfile.KeychainGroups(
            app: ["TEAM.com.example.chat", KeychainStore.accessGroup],
            serviceExtension: ["TEAM.com.example.chat.service", KeychainStore.accessGroup]
        )
        return profile
    }

    /// What the app does when the conversation begins.
    private func keepKey(_ device: SimulatedDevice) async throws {
        try await device.asApp {
            try KeychainStore.keep(key.withUnsafeBytes { Data($0) }, of: Self.conversation)
        }
    }

    /// A push with a message of Ann's, which the server can't read.
    private func payload(sticker path: String? = nil) throws -> String {
        var message = ["sender": "Ann", "text": "Dinner at eight?"]
        if let path { message["sticker"] = try server.get().url(path) }
        let sealed = try ChaChaPoly.seal(
            JSONEncoder().encode(message),
            using: key,
            authenticating: Data(Self.conversation.utf8)
        )
        let payload: [String: Any] = [
            "aps": [
                "alert": ["title": "Chat", "body": "Encrypted message"], "mutable-content": 1,
            ],
            "conversation": Self.conversation,
            "message": sealed.combined.base64EncodedString(),
        ]
        let data = try JSONSerialization.data(withJSONObject: payload)
        return String(decoding: data, as: UTF8.self)
    }

    /// What becomes of a push to a device on which the app has kept the key.
    private func report(
        _ host: FaultTrial.Host,
        sticker path: String? = nil,
        _ change: (SimulatedDevice) async throws -> Void = { _ in }
    ) async throws -> DeliveryReport {
        let device = trial.device(host, patience: .seconds(20))
        try await keepKey(device)
        try await change(device)
        return try await device.whileInstalled {
            let push = device.deliver(payload: try payload(sticker: path))
            return await expectHandedOverOnce(push, on: device)
        }
    }

    @Test(arguments: FaultTrial.Host.allCases)
    func `the message is shown with its sticker`(_ host: FaultTrial.Host) async throws {
        let report = try await report(host, sticker: "/sticker.png")
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.attachments.map(\.type) == ["public.png"])
        #expect(report.shown?.content.threadIdentifier == Self.conversation)
        #expect(report.faults == [])
    }

    @Test(arguments: FaultTrial.Host.allCases)
    func `without an answer the message is shown`(_ host: FaultTrial.Host) async throws {
        let report = try await report(host, sticker: "/none.png")
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.attachments == [] && report.faults == [])
    }

    @Test(arguments: FaultTrial.Host.allCases)
    func `a locked phone shows it once it was unlocked, and not before`(
        _ host: FaultTrial.Host
    ) async throws {
        let locked = try await report(host) { device in
            device.changeProfile {
                $0.lock = .locked
                $0.permission.previews = .always
            }
        }
        #expect(locked.shown?.lines == ["Ann", "Dinner at eight?"])
        let before = try await report(host) { device in
            device.changeProfile {
                $0.lock = .beforeFirstUnlock
                $0.permission.previews = .always
            }
        }
        #expect(before.shown?.lines == ["Chat", "Unlock to read new messages"])
    }

    @Test(arguments: FaultTrial.Host.allCases)
    func `a key in the app's own group is none of the extension's`(
        _ host: FaultTrial.Host
    ) async throws {
        let device = trial.device(host, patience: .seconds(20))
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: KeychainStore.service,
            kSecAttrAccount: Self.conversation,
            kSecValueData: key.withUnsafeBytes { Data($0) },
        ]
        #expect(await device.asApp { SecItemAdd(item as CFDictionary, nil) } == errSecSuccess)
        let report = try await device.whileInstalled {
            await expectHandedOverOnce(device.deliver(payload: try payload()), on: device)
        }
        #expect(report.shown?.lines == ["Chat", "New message"])
    }

    @Test(arguments: PlantedFault.allCases, FaultTrial.Host.allCases)
    func `the first sentence of the report names the fault`(
        _ fault: PlantedFault,
        _ host: FaultTrial.Host
    ) async throws {
        let payload = try payload(sticker: MediaServer.path(for: fault.rawValue))
        let outcome = try await trial.report(
            of: payload,
            planted: fault,
            in: host,
            preparing: keepKey
        )
        let report = try #require(outcome)
        expectNamed(fault, by: report)
        #expect(report.text.hasPrefix(report.explanation))
        #expect(report.faults.isEmpty == (fault == .slowDownload))
    }
}
