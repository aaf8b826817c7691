// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents

extension SimulatedDevice {
    /// Returns the app's device token, as `registerForRemoteNotifications()` does on iOS.
    ///
    /// It needs no permission of the user. While the device is offline it waits, as iOS calls
    /// neither callback then. The token has 32 bytes and stays the same until ``reinstall()``; apps
    /// and devices of different names have different ones.
    ///
    /// - Throws: ``DeviceError/entitlementMissing``, ``DeviceError/cancelled``.
    public func registerForRemoteNotifications() async throws(DeviceError) -> [UInt8] {
        guard profile.mayReceivePushes else { throw .entitlementMissing }
        let network = network
        while true {
            let sleeper = network.listen()
            guard !profile.isOnline else {
                network.forget(sleeper)
                break
            }
            await withTaskCancellationHandler {
                await sleeper.wait()
            } onCancel: {
                network.forget(sleeper)
                sleeper.wake()
            }
            guard !Task.isCancelled else { throw .cancelled }
        }
        let profile = profile
        return DeviceToken.bytes(
            device: profile.name,
            app: profile.app,
            installation: center.installation
        )
    }

    /// Deletes the app with its data and installs it again.
    ///
    /// The app is then terminated, has no permission and gets another token.
    public func reinstall() {
        center.reinstall()
        donationList.forget(.all)
    }
}

/// The token by which a provider addresses an app on a device: 32 bytes that look like chance.
enum DeviceToken {
    private static let size = 32

    /// The token of an installation of an app; each has its own, the same in every run.
    static func bytes(device: String, app: String, installation: Int) -> [UInt8] {
        var seed: UInt64 = 0xcbf2_9ce4_8422_2325
        // FNV-1a: it need not be secret, only different.
        for byte in "\(device)\u{0}\(app)\u{0}\(installation)".utf8 {
            seed = (seed ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return (0..<size).map { _ in UInt8(truncatingIfNeeded: next(&seed)) }
    }

    /// SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
