// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ValueObjects

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
