// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI

/// What a content extension made of an action that the user chose.
public enum ContentExtensionAnswer: String, Sendable, Hashable, CaseIterable {
    /// The notification stays open, and the app is not told.
    case staysOpen
    /// The notification goes away, and the app is not told.
    case dismisses
    /// The notification goes away, and the app is told.
    case forwards
    /// The extension did not answer in time: the notification stays open, which nobody documents.
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

    /// Whether the notification goes away.
    var isEnd: Bool { self == .dismisses || self == .forwards }
}
