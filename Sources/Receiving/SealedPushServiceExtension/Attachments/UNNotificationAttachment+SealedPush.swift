// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import UserNotifications

extension UNNotificationAttachment {
    /// A decrypted file as the system takes it.
    ///
    /// The name of the file and the hint both follow from the type that its sender told. What is in the file does not: a
    /// system that looks into it may refuse what is no such picture, here or when it takes the notification over.
    ///
    /// - Throws: An error of the system's.
    @Sendable
    static func making(_ file: NotificationAttachment) throws -> UNNotificationAttachment {
        try UNNotificationAttachment(
            identifier: "",
            url: URL(filePath: file.path),
            options: [UNNotificationAttachmentOptionsTypeHintKey: file.type.uniformTypeIdentifier]
        )
    }
}
