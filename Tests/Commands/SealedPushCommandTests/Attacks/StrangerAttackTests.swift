// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// A stranger with a bundle and the right to push fills a device's store, prekey after prekey.
struct StrangerFloodAttackTests {
    private let place: Workplace
    /// Noon, so that no day begins while the test runs.
    private let noon = Timestamp(
        clamping: TimeOfTest.now.milliseconds / 86_400_000 * 86_400_000 + 43_200_000
    )

    init() throws {
        place = try Workplace.withStores()
        try place.succeed("sender", "init", "--store", "@stranger")
    }

    private var at: [String] { ["--at", TimeText.text(of: noon)] }

    /// Seals as the stranger.
    private func seal(as name: String) throws {
        let sealed = try place.succeed(
            [
                "seal", "--store", "@stranger", "--to", "@phone.bundle", "--untracked", "--topic",
                Workplace.topic,
            ] + at,
            input: #"{"aps":{"alert":"Flood"}}"#
        )
        try place.write(sealed.output, to: name)
    }

    /// The files of claims and tombstones, and what they take on a disk of blocks of 4 KiB.
    private func claims() throws -> (files: Int, bytes: Int) {
        let folder = place.path("phone/claims")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.contains("/") }
        let sizes = try names.map { name in
            let path = "\(folder)/\(name)"
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        return (names.count, sizes.reduce(0) { $0 + ($1 + 4095) / 4096 * 4096 })
    }

    @Test(.rules("T-20 T-21 T-22"))
    func
        `a stranger who floods every generation fills 256 claims a day, and no contact is kept out`()
        throws
    {
        // The directory's copy changes with each generation: the flood goes on under each.
        let (generations, each, processes) = (4, 72, 4)
        var refused = 0
        for generation in 0..<generations {
            for number in 0..<each { try seal(as: "flood-\(number)") }
            for first in stride(from: 0, to: each, by: processes) {
                let runs = try (first..<first + processes).map { number in
                    try place.start(["open", "--store", "@phone", "@flood-\(number)"] + at)
                }
                for run in runs {
                    let opened = try run.end()
                    guard opened.status != 0 else { continue }
                    #expect(opened.status == 7)
                    #expect(try opened.string("error") == "senderNotAccepted")
                    #expect(!opened.text.contains("Flood"))
                    refused += 1
                }
            }
            guard generation < generations - 1 else { break }
            try place.succeed(["device", "maintain", "--store", "@phone", "--rotate"] + at)
            let bundle = try place.succeed(["device", "bundle", "--store", "@phone"] + at)
            try place.write(bundle.output, to: "phone.bundle")
        }
        let (files, bytes) = try claims()
        #expect((256..<256 + processes).contains(files))
        #expect(refused == generations * each - files)
        #expect(bytes == files * 4096)
        print("\(generations * each) messages of a stranger: \(files) claims, \(bytes) bytes")

        try place.seal("Dinner at eight", "--at", TimeText.text(of: noon))
        let contact = try place.run(["open", "--store", "@phone", "@sealed"] + at)
        #expect(try contact.string("status") == "opened")
        #expect(try contact.string("notification", "body") == "Dinner at eight")

        let nextDay = TimeText.text(of: noon.advanced(by: .hours(23)))
        let stranger = try place.open("flood-\(each - 1)", "--at", nextDay)
        #expect(try stranger.string("status") == "opened")
        #expect(try stranger.string("notification", "title") == "Unknown sender")
    }
}

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
