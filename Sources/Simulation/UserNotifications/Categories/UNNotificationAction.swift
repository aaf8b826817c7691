// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The options that come with choosing an action.
public struct UNNotificationActionOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The device must be unlocked first.
    public static var authenticationRequired: UNNotificationActionOptions { Self(rawValue: 1) }
    /// Something is lost by it.
    public static var destructive: UNNotificationActionOptions { Self(rawValue: 2) }
    /// It opens the app.
    public static var foreground: UNNotificationActionOptions { Self(rawValue: 4) }
}

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

/// An action that asks for text.
open class UNTextInputNotificationAction: UNNotificationAction {
    package override class func accepts(_ values: Values) -> Bool { values.textInput != nil }

    /// An action without a picture.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier,
            title: title,
            options: options,
            icon: nil,
            textInputButtonTitle: textInputButtonTitle,
            textInputPlaceholder: textInputPlaceholder
        )
    }

    /// An action with a picture.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            values: Values(
                identifier: identifier,
                title: title,
                options: options,
                icon: icon?.values,
                textInput: Values.TextInput(
                    buttonTitle: textInputButtonTitle,
                    placeholder: textInputPlaceholder
                )
            )
        )
    }

    /// The text on the button that sends the answer.
    open var textInputButtonTitle: String { values.textInput?.buttonTitle ?? "" }
    /// The text that the field shows while it is empty.
    open var textInputPlaceholder: String { values.textInput?.placeholder ?? "" }
}

/// The picture beside an action.
open class UNNotificationActionIcon: ValueObject, ValueClass {
    package enum Values: ObjectValues {
        case template(String)
        case system(String)
    }

    /// A picture of the app's bundle.
    public convenience init(templateImageName: String) {
        self.init(values: Values.template(templateImageName))
    }

    /// A symbol of the system.
    public convenience init(systemImageName: String) {
        self.init(values: Values.system(systemImageName))
    }
}
