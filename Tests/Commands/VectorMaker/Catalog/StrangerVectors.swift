// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages of unknown senders on a day on which many were claimed: line 20 of the receiver.
enum StrangerVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 590)
        try addCounts(to: &group)
        try addRepeats(to: &group)
        return group.vectors
    }

    private static let scene = Scene()
    private static let nextDay = Moment.base.advanced(by: .seconds(86_400))

    /// A day on which so many strangers were counted.
    private static func stranger(_ count: Int) -> (inout Opening) -> Void {
        {
            $0.contacts = []
            $0.strangers = count
        }
    }

    private static func addCounts(to group: inout VectorGroup) throws {
        try group.add("stranger-256", rule: "T-20", "The 256th unknown sender of the day.") {
            try scene.opened(scene.draft($0)).with(stranger(255)).vector($0)
        }
        try group.add("stranger-257", rule: "T-20", "The 257th unknown sender of the day.") {
            try scene.refused(.senderNotAccepted, scene.draft($0)).with(stranger(256)).vector($0)
        }
        try group.add(
            "stranger-257-not-signed",
            20,
            "The 257th unknown sender of the day; it is not signed."
        ) {
            var draft = scene.draft($0)
            draft.sign = .fixed([UInt8](repeating: 0, count: 64))
            return try scene.refused(.senderNotAccepted, draft).with(stranger(256)).vector($0)
        }
        try group.add(
            "contact-among-256",
            rule: "T-20",
            "A contact is not counted, and is opened after the 256th unknown sender of the day."
        ) { heading in
            func payload(_ salt: String) throws -> [UInt8] {
                try Scene.outer(scene.draft(heading, salt: salt).crafted().envelope)
            }
            let (second, third) = (try payload(" second"), try payload(" third"))
            return try scene.opened(scene.draft(heading)).with { $0.strangers = 255 }
                .again("opened") {
                    $0.strangers = nil
                    $0.contacts = []
                    ($0.payload, $0.content) = (second, Scene.hello)
                }.again("opened") {
                    $0.contacts = ["server-1"]
                    ($0.payload, $0.content) = (third, Scene.hello)
                }.vector(heading)
        }
        try group.add("stranger-next-day", rule: "T-20", "Refused, and opened the next day.") {
            try scene.refused(.senderNotAccepted, scene.draft($0)).with(stranger(256))
                .again("opened") {
                    $0.strangers = nil
                    $0.now = nextDay
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add(
            "stranger-clock-set-back",
            rule: "T-22",
            "A day of 256, the next one, and the first again: its count was kept."
        ) {
            try scene.refused(.senderNotAccepted, scene.draft($0)).with(stranger(256))
                .again("opened") {
                    $0.strangers = nil
                    $0.now = nextDay
                    $0.content = Scene.hello
                }.again("senderNotAccepted") { $0.now = Moment.base }.vector($0)
        }
    }

    private static func addRepeats(to group: inout VectorGroup) throws {
        try group.add("stranger-counted", rule: "T-21", "The 256th, and then another one.") {
            let other = try Scene.outer(scene.draft($0, salt: " other").crafted().envelope)
            return try scene.opened(scene.draft($0)).with(stranger(255))
                .again("senderNotAccepted") {
                    $0.strangers = nil
                    $0.payload = other
                }.vector($0)
        }
        try group.add("stranger-refused-is-not-counted", rule: "T-21", "A forgery counts nothing.")
        {
            var forged = scene.draft($0, salt: " forged")
            forged.sign = .fixed([UInt8](repeating: 0, count: 64))
            let payload = try Scene.outer(scene.draft($0).crafted().envelope)
            return try scene.refused(.wrongSignature, forged).with(stranger(255))
                .again("opened") {
                    $0.strangers = nil
                    $0.payload = payload
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add(
            "stranger-recovered",
            rule: "T-21",
            "A message that is recovered is not counted again, so another one is the 256th."
        ) {
            var first = try scene.opened(scene.draft($0)).with(stranger(254))
            first.opening.stop = .afterClaim
            let other = try Scene.outer(scene.draft($0, salt: " other").crafted().envelope)
            return try first.again("recovered") { $0.strangers = nil }
                .again("opened") {
                    $0.payload = other
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add(
            "stranger-claim-without-prekey",
            14,
            "The claim of a one-time prekey that is gone is recovered on a day of 256 strangers."
        ) {
            let scene = Scene(.oneTime1)
            var first = try scene.opened(scene.draft($0)).with(stranger(255))
            first.opening.stop = .afterErasure
            return try first.again("recovered") { $0.strangers = 256 }.vector($0)
        }
    }
}
