// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

/// Decides how a notification makes itself felt: what the user allows, the lock and the app say.
struct Presenter {
    let profile: DeviceProfile
    /// What the app in the foreground asks for; nil where it is not asked.
    var foreground: UNNotificationPresentationOptions?
    /// The category of the notification, where the app has set it.
    var category: UNNotificationCategory.Values?

    private var permission: NotificationPermission { profile.permission }

    /// How content makes itself felt.
    func presentation(of content: NotificationContent) -> ShownNotification.Presentation {
        var presentation = ShownNotification.Presentation()
        guard permission.isAuthorized else { return presentation }
        var options = foreground ?? [.banner, .list, .sound, .badge]
        // What nobody was asked about goes to the list and nowhere else.
        if permission.status == .provisional { options = asks(options, for: .list) ? .list : [] }
        let disturbs = content.interruptionLevel != .passive
        if content.hasAlertText, permission.showsAlerts {
            presentation.isBanner = disturbs && showsBanner && asks(options, for: .banner)
            presentation.isListed = permission.showsInList && asks(options, for: .list)
        }
        presentation.isAudible = options.contains(.sound) && disturbs && plays(content.sound)
        if permission.setsBadge, options.contains(.badge) { presentation.badge = content.badge }
        return presentation
    }

    /// The lines that stand on the screen.
    func lines(of content: NotificationContent) -> [String] {
        guard content.hasAlertText else { return [] }
        let lines =
            if isTextShown {
                [content.title, content.subtitle, content.body]
            } else {
                [
                    shows(.hiddenPreviewsShowTitle) ? content.title : "",
                    shows(.hiddenPreviewsShowSubtitle) ? content.subtitle : "",
                    placeholder,
                ]
            }
        return lines.filter { !$0.isEmpty }
    }

    private var isLocked: Bool { profile.lock != .unlocked }

    private var showsBanner: Bool {
        isLocked ? permission.showsOnLockScreen : permission.alertStyle != .none
    }

    private var isTextShown: Bool {
        switch permission.previews {
        case .always: true
        case .whenAuthenticated: !isLocked
        default: false
        }
    }

    private func shows(_ option: UNNotificationCategoryOptions) -> Bool {
        category?.options.contains(option) ?? false
    }

    /// What stands in the place of a text that is not to be seen.
    private var placeholder: String {
        let ofCategory = category?.hiddenPreviewsBodyPlaceholder ?? ""
        return ofCategory.isEmpty ? "Notification" : ofCategory
    }

    private func plays(_ sound: NotificationSound) -> Bool {
        switch sound {
        case .none: false
        case .critical where permission.allowsCritical: true
        case .default, .named, .critical: permission.playsSounds
        }
    }

    /// The old option `alert` asks for both of those that have replaced it.
    private func asks(
        _ options: UNNotificationPresentationOptions,
        for option: UNNotificationPresentationOptions
    ) -> Bool {
        options.contains(option) || options.rawValue & 4 != 0
    }
}
