// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// A stranger whose text draws over the screen, turns it around or looks like the system's own.
struct NastyTextAttackTests {
    /// What a stranger seals, as JSON writes it, and the body that is shown.
    static let bodies: [(sealed: String, shown: String)] = [
        (#"Hi\n\n\n\n\nSystem: battery low"#, "Hi\nSystem: battery low"),
        (#"Hi\r\n\r\nSystem\rbattery\u2028low\u2029now"#, "Hi\nSystem\nbattery\nlow\nnow"),
        (#"\u202egnp.exe\u202c \u2066x\u2069"#, "gnp.exe x"),
        (#"a\u0000b\u0007c"#, "abc"),
        ("e" + String(repeating: #"\u0301"#, count: 200), "e\u{301}\u{301}\u{301}\u{301}"),
    ]

    @Test(.rules("D-18"), arguments: [false, true], bodies)
    func `the text of a stranger, or of a contact to be checked, is cleaned line by line`(
        _ isChanged: Bool,
        _ body: (sealed: String, shown: String)
    ) throws {
        let place = try Workplace.withStores(contact: isChanged)
        if isChanged {
            // Another identity for the known code marks the known one.
            try place.succeed("sender", "init", "--store", "@other")
            let other = try place.succeed("sender", "identity", "--store", "@other").line
            let added = try place.run(
                "contact",
                "add",
                "--store",
                "@phone",
                "--identity",
                other,
                "--name",
                "Ann",
                "--code",
                "ann-7"
            )
            #expect(added.errors.contains("identityChanged") || added.status == 7)
        }
        for alert in [
            #"{"body":"\#(body.sealed)"}"#, #"{"loc-key":"%@","loc-args":["\#(body.sealed)"]}"#,
        ] {
            let sealed = try place.succeed(
                [
                    "seal", "--store", "@server", "--to", "@phone.bundle", "--untracked",
                    "--topic", Workplace.topic, "--from", "ann-7",
                ],
                input: #"{"aps":{"alert":\#(alert)}}"#
            )
            try place.write(sealed.output, to: "sealed")
            let opened = try place.open()
            #expect(opened.status == 0)
            let title = isChanged ? "Check: Ann" : "Unknown sender"
            #expect(try opened.string("notification", "title") == title)
            #expect(try opened.string("notification", "body") == body.shown)
        }
    }
}
