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
        // Quiet notifications, which the user was not asked about, go to the list alone.
        if permission.status == .provisional { options = asks(options, for: .list) ? .list : [] }
        let isCritical = isCritical(content)
        let disturbs = isCritical || content.interruptionLevel != .passive && !isHeldBack(content)
        if content.hasAlertText, permission.showsAlerts {
            presentation.isBanner = disturbs && showsBanner && asks(options, for: .banner)
            presentation.isListed = permission.showsInList && asks(options, for: .list)
        }
        if disturbs, options.contains(.sound), isCritical || playsSounds {
            presentation.sound = ShownNotification.PlayedSound(
                content.sound,
                from: profile.sounds,
                isCritical: isCritical
            )
        }
        if permission.setsBadge, options.contains(.badge) {
            presentation.badge = content.badge.flatMap { $0 < 0 ? nil : $0 }
        }
        return presentation
    }

    /// The lines that stand on the screen; a sender takes the place of title and subtitle.
    func lines(
        of content: NotificationContent,
        from sender: ShownNotification.CommunicationSender? = nil
    ) -> [String] {
        guard content.hasAlertText else { return [] }
        let title = sender?.name ?? content.title
        let subtitle = sender == nil ? content.subtitle : sender?.group ?? ""
        let lines =
            if isTextShown {
                [title, subtitle, content.body]
            } else {
                [
                    shows(.hiddenPreviewsShowTitle) ? title : "",
                    shows(.hiddenPreviewsShowSubtitle) ? subtitle : "",
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

    /// What stands in the place of a text that is not to be seen; `%u` is the number of
    /// notifications.
    private var placeholder: String {
        let ofCategory = category?.hiddenPreviewsBodyPlaceholder ?? ""
        return ofCategory.isEmpty ? "Notification" : ofCategory.replacing("%u", with: "1")
    }

    private var playsSounds: Bool { permission.playsSounds && !profile.isMuted }

    /// Whether it is a critical alert, by its level or its sound, and the app may send such.
    private func isCritical(_ content: NotificationContent) -> Bool {
        guard profile.mayAlertCritically, permission.allowsCritical else { return false }
        if case .critical = content.sound { return true }
        return content.interruptionLevel == .critical
    }

    /// Why the critical sound of content is played as a plain one; nil where it is not, or there is
    /// none.
    func criticalRefusal(of content: NotificationContent) -> DeliveryReport.CriticalSoundRefusal? {
        guard case .critical = content.sound else { return nil }
        guard profile.mayAlertCritically else { return .noEntitlement }
        return permission.allowsCritical ? nil : .notAllowed
    }

    /// Whether a Focus keeps it from disturbing.
    private func isHeldBack(_ content: NotificationContent) -> Bool {
        let breaksThrough =
            content.interruptionLevel == .timeSensitive && profile.maySendTimeSensitive
            && permission.allowsTimeSensitive
        return profile.isFocused && !breaksThrough
    }

    /// The old option `alert` asks for both of those that have replaced it.
    private func asks(
        _ options: UNNotificationPresentationOptions,
        for option: UNNotificationPresentationOptions
    ) -> Bool {
        options.contains(option) || options.rawValue & 4 != 0
    }
}
