// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import UserNotifications

extension UNMutableNotificationContent {
    /// Content as the system takes it: nothing of the push that it came in is left but what `content` holds.
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
        if let payload = content.userInfo { userInfo = PushPayload.userInfo(of: payload.bytes) }
    }
}

extension UNNotificationSound {
    fileprivate static func of(_ sound: NotificationSound) -> UNNotificationSound? {
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
    fileprivate init(_ level: InterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}
