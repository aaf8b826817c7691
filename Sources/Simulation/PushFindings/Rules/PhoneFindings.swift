// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SimulatedDevice

/// What the phone and the app do not have, or do not allow.
struct PhoneFindings {
    let push: KnownPush

    var findings: [Finding] {
        guard push.phone != nil else { return [] }
        return otherApp + wake + category + sound + level + localization
    }

    private var otherApp: [Finding] {
        guard let apps = push.phone?.apps, !apps.isEmpty, push.app == nil, let topic = push.topic
        else { return [] }
        let names = apps.prefix(3).map { Quoted.value($0.bundleID) }.joined(separator: ", ")
        return [
            Finding(
                FindingRule(.otherApp),
                of: "\(DeliveryReport.Loss.otherApp.reason): \(Quoted.value(topic))",
                "give the bundle id of an app on the phone as the topic: \(names)",
                in: "apns-topic"
            )
        ]
    }

    private var category: [Finding] {
        guard let category = push.aps?["category"]?.string, !category.isEmpty,
            let categories = push.app?.categories, !categories.contains(category)
        else { return [] }
        return [
            Finding(
                FindingRule(.unknownCategory),
                of: "\(DeviceError.unknownCategory.message): \(Quoted.value(category))",
                "have the app set it by setNotificationCategories(_:), in each of its launches",
                in: "aps.category"
            )
        ]
    }

    private var content: NotificationContent? { push.arrived?.content() }

    private var sound: [Finding] {
        var findings: [Finding] = []
        switch content?.sound {
        case .named(let name), .critical(let name?, _):
            if let sounds = push.app?.sounds,
                let reason = ShownNotification.PlayedSound.substitution(for: name, sounds[name])
            {
                let sentence =
                    "The system's sound is played and not \(Quoted.value(name)), as"
                    + " \(reason.reason)."
                findings.append(.soundNotPlayed(sentence))
            }
        default: break
        }
        if case .critical = content?.sound, push.app?.mayAlertCritically == false {
            findings.append(.criticalSoundRefused(.noEntitlement))
        }
        return findings
    }

    private var level: [Finding] {
        switch content?.interruptionLevel {
        case .timeSensitive where push.app?.maySendTimeSensitive == false:
            [
                Finding(
                    .timeSensitiveRefused,
                    "The app has no entitlement for time-sensitive notifications, so a Focus keeps"
                        + " this one back.",
                    "Add the capability 'Time Sensitive Notifications' to the app.",
                    in: "aps.interruption-level"
                )
            ]
        default: []
        }
    }
}

extension PhoneFindings {
    /// Why the app is not woken, or can't do much, if nothing else can come of the push.
    private var wake: [Finding] {
        guard push.onlyWakesApp else { return [] }
        var findings: [Finding] = []
        if push.app?.hasBackgroundMode == false { findings.append(.notWoken(.noBackgroundMode)) }
        if push.app?.state == .terminatedByUser { findings.append(.notWoken(.terminatedByUser)) }
        let unreadable: String? =
            switch push.phone?.lock {
            case .beforeFirstUnlock: "was not unlocked since its start"
            case .locked: "is locked"
            case .unlocked, nil: nil
            }
        if let unreadable {
            findings.append(
                Finding(
                    .wakesLockedPhone,
                    "The push only wakes the app, and the phone \(unreadable): the app can't read"
                        + " its protected files and keys.",
                    "Send an alert, or keep what the app needs then readable after the first"
                        + " unlock.",
                    in: "aps.content-available"
                )
            )
        }
        return findings
    }
}

extension PhoneFindings {
    private var localization: [Finding] {
        guard let strings = push.app?.strings, let alert = push.aps?["alert"] else { return [] }
        let lines = [
            ("title-loc-key", "title-loc-args"), ("subtitle-loc-key", "subtitle-loc-args"),
            ("loc-key", "loc-args"),
        ]
        return lines.flatMap { key, arguments -> [Finding] in
            guard let name = alert[key]?.string, !name.isEmpty else { return [] }
            let member = "aps.alert.\(key)"
            guard let format = strings[name] else {
                let sentence =
                    "The app's texts have no key \(Quoted.value(name)), so the key itself is shown."
                let remedy = "Add it to the app's Localizable.strings, in the phone's language."
                return [Finding(.unknownLocalizationKey, sentence, remedy, in: member)]
            }
            let given = alert[arguments]?.elements?.count ?? 0
            let needed = Self.placeholders(in: format)
            guard given < needed else { return [] }
            let sentence =
                "The app's text of \(Quoted.value(name)) takes \(needed) argument\(needed == 1 ? "" : "s"), and the push"
                + " has \(given), so a part of it is empty."
            let remedy = "Give as many texts in '\(arguments)' as the app's text has placeholders."
            return [Finding(.missingArgument, sentence, remedy, in: "aps.alert.\(arguments)")]
        }
    }

    /// How many arguments a format takes.
    private static func placeholders(in format: String) -> Int {
        let plain = format.replacing("%%", with: "")
        let numbers = plain.matches(of: #/%([0-9]{1,3})\$@/#).compactMap { Int($0.output.1) }
        return max(plain.ranges(of: "%@").count, numbers.max() ?? 0)
    }
}

extension Finding {
    /// An app that is not woken.
    static func notWoken(_ refusal: DeliveryReport.WakeRefusal) -> Finding {
        let (rule, remedy): (Rule, String) =
            switch refusal {
            case .noBackgroundMode:
                (.noBackgroundMode, "add the background mode 'remote-notification' to the app")
            case .terminatedByUser:
                (.appWasQuit, "send an alert, which is shown whatever the app does")
            case .noApp: (.noApp, "install the app")
            case .tooOften: (.wokenTooOften, "wake the app two or three times an hour at most")
            }
        return Finding(
            FindingRule(rule),
            of: "the app is not woken, as \(refusal.reason)",
            remedy,
            in: "aps.content-available"
        )
    }

    static func soundNotPlayed(_ sentence: String) -> Finding {
        Finding(
            .soundNotPlayed,
            sentence,
            "Name an aiff, wav or caf file of 30 s at most in the app's bundle or Library/Sounds.",
            in: "aps.sound"
        )
    }

    static func criticalSoundRefused(_ refusal: DeliveryReport.CriticalSoundRefusal) -> Finding {
        Finding(
            FindingRule(.criticalSoundRefused),
            of: "the critical sound is played as a plain one, as \(refusal.reason)",
            "ask Apple for the entitlement, and the user for permission (criticalAlert)",
            in: "aps.sound"
        )
    }
}
