// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@testable import SimulatedDevice

struct PlayedSoundTests {
    static let files: [String: Duration] = [
        "short.caf": .seconds(2), "exact.wav": .seconds(30), "long.aiff": .seconds(31),
        "song.mp3": .seconds(2), "LOUD.WAV": .seconds(1), "caf": .seconds(1),
    ]

    @Test(
        arguments: [
            ("short.caf", nil), ("exact.wav", nil), ("LOUD.WAV", nil), ("long.aiff", .tooLong),
            ("song.mp3", .unknownType), ("none.caf", .unknownFile), ("", .unknownFile),
        ] as [(String, ShownNotification.PlayedSound.Substitution?)]
    )
    func `a file is played, or else the system's sound with the reason`(
        _ name: String,
        _ substitution: ShownNotification.PlayedSound.Substitution?
    ) {
        let played = ShownNotification.PlayedSound(
            .named(name),
            from: Self.files,
            isCritical: false
        )
        #expect(played?.substitution == substitution)
        #expect(played?.file == (substitution == nil ? name : nil))
    }

    @Test func `the system's own sound is in the place of nothing`() {
        let played = ShownNotification.PlayedSound(.default, from: Self.files, isCritical: false)
        #expect(played?.file == nil && played?.substitution == nil)
        #expect(ShownNotification.PlayedSound(.none, from: Self.files, isCritical: true) == nil)
    }

    @Test(arguments: [(true, 0.25), (false, nil)] as [(Bool, Double?)])
    func `the volume counts for critical alerts alone`(_ isCritical: Bool, _ volume: Double?) {
        let sound = NotificationContent.Sound.critical(name: "short.caf", volume: 0.25)
        let played = ShownNotification.PlayedSound(sound, from: Self.files, isCritical: isCritical)
        #expect(played?.isCritical == isCritical)
        #expect(played?.volume == volume)
        #expect(played?.file == "short.caf")
    }

    @Test(
        arguments: [
            (
                "bell.caf", "with the sound bell.caf",
                #""sound":{"file":"bell.caf","critical":false}"#
            ),
            (
                "gong.caf", "with the system's sound (the app has no such file)",
                #""sound":{"file":null,"insteadOfFile":"unknownFile","critical":false}"#
            ),
        ]
    )
    func `a report says what is heard`(_ name: String, _ text: String, _ json: String) async {
        let device = Device.running()
        device.profile.sounds = ["bell.caf": .seconds(1)]
        let payload = #"{"aps":{"alert":"a","sound":"\#(name)"}}"#
        let report = await device.deliver(payload: payload).report
        #expect(report.text.contains(text))
        #expect(report.json.contains(json))
    }

    @Test(
        arguments: [
            (true, true, nil), (false, true, .noEntitlement), (true, false, .notAllowed),
        ] as [(Bool, Bool, DeliveryReport.CriticalSoundRefusal?)]
    )
    func `a critical sound that is played as a plain one is told, and why`(
        _ hasEntitlement: Bool,
        _ isAllowed: Bool,
        _ refusal: DeliveryReport.CriticalSoundRefusal?
    ) async {
        let device = Device.running()
        device.profile.mayAlertCritically = hasEntitlement
        device.profile.permission.allowsCritical = isAllowed
        let payload = #"{"aps":{"alert":"a","sound":{"critical":1,"name":"default","volume":1}}}"#
        let report = await device.deliver(payload: payload).report
        let events = report.kinds.filter { $0.name == "criticalSoundRefused" }
        #expect(events == (refusal.map { [.criticalSoundRefused($0)] } ?? []))
        #expect(report.shown?.presentation.sound?.isCritical == (refusal == nil))
        let words = refusal.map { "criticalSoundRefused: \($0.rawValue)\n" } ?? "\n"
        #expect(report.text.contains(words))
        // Another sound, or none, is no refusal.
        let plain = device.deliver(payload: #"{"aps":{"alert":"a","sound":"default"}}"#)
        #expect(await !plain.report.kinds.contains { $0.name == "criticalSoundRefused" })
    }
}
