// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// An action of the user on a notification.
public enum UserAction: Sendable, Hashable {
    /// Tapping the notification.
    case `default`
    /// Dismissing the notification.
    case dismiss
    /// Choosing the action of this identifier.
    case action(String)
    /// Choosing the text input action of this identifier, with the text.
    case text(String, String)
}

/// What follows from what the user does with a notification, decided as the system does.
struct ResponsePlan: Hashable {
    /// The action as the app is told it.
    let actionIdentifier: String
    /// What the user wrote.
    var text: String?
    /// Whether the app is told.
    var reachesApp = true
    /// Whether the app comes to the foreground.
    var opensApp = false
    /// Whether the action was marked as one by which something is lost.
    var isDestructive = false

    /// Decides.
    ///
    /// - Parameters:
    ///   - action: What the user does.
    ///   - view: Where they do it.
    ///   - actions: What the notification offers; nil where the app has set no category for it.
    ///   - options: The category's options.
    ///   - isLocked: Whether the device is locked.
    /// - Throws: why it can't be done.
    init(
        _ action: UserAction,
        in view: ShownNotification.View,
        offering actions: [UNNotificationAction.Values]?,
        options: UNNotificationCategoryOptions,
        isLocked: Bool
    ) throws(DeviceError) {
        switch action {
        case .default:
            actionIdentifier = UNNotificationDefaultActionIdentifier
            opensApp = true
            guard !isLocked else { throw .locked }
        case .dismiss:
            actionIdentifier = UNNotificationDismissActionIdentifier
            reachesApp = options.contains(.customDismissAction)
        case .action(let identifier), .text(let identifier, _):
            guard let actions else { throw .unknownCategory }
            guard let place = actions.firstIndex(where: { $0.identifier == identifier }) else {
                throw .unknownAction
            }
            guard place < view.actionLimit else { throw .actionNotVisible }
            let chosen = actions[place]
            actionIdentifier = identifier
            opensApp = chosen.options.contains(.foreground)
            isDestructive = chosen.options.contains(.destructive)
            if case .text(_, let words) = action { text = words }
            guard chosen.textInput == nil || text != nil else { throw .textMissing }
            guard chosen.textInput != nil || text == nil else { throw .textNotAsked }
            let needsUnlocking = opensApp || chosen.options.contains(.authenticationRequired)
            guard !isLocked || !needsUnlocking else { throw .locked }
        }
    }
}
