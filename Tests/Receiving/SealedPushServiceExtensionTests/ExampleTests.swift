// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization
import Testing

@testable import IOSExample

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The example for iOS, as far as it compiles here.
@Suite(.serialized) struct ExampleTests {
    private let phone: Phone
    private let registrations = Registrations()
    private let device: Device

    init() throws {
        phone = try Phone()
        let folder = URL(filePath: phone.path).appending(path: "group")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Containers.folder.withLock { $0 = folder }
        let sender = Device.Sender(name: "Ann", identity: phone.server.identity.text)
        device = Device(sender: sender) { [registrations] token, offer in
            try registrations.add(token, offer)
        }
    }

    @Test func `the extension of the example opens what is sealed to what its app offers`()
        async throws
    {
        try await device.update(token: Data([1, 2, 3]))
        let offer = try #require(registrations.offers.first)
        // It goes by the clock of this machine.
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        let sealer = NotificationSealer(
            sender: phone.server,
            topic: phone.topic,
            memory: TransientSenderMemory()
        )
        let sealed = try await sealer.seal(
            Payload(reading: Array(#"{"aps":{"alert":"Dinner at eight?"}}"#.utf8)),
            for: SealingTarget(offer, recipient: .untracked),
            now: now
        )
        let system = SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            NotificationService()
        }
        let report = await system.deliver(payload: sealed.payload).report
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
    }

    @Test func `the app offers its prekeys until the server has them, and then no more`()
        async throws
    {
        try await device.update()
        #expect(registrations.offers.isEmpty)
        registrations.refuse(true)
        await #expect(throws: URLError.self) { try await device.update(token: Data([1])) }
        registrations.refuse(false)
        try await device.update()
        let first = try #require(registrations.offers.first)
        #expect(first.records.count > 1)
        try await device.update()
        let count = registrations.offers.count
        // The server said that it has the one-time prekeys: the reusable one is left.
        #expect(registrations.offers.last?.records.count == 1)
        for _ in 0..<3 { try await device.update() }
        #expect(registrations.offers.count == count)
        try await device.update(token: Data([2]))
        #expect(registrations.offers.count == count + 1)
    }

    @Test func `a device that is reset is a new one, and the old store stays aside`() async throws {
        try await device.update(token: Data([1]))
        try await device.reset()
        let offers = registrations.offers
        #expect(offers.first?.device != offers.last?.device)
        let names = try FileManager.default.contentsOfDirectory(atPath: Shared.folder.path)
        #expect(names.filter { $0.hasPrefix("store.lost-") }.count == 1)
    }
}

/// The app's server.
private final class Registrations: Sendable {
    private let state = Mutex<(isRefusing: Bool, offers: [DeviceBundle])>((false, []))

    var offers: [DeviceBundle] { state.withLock(\.offers) }

    func refuse(_ isRefusing: Bool) {
        state.withLock { $0.isRefusing = isRefusing }
    }

    func add(_ token: Data, _ offer: DeviceBundle) throws {
        try state.withLock { state in
            guard !state.isRefusing else { throw URLError(.badServerResponse) }
            state.offers.append(offer)
        }
    }
}
