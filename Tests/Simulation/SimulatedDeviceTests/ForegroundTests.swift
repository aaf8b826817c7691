// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedDevice
import Testing
import UserNotifications

struct ForegroundTests {
    static let payload = #"{"aps":{"alert":"Dinner?","sound":"default","badge":3}}"#

    static func device(patience: Duration = .seconds(2)) -> SimulatedDevice {
        let device = Device.running(patience: patience)
        device.profile.appState = .foreground
        return device
    }

    static let answers: [(UNNotificationPresentationOptions, ShownNotification.Presentation?)] = [
        ([], nil),
        ([.banner], Device.presentation(banner: true)),
        ([.list], Device.presentation(list: true)),
        ([.sound, .badge], Device.presentation(sound: Device.systemSound, badge: 3)),
        (
            [.banner, .list, .sound, .badge],
            Device.presentation(banner: true, list: true, sound: Device.systemSound, badge: 3)
        ),
        // The option that the two others have replaced.
        (
            UNNotificationPresentationOptions(rawValue: 4),
            Device.presentation(banner: true, list: true)
        ),
    ]

    @Test(arguments: answers)
    func `the app in the foreground says how a notification is presented, by a handler`(
        _ options: UNNotificationPresentationOptions,
        _ presentation: ShownNotification.Presentation?
    ) async {
        let device = Self.device()
        let delegate = HandlerDelegate(options)
        device.notificationCenter.delegate = delegate
        let report = await device.deliver(payload: Self.payload).report
        #expect(delegate.notes.all.count == 1)
        #expect(report.shown?.presentation == presentation)
        #expect(report.events.map(\.kind).contains(.appAsked))
    }

    @Test(arguments: answers)
    func `the app in the foreground says how a notification is presented, in the async form`(
        _ options: UNNotificationPresentationOptions,
        _ presentation: ShownNotification.Presentation?
    ) async {
        let device = Self.device()
        let delegate = AsyncDelegate(options)
        device.notificationCenter.delegate = delegate
        let report = await device.deliver(payload: Self.payload).report
        #expect(delegate.notes.all.count == 1)
        #expect(report.shown?.presentation == presentation)
    }

    @Test func `without a delegate, or with one that has nothing to say, nothing is presented`()
        async
    {
        let device = Self.device()
        let unasked = await device.deliver(payload: Self.payload).report
        #expect(unasked.shown == nil)
        #expect(!unasked.events.map(\.kind).contains(.appAsked))
        let delegate = IdleDelegate()
        device.notificationCenter.delegate = delegate
        #expect(await device.deliver(payload: Self.payload).report.shown == nil)
        #expect(device.badge == 0)
    }

    @Test func `an app that does not answer in time has nothing presented`() async {
        let device = Self.device(patience: .milliseconds(20))
        let delegate = HandlerDelegate([.banner], answers: false)
        device.notificationCenter.delegate = delegate
        let delivery = device.deliver(payload: Self.payload)
        await device.advance(by: .seconds(4))
        #expect(delivery.reportSoFar == nil)
        await device.advance(by: .seconds(1))
        #expect(await delivery.report.shown == nil)
    }

    @Test func `a virtual clock waits for the app's answer`() async {
        for _ in 0..<50 {
            let device = Self.device(patience: .seconds(60))
            let delegate = AsyncDelegate([.banner])
            device.notificationCenter.delegate = delegate
            let delivery = device.deliver(payload: Self.payload)
            await device.advance(by: .seconds(60))
            #expect(delivery.reportSoFar?.shown != nil)
        }
    }

    @Test func `a passive notification goes to the list, whatever the app says`() async {
        let device = Self.device()
        let delegate = HandlerDelegate([.banner, .list, .sound])
        device.notificationCenter.delegate = delegate
        let payload =
            #"{"aps":{"alert":"a","sound":"default","interruption-level":"passive"}}"#
        let report = await device.deliver(payload: payload).report
        #expect(report.shown?.presentation == Device.presentation(list: true))
    }

    @Test(arguments: [DeviceProfile.AppState.background, .terminated])
    func `an app that is not in the foreground is not asked`(
        _ state: DeviceProfile.AppState
    ) async {
        let device = Self.device()
        device.profile.appState = state
        let delegate = HandlerDelegate()
        device.notificationCenter.delegate = delegate
        let report = await device.deliver(payload: Self.payload).report
        #expect(delegate.notes.all.isEmpty)
        #expect(report.shown?.presentation.isBanner == true)
    }

    @Test func `an app that may not notify is not asked`() async {
        let device = Self.device()
        device.profile.permission = .denied
        let delegate = HandlerDelegate([.banner])
        device.notificationCenter.delegate = delegate
        #expect(await device.deliver(payload: Self.payload).report.shown == nil)
        #expect(delegate.notes.all.isEmpty)
    }

    @Test func `quiet notifications, too, go where the app in the foreground wants them`() async {
        let device = Self.device()
        device.profile.permission = .provisional
        let delegate = HandlerDelegate([.banner, .sound])
        device.notificationCenter.delegate = delegate
        #expect(await device.deliver(payload: Self.payload).report.shown == nil)
    }
}
