// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ValueObjects

/// A text that a person wrote in answer to a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse {
    package override class func accepts(_ values: Values) -> Bool { values.userText != nil }

    /// The text.
    open var userText: String { values.userText ?? "" }
}
