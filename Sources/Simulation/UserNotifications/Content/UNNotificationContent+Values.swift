// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Intents
import ValueObjects

extension UNNotificationContent {
    /// What a notification shows, plays and carries.
    package struct Values: ObjectValues {
        package var title = ""
        package var subtitle = ""
        package var body = ""
        package var badge: Int?
        package var sound: UNNotificationSound.Values?
        package var launchImageName = ""
        package var userInfo = PropertyList.dictionary([:])
        package var attachments: [UNNotificationAttachment.Values] = []
        package var categoryIdentifier = ""
        package var threadIdentifier = ""
        package var targetContentIdentifier: String?
        package var summaryArgument = ""
        package var summaryArgumentCount = 0
        @ByRawValue package var interruptionLevel = UNNotificationInterruptionLevel.active
        package var relevanceScore = 0.0
        package var filterCriteria: String?
        /// The message that the content was updated from, for a communication notification.
        package var message: INIntent.Values?
        /// The text of an attributed message that the content was updated from.
        package var attributedBody: String?

        package init() {}
    }
}
