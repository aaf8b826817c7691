// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// Links and retirements of devices, and what is done with statements.
struct StatementCommandTests {
    private let place: Workplace

    private static let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#

    init() throws {
        place = try Workplace.withStores()
        try place.make("tablet")
    }

    private func seal(_ device: String, for recipient: String = "bob") throws -> Transcript {
        try place.run(
            "seal",
            "--store",
            "@server",
            "--to",
            "@\(device).bundle",
            "--topic",
            Workplace.topic,
            "--recipient",
            recipient,
            input: Self.payload
        )
    }

    private func apply(_ file: String, to store: String = "@server", _ options: String...) throws
        -> Transcript
    {
        try place.run(["statement", "apply", "--store", store, file] + options)
    }

    private func makeRetirement(_ device: String) throws {
        let text = try place.succeed("device", "retire", "--store", "@\(device)")
        try place.write(text.output, to: "retirement")
    }

    // MARK: - Retirement

    @Test(.rules("C-9")) func `a retired device is never sealed to again`() throws {
        #expect(try seal("phone").status == 0)
        try place.succeed(
            "recipient",
            "confirm",
            "--store",
            "@server",
            "--recipient",
            "bob",
            "--device",
            "@tablet.bundle"
        )
        try makeRetirement("tablet")
        let applied = try apply("@retirement")
        #expect(applied.status == 0 && applied.output.isEmpty)
        #expect(applied.errors == "sealedpush: note: the device is retired\n")
        #expect(try apply("@retirement").errors.contains("was retired before"))
        let sealed = try seal("tablet")
        #expect(sealed.status == 2)
        #expect(sealed.errors.contains("the device was retired"))
        #expect(try seal("tablet", for: "somebody").status == 2)
        let list = ["recipient", "list", "--store", "@server", "--recipient", "bob"]
        let lines = try place.run(list).text.split(separator: "\n")
        #expect(lines.map { $0.prefix(7) } == ["known  ", "retired"])
        // Applying it on the tablet itself would only seem to do something.
        let wrong = try apply("@retirement", to: "@tablet")
        #expect(wrong.status == 6)
        #expect(
            wrong.errors == """
                sealedpush: error: the store has no sender identity
                sealedpush: hint: retirements are for the stores of senders

                """
        )
    }

    @Test func `a store says which devices it can retire`() throws {
        let hex = Hex.encode(try DeviceBundle(text: place.text("phone.bundle")).device.bytes.span)
        let list = try place.run("device", "retire", "--store", "@phone", "--list")
        #expect(list.text == "\(hex)  this device\n")
        let named = try place.run("device", "retire", "--store", "@phone", "--device", hex)
        #expect(try DeviceIdentity.Retirement(text: named.line).device.bytes == Hex.decode(hex))
        let other = try place.run(
            "device",
            "retire",
            "--store",
            "@phone",
            "--device",
            "@tablet.bundle"
        )
        #expect(other.status == 6)
        #expect(other.errors.contains("the store keeps no such retirement"))
        #expect(try place.run("device", "retire", "--store", "@server").status == 6)
        #expect(
            try place.run("device", "retire", "--store", "@phone", "--list", "--device", hex).status
                == 64
        )
    }

    @Test func `if the device's identity is damaged, no output claims to know it`()
        throws
    {
        try place.succeed("device", "retire", "--store", "@phone")
        let folder = place.path("phone/device")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try place.write("damaged", to: "phone/device/\(name)")
        }
        let list = try place.run("device", "retire", "--store", "@phone", "--list")
        #expect(list.status == 0)
        #expect(
            list.text.hasSuffix(
                "  this device or an earlier one: its identity is missing or damaged\n"
            )
        )
    }

    // MARK: - Statements

    @Test func `what a statement says is shown`() throws {
        let text = try place.succeed("sender", "succeed", "--store", "@server")
        try place.write(text.output, to: "succession")
        let succession = try SenderIdentity.Succession(text: text.line)
        let shown = try place.run("inspect", "@succession")
        let (old, new) = (succession.old.text, succession.new.text)
        #expect(
            shown.text == """
                statement  succession
                old        \(old)
                new        \(new)
                signed by  old, new
                meaning    the new identity is a candidate for the old one's place

                """
        )
        let json = try place.run("inspect", "--json", "@succession").json()
        #expect(json["statement"]?.string == "succession")
        #expect(json["old"]?.string == old && json["new"]?.string == new)
        #expect(json["signedBy"]?.elements?.map { $0.string } == ["old", "new"])
    }

    @Test func `several statements are shown one behind the other`() throws {
        try makeRetirement("phone")
        let revocation = try place.succeed("sender", "revoke", "--store", "@server", "--yes").text
        try place.write(try place.text("retirement") + revocation, to: "both")
        let shown = try place.run("inspect", "@both").text
        #expect(shown.hasPrefix("statement  retirement\ndevice     "))
        #expect(shown.contains("\n\nstatement  revocation\nsender     sealedpush-sender-1:"))
        let lines = try place.run("inspect", "--json", "@both").text
        #expect(lines.contains("\"retirement\"") && lines.contains("\"revocation\""))
    }

    @Test(arguments: [
        ("", "the file holds no statement"), (" \n\n", "the file holds no statement"),
        ("hello", "the statement is empty or of another kind (wrongPrefix)"),
        ("sealedpush-link-1:AAAA.AAAA", "the statement is empty or of another kind (wrongPrefix)"),
        (
            "sealedpush-link-offer-1:AAAA.AAAA",
            "the statement is empty or of another kind (wrongPrefix)"
        ),
        ("sealedpush-retirement-1:AAAA.AAAA", "the statement was mistyped or cut (wrongCheck)"),
    ])
    func `what is no statement is neither shown nor applied`(
        _ text: String,
        _ message: String
    ) throws {
        try place.write(text, to: "statement")
        let runs = [
            try place.run("inspect", "@statement"), try apply("@statement"),
            try apply("@statement", to: "@phone"),
        ]
        for run in runs {
            #expect(run.status == 4)
            #expect(run.output.isEmpty)
        }
        let unknown = "the file is no sealed push, bundle, statement or identity"
        let shown = text.hasPrefix("sealedpush-") ? message : unknown
        for (run, message) in zip(runs, [shown, message, message]) {
            #expect(run.errors.contains(message))
        }
    }

    /// The text of a retirement with one bit of its signature changed.
    private func forgeRetirement() throws -> String {
        var bytes = try DeviceIdentity.Retirement(text: place.text("retirement")).bytes
        bytes[96] ^= 1
        let checked = Array("SealedPush v1 text\0sealedpush-retirement-1:".utf8) + bytes
        let check = Array(SHA256.hash(checked.span).prefix(6))
        return "sealedpush-retirement-1:" + Base64URL.encode(bytes.span) + "."
            + Base64URL.encode(check.span)
    }

    @Test func `a forged statement is neither shown nor applied`() throws {
        try makeRetirement("phone")
        try place.write(forgeRetirement(), to: "forged")
        for run in [try place.run("inspect", "@forged"), try apply("@forged")] {
            #expect(run.status == 4)
            #expect(run.output.isEmpty)
            #expect(
                run.errors.contains(
                    "error: the statement was not signed by the identity that it names (wrongSignature)"
                )
            )
        }
        #expect(try seal("phone").status == 0)
    }

    @Test func `what is wrong is told by its line, and the other statements are applied`() throws {
        #expect(try seal("phone").status == 0)
        #expect(try seal("tablet", for: "ann").status == 0)
        try makeRetirement("tablet")
        let tablet = try place.text("retirement")
        try makeRetirement("phone")
        let phone = try place.text("retirement")
        let forged = try forgeRetirement()
        try place.succeed("sender", "init", "--store", "@other")
        let revocation = try place.succeed("sender", "revoke", "--store", "@other", "--yes").text
        try place.write(
            "hello\n" + tablet + "\n" + forged + "\n" + revocation + phone,
            to: "mixed"
        )
        let run = try apply("@mixed")
        #expect(run.status == 4)
        #expect(
            run.errors == """
                sealedpush: note: line 1: the statement is empty or of another kind (wrongPrefix)
                sealedpush: note: line 2: the device is retired
                sealedpush: note: line 4: the statement was not signed by the identity that it names (wrongSignature)
                sealedpush: note: line 5: the store has no device identity
                sealedpush: note: line 6: the device is retired
                sealedpush: error: 3 of 5 statements were not applied
                sealedpush: hint: the notes above say on which lines, and why

                """
        )
        #expect(try seal("tablet", for: "ann").status == 2)
        #expect(try seal("phone").status == 2)
        let shown = try place.run("inspect", "@mixed")
        #expect(shown.status == 4)
        #expect(shown.text.split(separator: "\n").count { $0.hasPrefix("statement  ") } == 3)
        #expect(
            shown.errors.contains(
                "note: line 4: the statement was not signed by the identity that it names (wrongSignature)"
            )
        )
        #expect(shown.errors.contains("error: 2 of 5 statements were not shown"))
    }

    @Test(.rules("V-27 V-28 V-30 V-33"))
    func `a retirement is kept also where the device is none of the recipient, which is told`()
        throws
    {
        #expect(try seal("phone", for: "ann").status == 0)
        #expect(try seal("tablet", for: "bob").status == 0)
        try makeRetirement("tablet")
        for _ in 0..<2 {
            let other = try apply("@retirement", "--recipient", "ann")
            #expect(other.status == 2)
            #expect(
                other.errors.contains("the device is retired, but is no device of this recipient")
            )
            #expect(other.errors.contains("hint: the retirement is kept and counts for all"))
        }
        #expect(try seal("tablet", for: "bob").errors.contains("the device was retired"))
        let own = try apply("@retirement", "--recipient", "bob")
        #expect(own.status == 0)
        #expect(own.errors == "sealedpush: note: the device was retired before\n")
        #expect(try seal("phone", for: "ann").status == 0)
    }

    @Test func `a device of the recipient is retired`() throws {
        #expect(try seal("phone", for: "ann").status == 0)
        try makeRetirement("phone")
        let own = try apply("@retirement", "--recipient", "ann")
        #expect(own.status == 0)
        #expect(own.errors == "sealedpush: note: the device is retired\n")
        // A retirement knows no recipient.
        #expect(try seal("phone", for: "cid").status == 2)
    }

    @Test func `a statement about a sender is for a store that has a device`() throws {
        let text = try place.succeed("sender", "succeed", "--store", "@server")
        try place.write(text.output, to: "succession")
        let wrong = try apply("@succession")
        #expect(wrong.status == 6)
        #expect(
            wrong.errors == """
                sealedpush: error: the store has no device identity
                sealedpush: hint: successions and revocations are for the stores of devices

                """
        )
        try place.make("other")
        let stranger = try apply("@succession", to: "@other")
        #expect(stranger.status == 0)
        #expect(stranger.errors.contains("the old identity is neither a contact nor a candidate"))
    }

    @Test func `a statement comes from standard input, and then the passphrase does not`() throws {
        try makeRetirement("phone")
        let text = try place.text("retirement")
        #expect(try place.run(["inspect"], input: text).status == 0)
        let applied = try place.run(["statement", "apply", "--store", "@server"], input: text)
        #expect(applied.errors.contains("the device is retired"))
        let both = try place.run("statement", "apply", "--store", "x", "--passphrase-file", "-")
        #expect(both.status == 64)
    }
}
