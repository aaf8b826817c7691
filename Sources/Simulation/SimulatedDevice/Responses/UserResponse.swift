// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI

/// A response of the user to a notification, which is being delivered to the app.
public final class UserResponse: Sendable {
    let end = Eventual<Report>()

    /// The time of the response.
    let start: DeviceClock.Instant

    private let undecided: Report

    init(_ plan: ResponsePlan, of entry: NotificationList.Entry, at start: DeviceClock.Instant) {
        self.start = start
        undecided = Report(plan, of: entry)
    }

    /// The report, once the app's delegate has answered or its time is over.
    ///
    /// If the task is cancelled first, ``UserResponse/Report/delegate`` is `undecided`.
    public var report: Report {
        get async { await end.value ?? undecided }
    }

    /// The report, or nil while it is not complete.
    public var reportSoFar: Report? { end.soFar }
}

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

extension UserResponse.Report {
    /// The decision of a content extension about an action that the user chose.
    public enum ContentExtensionAnswer: String, Sendable, Hashable, CaseIterable {
        /// The notification stays open, and the app is not told.
        case staysOpen
        /// The notification closes, and the app is not told.
        case dismisses
        /// The notification closes, and the app is told.
        case forwards
        /// The extension did not answer in time. The notification stays open, which is
        /// undocumented.
        case timedOut

        init(_ option: UNNotificationContentExtensionResponseOption?) {
            self =
                switch option {
                case .doNotDismiss: .staysOpen
                case .dismiss: .dismisses
                case .dismissAndForwardAction: .forwards
                case nil: .timedOut
                }
        }

        /// Whether the notification closes.
        var isEnd: Bool { self == .dismisses || self == .forwards }
    }
}
