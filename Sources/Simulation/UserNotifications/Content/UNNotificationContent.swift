// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Intents
public import ValueObjects

/// The content of a notification: all that it shows, plays and carries.
open class UNNotificationContent: ValueObject, ValueClass, NSMutableCopying {
    /// Content without anything.
    public init() {
        super.init(values: Values())
    }

    package override init(values: any ObjectValues) {
        super.init(values: values)
    }

    /// Reads content from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The first line.
    open var title: String { values.title }
    /// The second line.
    open var subtitle: String { values.subtitle }
    /// The text.
    open var body: String { values.body }
    /// The number on the app's icon: nil leaves it, 0 takes it away.
    open var badge: NSNumber? { values.badge.map(NSNumber.init(value:)) }
    /// The sound.
    open var sound: UNNotificationSound? { values.sound.map(UNNotificationSound.init(values:)) }
    /// The picture that the app shows when it is launched from here.
    open var launchImageName: String { values.launchImageName }
    /// The app's own facts for later; of a push, its whole payload.
    open var userInfo: [AnyHashable: Any] { values.userInfo.object as? [AnyHashable: Any] ?? [:] }
    /// Sounds, pictures and films.
    open var attachments: [UNNotificationAttachment] {
        values.attachments.map(UNNotificationAttachment.init(values:))
    }
    /// The category of the app that it belongs to.
    open var categoryIdentifier: String { values.categoryIdentifier }
    /// Notifications of one thread are shown as a group.
    open var threadIdentifier: String { values.threadIdentifier }
    /// The window of the app that it is about.
    open var targetContentIdentifier: String? { values.targetContentIdentifier }
    /// The words of the group's summary for it; the system ignores it since iOS 15.
    open var summaryArgument: String { values.summaryArgument }
    /// For how many it counts in a summary; the system ignores it since iOS 15.
    open var summaryArgumentCount: Int { values.summaryArgumentCount }
    /// The urgency.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
    /// The weight among those of the app, 0 to 1.
    open var relevanceScore: Double { values.relevanceScore }
    /// The text that the filter of a Focus compares.
    open var filterCriteria: String? { values.filterCriteria }

    /// This content as part of a conversation; what can change gives what can change.
    ///
    /// - Throws: ``UNError``: `contentProvidingInvalid` if the message has no sender,
    ///   `contentProvidingObjectNotAllowed` if `provider` is neither a message nor an attributed
    ///   message.
    open func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        var updated = values
        switch provider {
        case let intent as INSendMessageIntent:
            updated.message = intent.values
            updated.attributedBody = nil
        case let context as UNNotificationAttributedMessageContext:
            updated.message = context.message
            updated.attributedBody = context.text
        default:
            throw UNError(.contentProvidingObjectNotAllowed)
        }
        guard updated.message?.message.sender != nil else {
            throw UNError(.contentProvidingInvalid)
        }
        return remade(of: updated)
    }

    /// Content of this kind, made of `values`.
    func remade(of values: Values) -> UNNotificationContent {
        UNNotificationContent(values: values)
    }

    /// Content with the same values that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(values: values)
    }
}
