// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SimulatedAPNs
public import SimulatedDevice

extension APNsServer {
    /// Registers a simulated device, so that the server delivers pushes to it.
    ///
    /// While the device's profile is offline, the device's own push service keeps the latest push.
    ///
    /// - Returns: The device's token.
    /// - Throws: `DeviceError.entitlementMissing`, `DeviceError.cancelled`.
    public func register(_ device: SimulatedDevice) async throws(DeviceError)
        -> APNsDeviceToken
    {
        let bytes = try await device.registerForRemoteNotifications()
        // A device's token has 32 bytes.
        guard let token = try? APNsDeviceToken(bytes) else { throw .entitlementMissing }
        let profile = device.profile
        changeDirectory {
            $0.register(DeviceRegistration(of: profile.app, on: profile.name), as: token)
        }
        connect(token) { push in
            device.deliver(payload: push.payload, headers: PushHeaders(push))
        }
        return token
    }
}

extension PushHeaders {
    /// Takes the headers of a push that APNs has accepted.
    package init(_ push: AcceptedPush) {
        self.init()
        topic = push.topic
        pushType = push.type?.rawValue
        collapseID = push.collapseID
        expiration = push.expiration
    }
}
