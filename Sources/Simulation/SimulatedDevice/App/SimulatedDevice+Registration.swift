// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents

extension SimulatedDevice {
    /// Gives the app its device token, as `registerForRemoteNotifications()` does on iOS.
    ///
    /// It takes no leave of the user. While the device is offline it waits, as neither answer comes on
    /// iOS then. The token is 32 bytes, the same for each call until ``reinstall()``, and differs
    /// between apps and between devices of different names.
    ///
    /// - Throws: where the app has no entitlement, or the task was cancelled.
    public func registerForRemoteNotifications() async throws(RegistrationError) -> [UInt8] {
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
            installation: centre.installation
        )
    }

    /// Deletes the app with all that is its, and installs it anew: it doesn't run, has to ask for leave, and has another token.
    public func reinstall() {
        centre.reinstall()
        donationList.forget(.all)
    }
}
