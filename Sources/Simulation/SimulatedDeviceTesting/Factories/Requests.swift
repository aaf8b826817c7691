// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice
public import UserNotifications

extension UNNotificationRequest {
    /// The request that an extension is given of a push.
    ///
    ///     service.didReceive(try .simulated(payload: json)) { content in ... }
    ///
    /// - Parameters:
    ///   - payload: The payload, or the contents of an `.apns` file.
    ///   - headers: The headers of the provider's request; the collapse id becomes the identifier.
    ///   - language: The language of the user, and the app's texts in it.
    /// - Returns: The request.
    /// - Throws: why the push service or the system would have refused the push.
    public static func simulated(
        payload: String,
        headers: PushHeaders = [:],
        language: DeviceLanguage = DeviceLanguage()
    ) throws(Loss) -> UNNotificationRequest {
        try UNNotificationRequest(
            payload: Array(payload.utf8),
            headers: headers,
            language: language
        )
    }
}

extension UNPushNotificationTrigger {
    /// The trigger of every push, which Apple's gives no way to make.
    public static func simulated() -> UNPushNotificationTrigger { UNPushNotificationTrigger() }
}
