// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// Something that a person can do with a notification without opening the app.
open class UNNotificationAction: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        /// The field that an action asks for text with.
        package struct TextInput: Hashable, Codable, Sendable {
            package var buttonTitle: String
            package var placeholder: String
        }

        package var identifier: String
        package var title: String
        @ByRawValue package var options: UNNotificationActionOptions
        package var icon: UNNotificationActionIcon.Values?
        package var textInput: TextInput?
    }

    /// The action of these values.
    package static func make(_ values: Values) -> UNNotificationAction {
        values.textInput == nil
            ? UNNotificationAction(values: values)
            : UNTextInputNotificationAction(values: values)
    }

    package class func accepts(_ values: Values) -> Bool { true }

    /// An action without a picture.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// An action with a picture.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.init(
            values: Values(
                identifier: identifier,
                title: title,
                options: options,
                icon: icon?.values
            )
        )
    }

    /// The name of the action in a response.
    open var identifier: String { values.identifier }
    /// The text on its button.
    open var title: String { values.title }
    /// The options that come with choosing it.
    open var options: UNNotificationActionOptions { values.options }
    /// The picture on its button.
    open var icon: UNNotificationActionIcon? {
        values.icon.map(UNNotificationActionIcon.init(values:))
    }
}
