// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import Intents
public import ValueObjects

/// The urgency of a notification.
public enum UNNotificationInterruptionLevel: UInt, Hashable, Sendable, BitwiseCopyable {
    /// It waits in the list, without light or sound.
    case passive = 0
    /// It lights up the screen and may play a sound.
    case active = 1
    /// It breaks through a Focus if the person allows that.
    case timeSensitive = 2
    /// It sounds even on a muted device; that takes an entitlement.
    case critical = 3
}

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
