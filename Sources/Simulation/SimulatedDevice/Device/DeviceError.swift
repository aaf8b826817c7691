// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// An error of a simulated device: the user cannot do that with a notification, or the app gets no
/// device token.
@nonexhaustive
public enum DeviceError: Error, Sendable, Hashable {
    /// No notification of that identifier is on the screen or in the list.
    case unknownNotification
    /// The app has not set the category of the notification, so the user has no choice of actions.
    case unknownCategory
    /// The notification does not offer that action.
    case unknownAction
    /// The notification offers that action, but the current view has no space for it.
    case actionNotVisible
    /// The action asks for text, and none was given.
    case textMissing
    /// The action does not ask for text.
    case textNotAsked
    /// The user must unlock the device first: the response opens the app, or the action requires
    /// it.
    case locked
    /// The app did not ask for `providesAppNotificationSettings`.
    case settingsNotOffered
    /// The expanded notification is closed.
    case closed
    /// The content extension has not answered the previous action yet.
    case unanswered
    /// The content extension has no button to play or pause.
    case noPlayButton
    /// The app lacks the entitlement for pushes.
    case entitlementMissing
    /// The task was cancelled while the device was offline.
    case cancelled
}

extension DeviceError: ExplainedError {
    /// The fault, in words.
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
        case .entitlementMissing: "the app has no entitlement for pushes"
        case .cancelled: "the task was cancelled while the device was offline"
        }
    }
}
