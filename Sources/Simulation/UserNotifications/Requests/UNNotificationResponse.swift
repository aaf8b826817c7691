// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The action of a response when the notification itself was tapped.
public let UNNotificationDefaultActionIdentifier: String =
    "com.apple.UNNotificationDefaultActionIdentifier"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The action of a response when the notification was dismissed.
public let UNNotificationDismissActionIdentifier: String =
    "com.apple.UNNotificationDismissActionIdentifier"

/// A person's act with a notification.
open class UNNotificationResponse: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var notification: UNNotification.Values
        package var actionIdentifier: String
        /// What the person wrote, if the action asked for text.
        package var userText: String?

        package init(
            notification: UNNotification.Values,
            actionIdentifier: String,
            userText: String? = nil
        ) {
            self.notification = notification
            self.actionIdentifier = actionIdentifier
            self.userText = userText
        }
    }

    /// The response of these values.
    package static func make(_ values: Values) -> UNNotificationResponse {
        values.userText == nil
            ? UNNotificationResponse(values: values)
            : UNTextInputNotificationResponse(values: values)
    }

    package class func accepts(_ values: Values) -> Bool { true }

    /// The identifier of the action that was chosen.
    open var actionIdentifier: String { values.actionIdentifier }
    /// The notification it was chosen for.
    open var notification: UNNotification { UNNotification(values: values.notification) }
}
