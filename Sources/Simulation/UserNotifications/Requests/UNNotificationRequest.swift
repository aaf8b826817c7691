// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
