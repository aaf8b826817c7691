// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ValueObjects

/// Texts are redacted, as Apple's are: a description may go to a log.
extension UNNotificationContent.Values: DescribedValues {
    package var describedMembers: String {
        let sound = sound.map(UNNotificationSound.init(values:))
        let files = attachments.map { "    \"\(UNNotificationAttachment(values: $0))\"" }
        let list = files.isEmpty ? "(\n)" : "(\n\(files.joined(separator: ",\n"))\n)"
        return [
            "title: \(Self.redacted(title))", "subtitle: \(Self.redacted(subtitle))",
            "body: \(Self.redacted(body))", "summaryArgument: \(summaryArgument)",
            "summaryArgumentCount: \(summaryArgumentCount)",
            "categoryIdentifier: \(categoryIdentifier)", "launchImageName: \(launchImageName)",
            "threadIdentifier: \(threadIdentifier)", "attachments: \(list)",
            "badge: \(badge.described)", "sound: \(sound.described)", "realert: 0",
            "interruptionLevel: \(interruptionLevel.rawValue)",
            "relevanceScore: \(String(format: "%.2f", relevanceScore))",
            "filterCriteria: \(filterCriteria.described)",
        ].joined(separator: ", ")
    }

    private static func redacted(_ text: String) -> String {
        text.isEmpty ? "(null)" : "<redacted>"
    }
}

extension UNNotificationRequest.Values: DescribedValues {
    package var describedMembers: String {
        let trigger = trigger.map(UNNotificationTrigger.make)
        return [
            "identifier: \(identifier)", "content: \(UNNotificationContent(values: content))",
            "trigger: \(trigger.described)",
        ].joined(separator: ", ")
    }
}

extension UNNotificationAttachment.Values: DescribedValues {
    package var describedMembers: String {
        "identifier: \(identifier), URL: \(url), type: \(type)"
    }
}
