// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// A notification that is to be delivered: what it shows, and when.
open class UNNotificationRequest: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var identifier: String
        package var content: UNNotificationContent.Values
        package var trigger: UNNotificationTrigger.Values?

        package init(
            identifier: String,
            content: UNNotificationContent.Values,
            trigger: UNNotificationTrigger.Values?
        ) {
            self.identifier = identifier
            self.content = content
            self.trigger = trigger
        }
    }

    /// A request to show `content`; without a trigger, at once.
    public convenience init(
        identifier: String,
        content: UNNotificationContent,
        trigger: UNNotificationTrigger?
    ) {
        let values = Values(
            identifier: identifier,
            content: content.values,
            trigger: trigger?.values
        )
        self.init(values: values)
    }

    /// The name of the notification; a later one of the same name replaces it.
    open var identifier: String { values.identifier }
    /// The content: all that it shows, plays and carries.
    open var content: UNNotificationContent { UNNotificationContent(values: values.content) }
    /// The trigger by which it comes; of a push, a ``UNPushNotificationTrigger``.
    open var trigger: UNNotificationTrigger? { values.trigger.map(UNNotificationTrigger.make) }
}

/// A notification that was delivered.
open class UNNotification: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var request: UNNotificationRequest.Values
        package var date: Date

        package init(request: UNNotificationRequest.Values, date: Date) {
            self.request = request
            self.date = date
        }
    }

    /// The notification that came of `request` at `date`.
    package convenience init(request: UNNotificationRequest, date: Date) {
        self.init(values: Values(request: request.values, date: date))
    }

    /// The time at which it was delivered.
    open var date: Date { values.date }
    /// The request that had been made.
    open var request: UNNotificationRequest { UNNotificationRequest(values: values.request) }
}

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

/// A text that a person wrote in answer to a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse {
    package override class func accepts(_ values: Values) -> Bool { values.userText != nil }

    /// The text.
    open var userText: String { values.userText ?? "" }
}
