// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedDevice
import Testing
import UserNotifications

/// What the extension and the app know of their device.
struct DeviceStateTests {
    @Test(arguments: Hosting.allCases, DeviceProfile.Lock.allCases)
    func `an extension knows whether its device is locked, and the locale`(
        _ hosting: Hosting,
        _ lock: DeviceProfile.Lock
    ) async {
        let device = hosting.device()
        for locale in ["en_US", "de_DE"] {
            device.changeProfile { ($0.lock, $0.language.locale) = (lock, locale) }
            let payload = Push.scripted("deviceState", "handOver")
            let report = await device.deliver(payload: payload).report
            #expect(report.shown?.content.title == "\(lock.rawValue) \(locale)")
        }
    }

    @Test func `who makes the extension knows it, and so do the extension's tasks`() async {
        let seen = Notes()
        let device = SimulatedDevice(profile: Device.profile) {
            seen.add(DeviceState.current?.lock.rawValue ?? "none")
            return ScriptedExtension(
                received: { content, hand in
                    let over = Over(content: content, hand: hand)
                    Task {
                        seen.add(DeviceState.current?.lock.rawValue ?? "none")
                        over.perform()
                    }
                },
                warned: { _, _ in }
            )
        }
        device.changeProfile { $0.lock = .locked }
        _ = await device.deliver(payload: Push.mutable).report
        #expect(seen.all == ["locked", "locked"])
    }

    @Test func `the app knows it, and code that runs on no device knows of none`() async {
        let device = Device.running()
        device.changeProfile { $0.lock = .beforeFirstUnlock }
        #expect(await device.asApp { DeviceState.current?.lock } == .beforeFirstUnlock)
        // In its turn no other test makes its device that of the whole process.
        await device.whileInstalled {
            device.uninstall()
            let state = await Task.detached { DeviceState.current }.value
            #expect(state == nil)
        }
    }
}

/// What a task hands over.
private struct Over: @unchecked Sendable {
    // Used by one task alone.
    let content: UNMutableNotificationContent
    let hand: Device.Hand

    func perform() { hand(content) }
}
