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
