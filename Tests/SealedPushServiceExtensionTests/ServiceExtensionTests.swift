// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import Testing
import UserNotifications

/// The extension on a device, with the store of a phone.
struct ServiceExtensionTests {
    static let dinner =
        #"{"aps":{"alert":{"body":"Dinner at eight?"},"sound":"default","badge":3},"menu":1}"#

    static func device(
        _ phone: Phone,
        lock: @escaping @Sendable () -> LockState = { .unlocked }
    ) -> SimulatedDevice {
        SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            PhoneService(phone: phone, lock: lock)
        }
    }

    @Test func `a contact's push is shown under the contact's name`() async throws {
        let phone = try Phone()
        _ = try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let sealed = try await phone.seal(Self.dinner)
        let report = await Self.device(phone).deliver(payload: sealed.payload).report
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
        #expect(report.shown?.content.sound == .default)
        #expect(report.shown?.presentation.badge == 3)
        #expect(report.shown?.content.userInfo?.root["menu"]?.integer == 1)
    }

    @Test func `what can't be opened is shown as the sender's placeholder, without the ciphertext`()
        async throws
    {
        let phone = try Phone()
        let other = try Phone()
        let sealed = try await other.seal(Self.dinner)
        let report = await Self.device(phone).deliver(payload: sealed.payload).report
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == report.original.map { [$0.body] })
        #expect(report.shown?.content.userInfo == nil)
    }

    @Test func `a push that comes twice alerts once`() async throws {
        let phone = try Phone()
        let device = Self.device(phone)
        let sealed = try await phone.seal(Self.dinner)
        let first = await device.deliver(payload: sealed.payload).report
        let second = await device.deliver(payload: sealed.payload).report
        #expect(first.shown?.presentation.isAlerting == true)
        #expect(second.shown?.content.body != "Dinner at eight?")
        #expect(second.handOvers == 1)
    }

    @Test func `while the store can't be opened the placeholder is handed over, once`() async throws
    {
        let phone = try Phone()
        let sealed = try await phone.seal(Self.dinner)
        try FileManager.default.removeItem(atPath: phone.path + "/store/key")
        let report = await Self.device(phone).deliver(payload: sealed.payload).report
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == report.original.map { [$0.body] })
    }

    @Test func `the device's lock keeps the store out of reach until it is unlocked`() async throws
    {
        let phone = try Phone()
        _ = try phone.contacts.add(name: "Ann", identity: phone.server.identity)
        let device = Self.device(phone) { DeviceState.current?.storeLock ?? .unlocked }
        device.changeProfile { $0.lock = .beforeFirstUnlock }
        let parked = try await phone.seal(Self.dinner)
        let report = await device.deliver(payload: parked.payload).report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body != "Dinner at eight?")
        device.changeProfile { $0.lock = .unlocked }
        let opened = try await phone.seal(Self.dinner)
        let next = await device.deliver(payload: opened.payload).report
        #expect(next.shown?.lines == ["Ann", "Dinner at eight?"])
    }

    @Test func `the system's warning hands the placeholder over`() async throws {
        let phone = try Phone()
        let sealed = try await phone.seal(Self.dinner)
        let gate = Gate()
        let device = SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            PhoneService(phone: phone) {
                gate.wait()
                return .unlocked
            }
        }
        let delivery = device.deliver(payload: sealed.payload)
        await device.advance(by: .seconds(31))
        let report = await delivery.report
        #expect(report.outcome == .handedOver)
        #expect(report.shown?.content.body != "Dinner at eight?")
        gate.open()
    }
}

extension DeviceState {
    /// The lock in the store's words.
    fileprivate var storeLock: LockState {
        switch lock {
        case .beforeFirstUnlock: .beforeFirstUnlock
        case .locked: .locked
        case .unlocked: .unlocked
        }
    }
}

/// The extension of a phone's app.
final class PhoneService: SealedNotificationService {
    private let phone: Phone
    private let lock: @Sendable () -> LockState

    init(phone: Phone, lock: @escaping @Sendable () -> LockState) {
        self.phone = phone
        self.lock = lock
    }

    override var settings: ServiceSettings {
        let path = phone.path + "/store"
        var settings = ServiceSettings(storeAt: path) { [lock] () throws(StoreError) in
            try RecordStore.open(at: path, key: .folder, lock: lock())
        }
        settings.now = { Phone.now }
        return settings
    }
}

/// Holds threads back until it is opened, or for twenty seconds: tasks run on them.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func wait() {
        condition.lock()
        let end = Date(timeIntervalSinceNow: 20)
        while !isOpen, condition.wait(until: end) {}
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }
}
