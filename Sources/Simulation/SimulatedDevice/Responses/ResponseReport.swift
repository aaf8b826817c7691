// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What came of something that the user did with a notification.
public struct ResponseReport: Sendable, Hashable {
    /// Whether the app's delegate has dealt with it.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// The app is not told of such a thing.
        case notTold
        /// The app has no delegate that could be told.
        case noDelegate
        /// The delegate was told, and said that it is done.
        case answered
        /// The delegate was told, and did not say in time that it is done.
        case timedOut
        /// It is not known: the wait for it was cancelled.
        case undecided
    }

    /// The identifier of the notification.
    public let notification: String
    /// The action as the app is told it.
    public let action: String
    /// What the user wrote, where the action asks for text.
    public let text: String?
    /// Whether the action was marked as one by which something is lost.
    public let isDestructive: Bool
    /// What the content extension made of it; nil where none was asked.
    public let contentExtension: ContentExtensionAnswer?
    /// Whether the app was not running and was started.
    public let isAppLaunched: Bool
    /// Whether the app came to the foreground.
    public let isAppOpened: Bool
    /// Whether the app's delegate has dealt with it.
    public let delegate: Answer
    /// The time until then.
    public let time: Duration

    /// What came of a plan; nothing so far, unless told.
    init(
        _ plan: ResponsePlan,
        of entry: NotificationList.Entry,
        contentExtension: ContentExtensionAnswer? = nil,
        isAppLaunched: Bool = false,
        isAppOpened: Bool = false,
        delegate: Answer = .undecided,
        time: Duration = .zero
    ) {
        notification = entry.shown.identifier
        action = plan.actionIdentifier
        text = plan.text
        isDestructive = plan.isDestructive
        self.contentExtension = contentExtension
        self.isAppLaunched = isAppLaunched
        self.isAppOpened = isAppOpened
        self.delegate = delegate
        self.time = time
    }
}
