// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing
import UserNotifications

@testable import SimulatedDevice

struct PresenterTests {
    typealias Change = @Sendable (inout DeviceProfile) -> Void

    static func content(
        _ level: NotificationContent.InterruptionLevel = .active,
        sound: NotificationContent.Sound = .default
    ) -> NotificationContent {
        var content = NotificationContent()
        content.title = "Ann"
        content.subtitle = "Dinner"
        content.body = "At eight?"
        content.badge = 2
        content.interruptionLevel = level
        content.sound = sound
        return content
    }

    static func presentation(
        of content: NotificationContent,
        _ change: Change
    ) -> ShownNotification.Presentation {
        var profile = Device.profile
        profile.mayAlertCritically = true
        profile.permission.allowsCritical = true
        profile.maySendTimeSensitive = true
        change(&profile)
        return Presenter(profile: profile).presentation(of: content)
    }

    /// By level: what it does when nothing holds it back, in a Focus, and on a muted device.
    static let levels:
        [(NotificationContent.InterruptionLevel, banner: Bool, inFocus: Bool, soundMuted: Bool)] = [
            (.passive, false, false, false),
            (.active, true, false, false),
            (.timeSensitive, true, true, false),
            (.critical, true, true, true),
        ]

    @Test(arguments: levels)
    func `each level breaks through what it may`(
        _ level: NotificationContent.InterruptionLevel,
        _ banner: Bool,
        _ inFocus: Bool,
        _ soundMuted: Bool
    ) {
        let content = Self.content(level)
        let usual = Self.presentation(of: content) { _ in }
        #expect((usual.isBanner, usual.isAudible) == (banner, banner))
        let focused = Self.presentation(of: content) { $0.isFocused = true }
        #expect((focused.isBanner, focused.isAudible) == (inFocus, inFocus))
        let muted = Self.presentation(of: content) { $0.isMuted = true }
        #expect((muted.isBanner, muted.isAudible) == (banner, soundMuted))
        for presentation in [usual, focused, muted] {
            #expect(presentation.isListed && presentation.badge == 2)
        }
    }

    static let without: [(NotificationContent.InterruptionLevel, Change)] = [
        (.timeSensitive, { $0.maySendTimeSensitive = false }),
        (.timeSensitive, { $0.permission.allowsTimeSensitive = false }),
        (.critical, { $0.mayAlertCritically = false }),
        (.critical, { $0.permission.allowsCritical = false }),
    ]

    @Test(arguments: without.indices)
    func `without the entitlement or the user's leave a level is as the active one`(_ index: Int) {
        let (level, change) = Self.without[index]
        for disturb in [{ $0.isFocused = true }, { $0.isMuted = true }, { _ in }] as [Change] {
            let both: Change = { profile in
                change(&profile)
                disturb(&profile)
            }
            #expect(
                Self.presentation(of: Self.content(level), both)
                    == Self.presentation(of: Self.content(.active), both)
            )
        }
    }

    @Test func `a critical sound makes a critical alert, with its volume`() {
        let content = Self.content(sound: .critical(name: nil, volume: 0.5))
        let heard = Self.presentation(of: content) { profile in
            profile.isMuted = true
            profile.isFocused = true
            profile.permission.playsSounds = false
        }
        #expect(heard.isBanner)
        #expect(heard.sound?.isCritical == true)
        #expect(heard.sound?.volume == 0.5)
        #expect(
            !Self.presentation(of: content) {
                $0.mayAlertCritically = false
                $0.isMuted = true
            }.isAudible
        )
    }

    static let sound = Device.systemSound
    static let parts: [(Change, ShownNotification.Presentation)] = [
        ({ _ in }, Device.presentation(banner: true, list: true, sound: sound, badge: 2)),
        ({ $0.permission.showsAlerts = false }, Device.presentation(sound: sound, badge: 2)),
        (
            { $0.permission.playsSounds = false },
            Device.presentation(banner: true, list: true, badge: 2)
        ),
        (
            { $0.permission.setsBadge = false },
            Device.presentation(banner: true, list: true, sound: sound)
        ),
        (
            { $0.permission.showsInList = false },
            Device.presentation(banner: true, sound: sound, badge: 2)
        ),
        (
            { $0.permission.alertStyle = .none },
            Device.presentation(list: true, sound: sound, badge: 2)
        ),
        (
            { $0.permission.showsOnLockScreen = false },
            Device.presentation(banner: true, list: true, sound: sound, badge: 2)
        ),
        (
            {
                $0.permission.showsOnLockScreen = false
                $0.lock = .locked
            },
            Device.presentation(list: true, sound: sound, badge: 2)
        ),
        ({ $0.permission = .provisional }, Device.presentation(list: true)),
        ({ $0.permission = .denied }, Device.presentation()),
        ({ $0.permission = .notAsked }, Device.presentation()),
    ]

    @Test(arguments: parts.indices)
    func `what the user has turned off is left out`(_ index: Int) {
        let (change, presentation) = Self.parts[index]
        #expect(Self.presentation(of: Self.content(), change) == presentation)
    }

    @Test(arguments: [(nil, nil), (0, 0), (7, 7), (-1, nil)] as [(Int?, Int?)])
    func `the badge is set, taken away by 0, and else left alone`(_ badge: Int?, _ set: Int?) {
        var content = Self.content()
        content.badge = badge
        #expect(Self.presentation(of: content) { _ in }.badge == set)
    }

    static let previews: [(UNShowPreviewsSetting, DeviceProfile.Lock, Bool)] = [
        (.always, .beforeFirstUnlock, true), (.always, .unlocked, true),
        (.whenAuthenticated, .locked, false), (.whenAuthenticated, .beforeFirstUnlock, false),
        (.whenAuthenticated, .unlocked, true), (.never, .unlocked, false), (.never, .locked, false),
    ]

    @Test(arguments: previews)
    func `text is shown where the user wants previews`(
        _ setting: UNShowPreviewsSetting,
        _ lock: DeviceProfile.Lock,
        _ isShown: Bool
    ) {
        var profile = Device.profile
        profile.permission.previews = setting
        profile.lock = lock
        let lines = Presenter(profile: profile).lines(of: Self.content())
        #expect(lines == (isShown ? ["Ann", "Dinner", "At eight?"] : ["Notification"]))
    }

    @Test(
        arguments: [
            ([], "", ["Notification"]), ([], "%u messages", ["1 messages"]),
            ([.hiddenPreviewsShowTitle], "New", ["Ann", "New"]),
            ([.hiddenPreviewsShowSubtitle], "", ["Dinner", "Notification"]),
        ] as [(UNNotificationCategoryOptions, String, [String])]
    )
    func `a category says what is shown of hidden text`(
        _ options: UNNotificationCategoryOptions,
        _ placeholder: String,
        _ lines: [String]
    ) {
        var profile = Device.profile
        profile.permission.previews = .never
        let category = UNNotificationCategory(
            identifier: "MESSAGE",
            actions: [],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: placeholder,
            options: options
        )
        let presenter = Presenter(profile: profile, category: category.values)
        #expect(presenter.lines(of: Self.content()) == lines)
    }
}
