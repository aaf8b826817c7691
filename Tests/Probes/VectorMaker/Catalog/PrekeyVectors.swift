// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Envelopes whose prekey does not serve: step 2 of section 16.
enum PrekeyVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 301)
        for suite in Suite.allCases {
            try add(suite, to: &group)
        }
        return try group.vectors + lowOrder()
    }

    private static func add(_ suite: Suite, to group: inout VectorGroup) throws {
        let scene = try Scene(suite)
        let prefix = "suite\(suite.rawValue)"
        let rule = "section 16, step 2"
        try group.add("\(prefix)-other-device", rule: "M-50", "Sealed to another device.") {
            let phone = try TestDevice("phone-2")
            var other = scene
            other.record = try phone.record(scene.prekey)
            return try scene.refused(.unknownPrekey, other.draft($0)).vector($0)
        }
        try group.add(
            "\(prefix)-never-try-others",
            rule: "M-50",
            "Sealed to the device's only prekey, but under an id that is nobody's."
        ) {
            var draft = scene.draft($0)
            draft.prekeyID = [UInt8](repeating: 0, count: 8)
            return try scene.refused(.unknownPrekey, draft).vector($0)
        }
        try group.add(
            "\(prefix)-suite-mismatch",
            rule: rule,
            "The envelope's suite is not that of the prekey that it names."
        ) {
            let other = try Scene(suite == .x25519 ? .xwing : .x25519)
            var draft = scene.draft($0)
            draft.prekeyID = other.record.id.bytes
            var vector = try scene.refused(.cannotOpen, draft)
            vector.records = [scene.record, other.record]
            vector.prekeys = [scene.prekey, other.prekey]
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-over-age",
            rule: "M-21",
            "24 h 5 min after the end of the prekey it may not be used any more."
        ) {
            var draft = scene.draft($0)
            draft.created = Moment.notAfter.milliseconds - 1
            var vector = try scene.refused(.prekeyExpired, draft)
            vector.opening.now = Moment.notAfter.advanced(by: DevicePrekey.grace)
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-almost-over-age",
            rule: "M-21",
            "A millisecond earlier it still opens, and the message is found expired."
        ) {
            var draft = scene.draft($0)
            draft.created = Moment.notAfter.milliseconds - 1
            var vector = try scene.refused(.expired, draft)
            vector.opening.now = Moment.notAfter.advanced(
                by: DevicePrekey.grace - .milliseconds(1)
            )
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-over-age-is-erased",
            rule: "M-51",
            "A prekey that was met over age is gone, even if the clock goes back."
        ) {
            let envelope = try scene.draft($0).crafted().envelope
            var vector = try scene.refused(.unknownPrekey, envelope)
            var before = vector.opening
            before.expected = OpeningError.prekeyExpired.rawValue
            before.now = Moment.notAfter.advanced(by: .seconds(60 * 86_400))
            vector.before = [before]
            return try vector.vector($0)
        }
    }

    private static func lowOrder() throws -> [Vector] {
        var group = VectorGroup(from: 321)
        let scene = try Scene(.x25519)
        for point in Points.lowOrder {
            try group.add(
                "suite1-low-order-\(point.name)",
                rule: "M-5",
                "Sealed under the all-zero secret, so that it opens where the check is missing."
            ) {
                var draft = scene.draft($0)
                draft.encapsulation = .lowOrder(point.bytes)
                return try scene.refused(.cannotOpen, draft).vector($0)
            }
        }
        try group.add("suite1-low-order-top-bit", rule: "M-5", "Zero with the top bit set.") {
            var draft = scene.draft($0)
            draft.encapsulation = .lowOrder([UInt8](repeating: 0, count: 31) + [0x80])
            return try scene.refused(.cannotOpen, draft).vector($0)
        }
        let xwing = try Scene(.xwing)
        for point in [Points.lowOrder[0], Points.lowOrder[6]] {
            try group.add(
                "suite2-low-order-\(point.name)",
                rule: "M-5",
                "The X25519 part of the encapsulated key is of low order."
            ) {
                var envelope = try xwing.draft($0).crafted().envelope
                envelope.replaceSubrange(1148 - 32..<1148, with: point.bytes)
                return try xwing.refused(.cannotOpen, envelope).vector($0)
            }
        }
        return group.vectors
    }
}
