// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// Why the user can't do that with a notification.
@nonexhaustive
public enum ResponseError: String, Error, Sendable, Hashable, CaseIterable {
    /// No notification of that identifier is on the screen or in the list.
    case unknownNotification
    /// The app has set no category of the notification's, so there is nothing to choose.
    case unknownCategory
    /// The notification doesn't offer that action.
    case unknownAction
    /// The notification has that action, but there is no space for it where the user looks.
    case actionNotVisible
    /// The action asks for text, and there is none.
    case textMissing
    /// The action doesn't ask for text.
    case textNotAsked
    /// The device must be unlocked first: the app would be opened, or the action requires it.
    case locked
    /// The app has not asked for a way from the system's settings to its own.
    case settingsNotOffered
    /// The expanded notification was closed.
    case closed
    /// The content extension has yet to say what becomes of the action before.
    case unanswered
    /// The content extension has no button for playing.
    case noPlayButton
}

extension ResponseError: ExplainedError {
    /// What is wrong.
    public var message: String {
        switch self {
        case .unknownNotification: "no notification of that identifier is shown"
        case .unknownCategory: "the app has set no category of the notification's"
        case .unknownAction: "the notification does not offer that action"
        case .actionNotVisible: "there is no space for that action where the user looks"
        case .textMissing: "the action asks for text, and there is none"
        case .textNotAsked: "the action asks for no text"
        case .locked: "the device must be unlocked first"
        case .settingsNotOffered: "the app has not asked for a way to its own settings"
        case .closed: "the expanded notification was closed"
        case .unanswered: "the content extension has yet to answer the action before"
        case .noPlayButton: "the content extension has no button for playing"
        }
    }
}
