// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI

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
