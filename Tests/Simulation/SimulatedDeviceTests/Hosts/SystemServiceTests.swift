// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import SealedPush
import SimulatedDevice
import Testing
import UserNotifications

/// The keychain and the calls of a device, as an extension reaches them from either host.
struct SystemServiceTests {
    private func title(_ device: SimulatedDevice, _ steps: String...) async -> String? {
        let payload = Push.scripted(steps + ["handOver"])
        return await device.deliver(payload: payload).report.shown?.content.title
    }

    private func query(_ account: String) -> [String: DeviceKeychain.Value] {
        ["class": .text("genp"), "acct": .text(account)]
    }

    private func item(_ account: String) -> [String: DeviceKeychain.Value] {
        query(account).merging(["v_Data": .data(Data("secret".utf8))]) { $1 }
    }

    @Test(arguments: Hosting.allCases)
    func `app and extension share the device's keychain`(_ hosting: Hosting) async {
        let device = hosting.device()
        let added = await device.asApp { DeviceKeychain.perform(.add(item("ann"))) }
        #expect(added.status == 0)
        #expect(await title(device, "find:ann") == "secret")
        #expect(await title(device, "keep:bob") == "0")
        let found = await device.asApp { DeviceKeychain.perform(.find(query("bob"))) }
        #expect(found.items.count == 1)
        let other = hosting.device()
        #expect(await title(other, "find:ann") == "-25300")
        #expect(DeviceKeychain.perform(.find(query("ann"))).status == -25_300)
    }

    @Test(arguments: Hosting.allCases)
    func `an extension can't read what the lock keeps from it`(_ hosting: Hosting) async {
        let device = hosting.device()
        _ = await device.asApp { DeviceKeychain.perform(.add(item("ann"))) }
        #expect(await title(device, "keep:bob") == "0")
        for (lock, ann, bob) in [
            (DeviceProfile.Lock.locked, "-25308", "secret"),
            (.beforeFirstUnlock, "-25308", "-25308"), (.unlocked, "secret", "secret"),
        ] {
            device.changeProfile { $0.lock = lock }
            #expect(await title(device, "find:ann") == ann)
            #expect(await title(device, "find:bob") == bob)
        }
    }

    @Test(arguments: Hosting.allCases)
    func `an extension reaches the groups of its own entitlements`(_ hosting: Hosting) async {
        let device = hosting.device()
        device.changeProfile {
            $0.keychainGroups = DeviceProfile.KeychainGroups(
                app: ["app", "all"],
                serviceExtension: ["all"]
            )
        }
        _ = await device.asApp { DeviceKeychain.perform(.add(item("ann"))) }
        #expect(await title(device, "find:ann") == "-25300")
        #expect(await title(device, "find:ann/app") == "-34018")
        #expect(await title(device, "keep:bob") == "0")
        let found = await device.asApp { DeviceKeychain.perform(.find(query("bob"))) }
        #expect(found.items.first?["agrp"] == .text("all"))
    }

    @Test(arguments: Hosting.allCases)
    func `a keychain outlives the extension, and the app's deletion`(_ hosting: Hosting) async {
        let device = hosting.device()
        #expect(await title(device, "keep:bob") == "0")
        device.changeProfile { $0.fault = .crash(at: .work) }
        _ = await device.deliver(payload: Push.mutable).report
        device.changeProfile { $0.fault = nil }
        device.reinstall()
        device.changeProfile { $0.permission = .granted }
        #expect(await title(device, "find:bob") == "secret")
    }

    @Test(arguments: Hosting.allCases)
    func `an extension that may filter reports a call`(_ hosting: Hosting) async {
        let device = hosting.device()
        #expect(
            await title(device, "reportCall:Ann") == "missingNotificationFilteringEntitlement"
        )
        device.changeProfile { $0.mayFilter = true }
        #expect(await title(device, "reportCall:Bob") == "reported")
        #expect(device.reportedCalls.count == 1)
        #expect(device.reportedCalls.first?["caller"] as? String == "Bob")
    }

    @Test(arguments: Hosting.allCases)
    func `a queue is the extension's while a push is in its hands, and else the app's`(
        _ hosting: Hosting
    ) async {
        let device = hosting.device()
        device.changeProfile {
            $0.mayFilter = true
            $0.keychainGroups = DeviceProfile.KeychainGroups(
                app: ["app"],
                serviceExtension: ["service"]
            )
        }
        await device.whileInstalled {
            let steps = "queue:keep:bob;reportCall:Ann;handOver"
            let report = await device.report(of: device.deliver(payload: Push.scripted(steps)))
            #expect(report.shown?.content.title == "reported")
            let found = await onQueue { DeviceKeychain.perform(.find(query("bob"))) }
            #expect(found.status == -25_300)
        }
        let found = await device.asApp { DeviceKeychain.perform(.find(query("bob"))) }
        #expect(found.status == -25_300)
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }

    @Test func `an app can't report a call so, and neither can code that runs on no device`()
        async
    {
        let device = Hosting.inProcess.device()
        device.changeProfile { $0.mayFilter = true }
        _ = await device.asApp {
            await #expect(
                throws: CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)
            ) {
                try await CXProvider.reportNewIncomingVoIPPushPayload(["caller": "Ann"])
            }
        }
        // In its turn no other test makes its device that of the whole process.
        await device.whileInstalled {
            device.uninstall()
            await #expect(
                throws: CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)
            ) {
                try await CXProvider.reportNewIncomingVoIPPushPayload(["caller": "Ann"])
            }
        }
        #expect(device.reportedCalls.isEmpty)
    }
}
