// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension UserResponse {
    /// The report of a response of the user to a notification.
    public struct Report: Sendable, Hashable {
        /// The answer of the delegate of the app's notification center.
        public enum DelegateAnswer: String, Sendable, Hashable, CaseIterable {
            /// The system does not tell the app of such a response.
            case notTold
            /// The app has no delegate.
            case noDelegate
            /// The delegate called its completion handler in time.
            case answered
            /// The delegate did not call its completion handler in time.
            case timedOut
            /// The wait was cancelled before the answer was known.
            case undecided
        }

        /// The identifier of the notification.
        public let notification: String
        /// The action identifier that the app receives.
        public let action: String
        /// The text of the user, if the action asks for text.
        public let text: String?
        /// True if the action has the option `destructive`.
        public let isDestructive: Bool
        /// The decision of the content extension; nil if none was asked.
        public let contentExtension: ContentExtensionAnswer?
        /// True if the response launched the app.
        public let isAppLaunched: Bool
        /// True if the app came to the foreground.
        public let isAppOpened: Bool
        /// The answer of the app's delegate.
        public let delegate: DelegateAnswer
        /// The time from the response to the answer.
        public let time: Duration

        /// Makes the report of a plan; without further arguments nothing has happened yet.
        init(
            _ plan: ResponsePlan,
            of entry: NotificationList.Entry,
            contentExtension: ContentExtensionAnswer? = nil,
            isAppLaunched: Bool = false,
            isAppOpened: Bool = false,
            delegate: DelegateAnswer = .undecided,
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
}
