// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

extension UNNotificationContent.Values {
    /// The content that a push describes, as the extension is given it.
    init(_ content: NotificationContent) {
        self.init()
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge
        sound = UNNotificationSound.Values(content.sound)
        launchImageName = content.launchImageName
        categoryIdentifier = content.categoryIdentifier
        threadIdentifier = content.threadIdentifier
        targetContentIdentifier = content.targetContentIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        relevanceScore = content.relevanceScore
        filterCriteria = content.filterCriteria
        if let document = content.userInfo { userInfo = PropertyList(document.root) }
    }
}

extension NotificationContent {
    /// The content as a value of ours, for reports.
    ///
    /// A user info that says the same as `payload` is given as its very bytes; any other is written
    /// with its keys in order, so that equal contents are equal.
    init(_ values: UNNotificationContent.Values, of payload: JSONDocument?) {
        self.init()
        title = values.title
        subtitle = values.subtitle
        body = values.body
        badge = values.badge
        sound = NotificationContent.Sound(values.sound)
        launchImageName = values.launchImageName
        categoryIdentifier = values.categoryIdentifier
        threadIdentifier = values.threadIdentifier
        targetContentIdentifier = values.targetContentIdentifier
        interruptionLevel = NotificationContent.InterruptionLevel(values.interruptionLevel)
        relevanceScore = values.relevanceScore.isFinite ? values.relevanceScore : 0
        filterCriteria = values.filterCriteria
        userInfo = values.userInfo.document(like: payload)
    }
}

extension UNNotificationSound.Values {
    init?(_ sound: NotificationContent.Sound) {
        switch sound {
        case .none: return nil
        case .default: self.init()
        case .named(let name): self.init(name: name)
        case .critical(let name, let volume):
            self.init(name: name, isCritical: true, volume: volume.map { Float($0) })
        }
    }
}

extension NotificationContent.Sound {
    init(_ values: UNNotificationSound.Values?) {
        switch values {
        case nil: self = .none
        case .some(let values) where values.isCritical:
            self = .critical(name: values.name, volume: values.volume.flatMap(Self.volume))
        case .some(let values): self = values.name.map { .named($0) } ?? .default
        }
    }
}

extension NotificationContent.Sound {
    /// A volume from 0 to 1; by its decimals, so that 0.8 stays 0.8.
    private static func volume(_ volume: Float) -> Double? {
        volume.isFinite ? Double("\(min(max(volume, 0), 1))") : nil
    }
}

extension UNNotificationInterruptionLevel {
    init(_ level: NotificationContent.InterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}

extension NotificationContent.InterruptionLevel {
    init(_ level: UNNotificationInterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}

extension UNNotificationContent.Values {
    /// Whether there is any text: without it nothing of what was handed over counts.
    var hasText: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }

    /// Whether there is nothing to see, to hear or to count.
    var isEmpty: Bool { hasNothingToPresent && badge == nil }

    /// Whether there is a badge, and nothing else to see or to hear.
    var hasBadgeAlone: Bool { hasNothingToPresent && badge != nil }

    private var hasNothingToPresent: Bool { !hasText && sound == nil && attachments.isEmpty }
}

extension UNNotificationContent.Values {
    /// The content as it can go to another process: objects that no property list holds are text.
    ///
    /// A report says the same of both.
    var transferable: Self {
        var content = self
        content.userInfo = userInfo.transferable
        return content
    }
}

extension PropertyList {
    /// What another process can take of it.
    var transferable: PropertyList {
        switch self {
        case .foreign: .string("\(object)")
        case .array(let elements): .array(elements.map(\.transferable))
        case .dictionary(let members): .dictionary(members.mapValues(\.transferable))
        default: self
        }
    }
}
