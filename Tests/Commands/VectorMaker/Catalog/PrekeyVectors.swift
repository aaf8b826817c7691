// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Envelopes whose prekey does not serve: lines 8 to 16 of the receiver.
enum PrekeyVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 301)
        try addUnknown(to: &group)
        try addTerms(to: &group)
        try addLowOrder(to: &group)
        return group.vectors
    }

    private static let scene = Scene()

    private static func addUnknown(to group: inout VectorGroup) throws {
        try group.add("other-device", 10, "Sealed to another device.") {
            var other = scene
            other.record = TestDevice("phone-2").record()
            return try scene.refused(.unknownPrekey, other.draft($0)).vector($0)
        }
        try group.add(
            "id-of-nobody",
            rule: "M-38 line 8",
            "Sealed to the device's prekey, but under a prekey id of zeros."
        ) {
            var draft = scene.draft($0)
            draft.prekeyID = [UInt8](repeating: 0, count: 8)
            return try scene.refused(.unknownPrekey, draft).vector($0)
        }
        try group.add(
            "other-record-of-the-key",
            rule: "M-38 line 8",
            "Sealed to a later record of the same key."
        ) {
            var other = scene
            other.record = scene.phone.record { $0.epoch += 1 }
            return try scene.refused(.unknownPrekey, other.draft($0)).vector($0)
        }
    }

    private static func addTerms(to group: inout VectorGroup) throws {
        let last = Moment.notAfter.advanced(by: .seconds(300))
        func lateDraft(_ heading: Heading) -> MessageDraft {
            var draft = scene.draft(heading)
            draft.created = Moment.notAfter.milliseconds - 1
            draft.timeToLive = 2_592_000
            return draft
        }
        try group.add(
            "prekey-last-moment",
            15,
            "Opened 300 s after the end of its prekey, which ends the message, too."
        ) {
            try scene.opened(lateDraft($0)).with { $0.now = last }.vector($0)
        }
        try group.add(
            "prekey-expired",
            15,
            "Opened 300 s and a millisecond after the end of its prekey."
        ) {
            try scene.refused(.prekeyExpired, lateDraft($0))
                .with { $0.now = last.advanced(by: .milliseconds(1)) }.vector($0)
        }
        try group.add(
            "prekey-expired-erases-nothing",
            rule: "M-38 line 15",
            "Too late by a false reading of the clock; by a right one it is opened."
        ) {
            try scene.refused(.prekeyExpired, lateDraft($0))
                .with { $0.now = Moment.notAfter.advanced(by: .seconds(99 * 86_400)) }
                .again("opened") {
                    $0.now = Moment.notAfter
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add(
            "prekey-expired-one-time",
            rule: "M-38 line 15",
            "The same under a one-time prekey."
        ) {
            let scene = Scene(.oneTime1)
            return try scene.refused(.prekeyExpired, scene.draft($0))
                .with { $0.now = Moment.notAfter.advanced(by: .seconds(99 * 86_400)) }
                .again("opened") {
                    $0.now = Moment.base
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add(
            "prekey-expired-before-enc",
            15,
            "The prekey has expired, and enc is of low order."
        ) {
            var draft = lateDraft($0)
            draft.x25519Half = .lowOrder(Points.neutral)
            return try scene.refused(.prekeyExpired, draft)
                .with { $0.now = last.advanced(by: .milliseconds(1)) }.vector($0)
        }
        try group.add(
            "prekey-expired-before-future",
            15,
            "The prekey has expired, and the message was created two days after now."
        ) {
            var draft = scene.draft($0)
            let now = last.advanced(by: .milliseconds(1))
            draft.created = now.advanced(by: .seconds(2 * 86_400)).milliseconds
            return try scene.refused(.prekeyExpired, draft).with { $0.now = now }.vector($0)
        }
        try group.add(
            "prekey-end-capped",
            rule: "M-3",
            "The prekey ends at 2^53 - 1, which is now: not_after + 300 s is capped."
        ) {
            var scene = scene
            scene.record = scene.phone.record { $0.notAfter = .latest }
            var draft = scene.draft($0)
            draft.created = Timestamp.latest.milliseconds
            return try scene.opened(draft).with { $0.now = .latest }.vector($0)
        }
    }

    private static func addLowOrder(to group: inout VectorGroup) throws {
        let all = Points.lowOrder.map { ($0.name, $0.bytes) }
        let topBits = [all[0], all[6]].map { name, bytes in
            (name + "-top-bit", bytes.dropLast() + [bytes[31] | 0x80])
        }
        for (name, point) in all + topBits {
            try group.add(
                "enc-low-order-\(name)",
                rule: "M-9",
                "The X25519 half is refused; sealed with the agreement zero."
            ) {
                var draft = scene.draft($0)
                draft.x25519Half = .lowOrder(point)
                return try scene.refused(.cannotOpen, draft).vector($0)
            }
        }
    }
}
