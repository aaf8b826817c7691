// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// A way that turns an alert into a VoIP push, so that the phone rings, or a call into an alert.
struct PushTypeAttackTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(oneTime: 2)
    }

    @Test(.rules("M-25 M-40 T-15"), arguments: ["alert", "voip"])
    func `an alert that comes as a call does not open, nor a call as an alert`(
        _ sealed: String
    ) throws {
        let other = sealed == "alert" ? "voip" : "alert"
        // The first takes a one-time prekey, the third the reusable one.
        for name in ["one", "two", "three"] {
            try place.seal("Dinner at eight", as: name, "--push", sealed, "--headers", "@headers")
            let headers = try place.text("headers")
            let topic = Workplace.topic + (sealed == "voip" ? ".voip" : "")
            #expect(headers.contains("apns-topic: \(topic)\n"))
            #expect(headers.contains("apns-push-type: \(sealed)\n"))
            let turned = try place.open(name, "--push", other)
            #expect(turned.status == 4)
            #expect(try turned.string("status") == "placeholder")
            #expect(try turned.string("error") == "cannotOpen")
            #expect(try turned.string("notification", "title") == "New notification")
            #expect(!turned.text.contains("Dinner"))
            #expect(turned.errors.contains("kind of push"))
            // It burned nothing.
            let opened = try place.open(name, "--push", sealed)
            #expect(try opened.string("status") == "opened")
            #expect(try opened.string("notification", "body") == "Dinner at eight")
        }
    }

    @Test(.rules("M-25 M-40 T-15"), arguments: ["alert", "voip"], ["alert", "voip"])
    func `what was deferred opens as what it was`(_ sealed: String, _ delivered: String) throws {
        try place.seal("Dinner at eight", "--push", sealed)
        let deferred = try place.open(
            "sealed",
            "--push",
            delivered,
            "--lock-state",
            "before-first-unlock"
        )
        #expect(try deferred.string("status") == "deferred")
        let shown = try place.run("open", "--store", "@phone", "--deferred")
        if sealed == delivered {
            #expect(try shown.string("notification", "body") == "Dinner at eight")
        } else {
            #expect(shown.status == 4)
            #expect(shown.errors.contains("is deleted (cannotOpen)"))
            #expect(shown.output.isEmpty)
        }
    }

    @Test(arguments: ["alert", "voip"], [true, false])
    func `a copy of the other kind does not take the place of a deferred message`(
        _ sealed: String,
        _ isCopyFirst: Bool
    ) throws {
        let other = sealed == "alert" ? "voip" : "alert"
        try place.seal("Dinner at eight", "--push", sealed)
        for kind in isCopyFirst ? [other, sealed] : [sealed, other] {
            let run = try place.open(
                "sealed",
                "--push",
                kind,
                "--lock-state",
                "before-first-unlock"
            )
            #expect(try run.string("status") == "deferred")
        }
        let shown = try place.run("open", "--store", "@phone", "--deferred")
        #expect(try shown.string("notification", "body") == "Dinner at eight")
    }

    @Test func `without a word pushes are alerts, and there is no third kind`() throws {
        try place.seal("Dinner at eight")
        #expect(try place.open("sealed", "--push", "alert").status == 0)
        let unknown = try place.open("sealed", "--push", "background")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("alert or voip"))
        let both = try place.run("open", "--store", "@phone", "--deferred", "--push", "voip")
        #expect(both.status == 64)
    }
}
