// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SimulatedDevice
public import UserNotifications

extension UNNotification {
    /// Creates a notification that was delivered, for which Apple has no public initializer.
    public static func simulated(
        _ request: UNNotificationRequest,
        date: Date = Date()
    ) -> UNNotification {
        UNNotification(request: request, date: date)
    }

    /// Creates a notification of a push with this content.
    public static func simulated(
        _ content: UNNotificationContent,
        identifier: String = "notification",
        date: Date = Date()
    ) -> UNNotification {
        let request = UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: .simulated() as UNPushNotificationTrigger
        )
        return UNNotification(request: request, date: date)
    }
}

extension UNNotificationResponse {
    /// Creates a response of the user, for which Apple has no public initializer.
    ///
    /// An action with text creates a `UNTextInputNotificationResponse`.
    public static func simulated(
        to notification: UNNotification,
        with action: UserAction = .default
    ) -> UNNotificationResponse {
        make(Values(notification: notification.values, action))
    }
}

extension UNNotificationSettings {
    /// Creates the settings of the app on a device of this profile, for which Apple has no public
    /// initializer.
    public static func simulated(
        for profile: DeviceProfile = DeviceProfile(app: "com.example.app")
    ) -> UNNotificationSettings {
        UNNotificationSettings(values: Values(profile))
    }
}

extension UNNotificationResponse.Values {
    fileprivate init(notification: UNNotification.Values, _ action: UserAction) {
        let (identifier, text): (String, String?) =
            switch action {
            case .default: (UNNotificationDefaultActionIdentifier, nil)
            case .dismiss: (UNNotificationDismissActionIdentifier, nil)
            case .action(let identifier): (identifier, nil)
            case .text(let identifier, let text): (identifier, text)
            }
        self.init(notification: notification, actionIdentifier: identifier, userText: text)
    }
}

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
