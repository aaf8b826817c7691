// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The options of how the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears when a notification is dismissed.
    public static var customDismissAction: UNNotificationCategoryOptions { Self(rawValue: 1) }
    /// They are shown in cars.
    public static var allowInCarPlay: UNNotificationCategoryOptions { Self(rawValue: 2) }
    /// The title is shown also where previews are hidden.
    public static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions { Self(rawValue: 4) }
    /// The subtitle is shown also where previews are hidden.
    public static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions {
        Self(rawValue: 8)
    }
    /// They may be read out; the person alone decides that since iOS 15.
    public static var allowAnnouncement: UNNotificationCategoryOptions { Self(rawValue: 16) }
}

/// A kind of notifications of an app, and what can be done with them.
open class UNNotificationCategory: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var identifier: String
        package var actions: [UNNotificationAction.Values]
        package var intentIdentifiers: [String]
        package var hiddenPreviewsBodyPlaceholder = ""
        package var categorySummaryFormat = ""
        @ByRawValue package var options: UNNotificationCategoryOptions
    }

    /// A category without texts of its own.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// A category with a text for hidden previews.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// A category with texts for hidden previews and for the summary of a group.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?,
        categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        let values = Values(
            identifier: identifier,
            actions: actions.map(\.values),
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
            categorySummaryFormat: categorySummaryFormat ?? "",
            options: options
        )
        self.init(values: values)
    }

    /// The name that content gives as its category.
    open var identifier: String { values.identifier }
    /// The actions, most important first.
    open var actions: [UNNotificationAction] { values.actions.map(UNNotificationAction.make) }
    /// The intents that go with it.
    open var intentIdentifiers: [String] { values.intentIdentifiers }
    /// The text that stands there if previews are hidden; `%u` is the number of notifications.
    open var hiddenPreviewsBodyPlaceholder: String { values.hiddenPreviewsBodyPlaceholder }
    /// The words of a group for those that it doesn't show.
    open var categorySummaryFormat: String { values.categorySummaryFormat }
    /// The options of their behaviour.
    open var options: UNNotificationCategoryOptions { values.options }
}
