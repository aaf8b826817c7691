// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SimulatedDevice

@testable import PushFindings

extension Planted {
    private static func payload(_ member: String) -> String {
        #"{"aps":{"alert":"a","mutable-content":1,\#(member)}}"#
    }

    private static func alert(_ members: String) -> String {
        #"{"aps":{"alert":{\#(members)},"mutable-content":1}}"#
    }

    /// What the phone does not have or allow.
    static let phones: [Planted] = [
        Planted(.otherApp) {
            $0.push.token = nil
            $0["apns-topic"] = "com.example.other"
        } almost: {
            $0.become(.voip, $0.payload)
        },
        Planted(.alertsOff) {
            $0.app.showsAlerts = false
        } almost: {
            $0.app.showsAlerts = nil
        },
        Planted(.noExtension) {
            $0.app.hasExtension = false
        } almost: {
            $0.app.hasExtension = false
            $0.payload = #"{"aps":{"alert":"a"}}"#
        },
        Planted(.extensionNotAsked) {
            $0.payload = #"{"aps":{"alert":"a"}}"#
        } almost: {
            $0.app.hasExtension = nil
            $0.payload = #"{"aps":{"alert":"a"}}"#
        },
        Planted(.unknownCategory) {
            $0.payload = payload(#""category":"PARCELS""#)
        } almost: {
            $0.payload = payload(#""category":"PARCEL""#)
        },
        Planted(.soundNotPlayed, "no such file") {
            $0.payload = payload(#""sound":"bell.caf""#)
        } almost: {
            $0.payload = payload(#""sound":"ring.caf""#)
        },
        Planted(.soundNotPlayed, "too long") {
            $0.payload = payload(#""sound":"long.caf""#)
        } almost: {
            $0.app.sounds = nil
            $0.payload = payload(#""sound":"long.caf""#)
        },
        Planted(.soundNotPlayed, "of another type") {
            $0.payload = payload(#""sound":{"critical":1,"name":"ring.mp3"}"#)
        } almost: {
            $0.payload = payload(#""sound":{"critical":1,"name":"default"}"#)
        },
        Planted(.criticalSoundRefused) {
            $0.app.mayAlertCritically = false
            $0.payload = payload(#""sound":{"critical":1,"name":"default"}"#)
        } almost: {
            $0.app.mayAlertCritically = false
            $0.payload = payload(#""sound":{"critical":0,"name":"default"}"#)
        },
        Planted(.timeSensitiveRefused) {
            $0.app.maySendTimeSensitive = false
            $0.payload = payload(#""interruption-level":"time-sensitive""#)
        } almost: {
            $0.app.maySendTimeSensitive = false
            $0.payload = payload(#""interruption-level":"active""#)
        },
        Planted(.unknownLocalizationKey) {
            $0.payload = alert(#""loc-key":"GOODBYE""#)
        } almost: {
            $0.payload = alert(#""loc-key":"HELLO","loc-args":["Ann","late"]"#)
        },
        Planted(.missingArgument, "in order") {
            $0.payload = alert(#""title-loc-key":"HELLO","title-loc-args":["Ann"]"#)
        } almost: {
            $0.payload = alert(#""title-loc-key":"HELLO","title-loc-args":["Ann",7]"#)
        },
        Planted(.missingArgument, "by number") {
            $0.payload = alert(#""subtitle-loc-key":"ORDER","subtitle-loc-args":["1"]"#)
        } almost: {
            $0.payload = alert(#""subtitle-loc-key":"ORDER","subtitle-loc-args":["1","2"]"#)
        },
        Planted(.noBackgroundMode) {
            $0.becomeSilent()
            $0.app.hasBackgroundMode = false
        } almost: {
            $0.payload = payload(#""content-available":1"#)
            $0.app.hasBackgroundMode = false
        },
        Planted(.appWasQuit) {
            $0.becomeSilent()
            $0.app.state = .terminatedByUser
        } almost: {
            $0.becomeSilent()
            $0.app.state = .terminated
        },
        Planted(.wakesLockedPhone, "locked") {
            $0.becomeSilent()
            $0.phone.lock = .locked
        } almost: {
            $0.payload = payload(#""content-available":1"#)
            $0.phone.lock = .locked
        },
        Planted(.wakesLockedPhone, "not unlocked since its start") {
            $0.becomeSilent()
            $0.phone.lock = .beforeFirstUnlock
        } almost: {
            $0.becomeSilent()
            $0.phone.lock = .unlocked
        },
    ]
}
