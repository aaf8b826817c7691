// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import ValueObjects

/// Content that can be changed; a copy of it can't.
open class UNMutableNotificationContent: UNNotificationContent {
    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }

    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }

    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }

    open override var badge: NSNumber? {
        get { super.badge }
        set { values.badge = newValue?.intValue }
    }

    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { values.sound = newValue?.values }
    }

    open override var launchImageName: String {
        get { values.launchImageName }
        set { values.launchImageName = newValue }
    }

    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { values.userInfo = PropertyList(newValue) }
    }

    open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { values.attachments = newValue.map(\.values) }
    }

    open override var categoryIdentifier: String {
        get { values.categoryIdentifier }
        set { values.categoryIdentifier = newValue }
    }

    open override var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }

    open override var targetContentIdentifier: String? {
        get { values.targetContentIdentifier }
        set { values.targetContentIdentifier = newValue }
    }

    open override var summaryArgument: String {
        get { values.summaryArgument }
        set { values.summaryArgument = newValue }
    }

    open override var summaryArgumentCount: Int {
        get { values.summaryArgumentCount }
        set { values.summaryArgumentCount = newValue }
    }

    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }

    open override var relevanceScore: Double {
        get { values.relevanceScore }
        set { values.relevanceScore = newValue }
    }

    open override var filterCriteria: String? {
        get { values.filterCriteria }
        set { values.filterCriteria = newValue }
    }

    override func remade(of values: Values) -> UNNotificationContent {
        UNMutableNotificationContent(values: values)
    }

    /// Content with the same values that can't be changed.
    open override func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(values: values)
    }
}
