// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import UserNotifications

/// Content as the system takes it and gives it back.
///
/// It does not change any more, so threads may share it: Apple's type doesn't say so, but its
/// copies can't be changed.
struct SystemContent: @unchecked Sendable /* immutable */ {
    /// The content.
    let content: UNNotificationContent

    /// Takes a copy that can't be changed.
    init(_ content: UNNotificationContent) {
        self.content = content.copy() as? UNNotificationContent ?? UNNotificationContent()
    }

    /// What is shown of a push.
    init(_ received: ReceivedNotification) { self.init(UNMutableNotificationContent(received)) }

    /// The same without sound and at the passive level, for what was shown before; the badge stays
    /// as it is by now.
    func quiet() -> SystemContent {
        guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return self }
        copy.sound = nil
        copy.badge = nil
        copy.interruptionLevel = .passive
        return SystemContent(copy)
    }
}

extension UNMutableNotificationContent {
    /// Content as the system takes it: nothing of the push that it came in is left but what
    /// `content` holds.
    convenience init(_ content: NotificationContent) {
        self.init()
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge.map { NSNumber(value: $0) }
        sound = UNNotificationSound.of(content.sound)
        threadIdentifier = content.threadIdentifier
        categoryIdentifier = content.categoryIdentifier
        targetContentIdentifier = content.targetContentIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        relevanceScore = content.relevanceScore
        filterCriteria = content.filterCriteria
        #if !os(macOS)
            launchImageName = content.launchImageName
        #endif
        if let payload = content.userInfo { userInfo = Self.userInfo(of: payload.bytes) }
    }

    /// What is shown of a push, with the tag of its message.
    convenience init(_ received: ReceivedNotification) {
        self.init(received.content)
        // What the app's own text stands for has none, so that the next notification takes it away.
        guard ![.noText, .notOpened].contains(received.reason), let tag = ProvenanceTag(received)
        else {
            return
        }
        userInfo = tag.added(to: userInfo)
    }

    /// The user info that the system would have made of a payload, without what is null: a
    /// notification of the app's own may hold values of property lists alone.
    private static func userInfo(of payload: [UInt8]) -> [AnyHashable: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(payload))
        return object.flatMap(withoutNulls) as? [String: Any] ?? [:]
    }

    private static func withoutNulls(_ value: Any) -> Any? {
        switch value {
        case is NSNull: nil
        case let members as [String: Any]: members.compactMapValues(withoutNulls)
        case let elements as [Any]: elements.compactMap(withoutNulls)
        default: value
        }
    }
}

extension UNNotificationSound {
    fileprivate static func of(_ sound: NotificationContent.Sound) -> UNNotificationSound? {
        switch sound {
        case .none: nil
        case .default: .default
        case .named(let name): UNNotificationSound(named: UNNotificationSoundName(name))
        case .critical(nil, nil): .defaultCritical
        case .critical(nil, let volume?): .defaultCriticalSound(withAudioVolume: Float(volume))
        case .critical(let name?, nil): .criticalSoundNamed(UNNotificationSoundName(name))
        case .critical(let name?, let volume?):
            .criticalSoundNamed(UNNotificationSoundName(name), withAudioVolume: Float(volume))
        }
    }
}

extension UNNotificationInterruptionLevel {
    fileprivate init(_ level: NotificationContent.InterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}
