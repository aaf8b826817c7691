// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Intents
import ValueObjects

/// Something that notification content can be updated from.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

extension INSendMessageIntent: UNNotificationContentProviding {}

/// A message whose text has attributes, to update notification content from.
open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
    let message: INIntent.Values
    let text: String

    private init(message: INIntent.Values, text: String) {
        self.message = message
        self.text = text
    }

    /// The message that `sendMessageIntent` tells of; of its text the characters are kept.
    public convenience init(
        sendMessageIntent: INSendMessageIntent,
        attributedContent: NSAttributedString
    ) {
        self.init(message: sendMessageIntent.values, text: attributedContent.string)
    }
}
