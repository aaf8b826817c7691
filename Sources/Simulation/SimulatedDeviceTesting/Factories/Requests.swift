// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice
public import UserNotifications

extension UNNotificationRequest {
    /// Creates the request that an extension receives for a push.
    ///
    ///     service.didReceive(try .simulated(payload: json)) { content in ... }
    ///
    /// - Parameters:
    ///   - payload: The payload, or the contents of an `.apns` file.
    ///   - headers: The headers of the provider's request; the collapse id becomes the identifier.
    ///   - language: The language of the user, with the app's texts.
    /// - Returns: The request.
    /// - Throws: `DeliveryReport.Loss` if the push service or the system would drop the push.
    public static func simulated(
        payload: String,
        headers: PushHeaders = [:],
        language: DeviceProfile.Language = DeviceProfile.Language()
    ) throws(DeliveryReport.Loss) -> UNNotificationRequest {
        try UNNotificationRequest(
            payload: Array(payload.utf8),
            headers: headers,
            language: language
        )
    }
}

extension UNPushNotificationTrigger {
    /// Creates the trigger of a push, for which Apple has no public initializer.
    public static func simulated() -> UNPushNotificationTrigger { UNPushNotificationTrigger() }
}
