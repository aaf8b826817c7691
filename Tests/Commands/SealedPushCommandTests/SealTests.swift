// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

struct SealTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.withStores(oneTime: 20)
    }

    private static let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#

    private func seal(
        _ options: String...,
        input: String = payload,
        bundle: String = "@phone.bundle",
        topic: String? = Workplace.topic
    ) throws -> Transcript {
        let topic = topic.map { ["--topic", $0] } ?? []
        return try place.run(
            ["seal", "--store", "@server", "--to", bundle] + topic + Workplace.naming(options),
            input: input
        )
    }

    private func envelope(_ transcript: Transcript) throws -> Envelope {
        let outer = try OuterPayload(reading: transcript.output)
        return try Envelope(text: outer.encryptedContent.span)
    }

    @Test func `prints the payload and nothing else`() throws {
        let sealed = try seal()
        #expect(sealed.status == 0)
        #expect(sealed.errors.isEmpty)
        #expect(sealed.output.last == UInt8(ascii: "}"))
        #expect(try sealed.string("aps", "alert", "body") == "New notification")
        #expect(try envelope(sealed).bytes.count == 2048)
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"cut \ud83d"}}"#, [Payload.Note.halfPair]),
        (#"{"aps":{"alert":"a","badge":"3"}}"#, [.passedOver("aps.badge")]),
        (#"{"aps":{"content-available":true}}"#, [.wakesNoApp, .noText]),
    ])
    func `what is changed or cannot work sealed is told on standard error`(
        _ payload: String,
        _ notes: [Payload.Note]
    ) throws {
        let sealed = try seal(input: payload)
        #expect(sealed.status == 0)
        #expect(sealed.errors == notes.map { "sealedpush: note: \($0.message)\n" }.joined())
    }

    @Test func `options choose padding and placeholder`() throws {
        let sealed = try seal(
            "--padding",
            "none",
            "--placeholder",
            "Something came"
        )
        #expect(try sealed.string("aps", "alert", "body") == "Something came")
        #expect(try envelope(sealed).bytes.count == 1271 + Self.payload.utf8.count)
        let constant = try seal("--padding", "constant")
        #expect(try envelope(constant).bytes.count == 2880)
    }

    @Test func `headers go to a file, one a line`() throws {
        let moment = TimeOfTest.now.advanced(by: .hours(1))
        let sealed = try seal(
            "--headers",
            "@headers",
            "--ttl",
            "15m",
            "--at",
            TimeText.text(of: moment)
        )
        #expect(sealed.status == 0)
        let lines = try place.text("headers").split(separator: "\n").map(String.init)
        let expiration = moment.advanced(by: .minutes(15)).milliseconds / 1000
        #expect(
            lines.dropLast() == [
                "apns-topic: com.example.app", "apns-push-type: alert", "apns-priority: 10",
                "apns-expiration: \(expiration)",
            ]
        )
        #expect(lines.last?.hasPrefix("apns-collapse-id: ") == true)
    }

    @Test func `headers that can't be written leave nothing on standard output`() throws {
        let sealed = try seal("--headers", "@no/where")
        #expect(sealed.status == 1)
        #expect(sealed.output.isEmpty)
        // Told before anything is sealed, so no hint says to seal again.
        #expect(
            sealed.errors
                == "sealedpush: error: the headers can't be written: its folder is not there\n"
        )
    }

    @Test func `a collapse key gives the same collapse id again`() throws {
        var ids: [String] = []
        for name in ["one", "two"] {
            _ = try seal("--headers", "@\(name)", "--collapse-key", "dinner")
            ids += try place.text(name).split(separator: "\n").suffix(1).map(String.init)
        }
        #expect(ids.count == 2)
        #expect(Set(ids).count == 1)
    }

    @Test func `the topic of an apns file serves, and an option goes before it`() throws {
        let file = #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"Hi"}}"#
        _ = try seal("--headers", "@own", input: file, topic: nil)
        #expect(try place.text("own").hasPrefix("apns-topic: com.example.app\n"))
        _ = try seal("--headers", "@named", input: file, topic: "a.b")
        #expect(try place.text("named").hasPrefix("apns-topic: a.b\n"))
        let none = try seal(topic: nil)
        #expect(none.status == 64)
        #expect(none.errors.contains("no topic is given"))
    }

    @Test func `a topic that would be two headers is refused`() throws {
        let file = #"{"Simulator Target Bundle":"a.b\r\nx: y","aps":{"alert":"Hi"}}"#
        let run = try seal("--headers", "@headers", input: file, topic: nil)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("'Simulator Target Bundle' is no topic"))
    }

    @Test(arguments: [
        ("", "the code is empty"),
        (String(repeating: "c", count: 65), "the code has more than 64 bytes"),
        ("a\nb", "the code has a control character or a line break"),
    ])
    func `a code that no contact can have is not sealed`(_ code: String, _ why: String) throws {
        let run = try seal("--from", code)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors == "sealedpush: error: \(why)\n")
    }

    @Test func `the bundle can come from standard input`() throws {
        try place.write(Self.payload, to: "payload.json")
        let sealed = try seal(
            "@payload.json",
            input: try place.text("phone.bundle"),
            bundle: "-"
        )
        #expect(sealed.status == 0)
    }

    @Test func `an expiry that the prekey clamps is told`() throws {
        let moment = TimeOfTest.now.advanced(by: .days(40))
        let sealed = try seal("--ttl", "30d", "--at", TimeText.text(of: moment))
        #expect(sealed.status == 0)
        #expect(sealed.errors.contains("note: the prekey ends earlier than the time to live"))
    }

    @Test func `fields are shortened on demand only, and that is told`() throws {
        let long = String(repeating: "word ", count: 500)
        let payload = #"{"aps":{"alert":{"title":"T","body":"\#(long)"}}}"#
        let refused = try seal(input: payload)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("shorten it, or let --shorten body do so"))
        let sealed = try seal("--shorten", "body,title", input: payload)
        #expect(sealed.status == 0)
        #expect(sealed.errors == "sealedpush: note: shortened to make it fit: body\n")
    }

    @Test(arguments: [
        ("{", "the payload is not JSON as APNs takes it: it ends too early, at byte 1"),
        (#"{"aps":{},"aps":{}}"#, "a key comes twice, at byte 10\nsealedpush: hint: keep one"),
        ("\u{FEFF}{\"aps\":{}}", "a byte order mark\nsealedpush: hint: write it without the bytes"),
        ("[]", "the payload is not a JSON object"),
        ("{}", "the payload has no object 'aps'"),
        (#"{"aps":{},"sealedpush":{}}"#, "which only options set"),
        (#"{"aps":{},"Simulator Target Bundle":1}"#, "'Simulator Target Bundle' is not a string"),
    ])
    func `a payload that is none is not sealed`(_ payload: String, _ message: String) throws {
        let run = try seal(input: payload)
        // A member that only options set may not be sealed; the others are malformed.
        #expect(run.status == (message.contains("options set") ? 2 : 4))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message))
    }

    @Test func `a mistyped bundle is refused by its check part`() throws {
        var text = Array(try place.text("phone.bundle"))
        text[100] = text[100] == "x" ? "y" : "x"
        try place.write(String(text), to: "mistyped")
        let run = try seal(bundle: "@mistyped")
        #expect(run.status == 4)
        #expect(run.errors.contains("the bundle was mistyped or cut (wrongCheck)"))
    }

    @Test func `a bundle that has ended, or begins later, is refused`() throws {
        let late = TimeOfTest.now.advanced(by: .days(46))
        let ended = try seal("--at", TimeText.text(of: late))
        #expect(ended.status == 2)
        #expect(ended.errors.contains("no prekey of the bundle serves (noPrekey)"))
        let early = TimeOfTest.now.advanced(by: .days(-2))
        let begins = try seal("--at", TimeText.text(of: early))
        #expect(begins.status == 2)
        #expect(begins.errors.contains("the prekey may not be used yet (prekeyNotYetValid)"))
    }

    @Test(.rules("V-29 V-31 V-32")) func `another device of a known recipient is refused`() throws {
        try place.make("tablet")
        #expect(try seal("--recipient", "bob").status == 0)
        #expect(try seal("--recipient", "bob").status == 0)
        let other = try seal("--recipient", "bob", bundle: "@tablet.bundle")
        #expect(other.status == 2)
        let refusal = "error: the device is not confirmed for the recipient (newDevice)\n"
        #expect(other.errors.contains(refusal))
    }

    @Test(.rules("S-8"), arguments: [[], ["--recipient", "bob", "--untracked"]])
    func `a recipient has to be named, or no list be wanted, and not both`(_ naming: [String])
        throws
    {
        let arguments = [
            "seal", "--store", "@server", "--to", "@phone.bundle", "--topic", Workplace.topic,
        ]
        let run = try place.run(arguments + naming, input: Self.payload)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                sealedpush: error: either --recipient says whose device it is, or --untracked that \
                no list is kept
                sealedpush: hint: see 'sealedpush seal --help'

                """
        )
        let list = ["recipient", "list", "--store", "@server", "--recipient", "bob"]
        #expect(try place.run(list).text.isEmpty)
    }

    @Test(arguments: ["", "bob\n", "\u{1B}[2J", String(repeating: "x", count: 65)])
    func `a recipient without a usable name is refused everywhere, with the same words`(
        _ name: String
    ) throws {
        let device = ["--device", String(repeating: "0", count: 64)]
        let seal = ["seal", "--store", "@server", "--topic", Workplace.topic]
        let subcommands = [
            seal + ["--to", "@phone.bundle"], seal + ["--directory", "@nowhere"],
            ["recipient", "list", "--store", "@server"],
            ["recipient", "remove", "--store", "@server"] + device,
            ["recipient", "confirm", "--store", "@server"] + device,
            ["statement", "apply", "--store", "@server"],
        ]
        for arguments in subcommands {
            let run = try place.run(arguments + ["--recipient", name], input: Self.payload)
            #expect(run.status == 64)
            #expect(run.output.isEmpty)
            #expect(
                run.errors.hasPrefix(
                    "sealedpush: error: --recipient takes 1 to 64 bytes without control characters"
                ),
                "\(arguments): \(run.errors)"
            )
        }
    }

    @Test(.rules("V-29 V-31 V-32"))
    func `without a list a second device is sealed to, and none is remembered`() throws {
        try place.make("tablet")
        #expect(try seal("--untracked").status == 0)
        #expect(try seal("--untracked", bundle: "@tablet.bundle").status == 0)
        #expect(try seal("--recipient", "bob", bundle: "@tablet.bundle").status == 0)
        #expect(try seal("--recipient", "bob").errors.contains("for the recipient (newDevice)"))
        #expect(try seal("--untracked").status == 0)
    }

    @Test func `a published test identity is not sealed to, but on demand`() throws {
        let bytes = TestIdentities.all[0]
        let device = try DeviceIdentity(reading: bytes.span)
        try place.write(try DeviceBundle(device: device, records: []).text, to: "test.bundle")
        let refused = try seal(bundle: "@test.bundle")
        #expect(refused.status == 7)
        #expect(refused.errors.contains("published test identity"))
        // The bundle is empty, so that is what is wrong with it then.
        let allowed = try seal("--insecure-test-keys", bundle: "@test.bundle")
        #expect(allowed.errors.contains("no prekey of the bundle serves"))
    }

    @Test(.rules("M-36 M-37")) func `a message names those that it takes away`() throws {
        // Sent by whatever server: 1 to 64 bytes of UTF-8.
        let ids = ["-dmj6CDUKK8JaLw5y89h6w", "x", String(repeating: "é", count: 32), "a b\n"]
        let run = try place.run(
            ["seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "--topic"]
                + [Workplace.topic] + ids.flatMap { ["--remove", $0] },
            input: Self.payload
        )
        #expect(run.status == 0)
        try place.write(run.output, to: "sealed")
        let fields = try place.open().json()["payload"]?["sealedpush"]
        #expect(fields?["remove"]?.elements?.map(\.string) == ids)
        let options = Array(repeating: ["--remove", ids[1]], count: 51).flatMap(\.self)
        let many = try place.run(
            ["seal", "--store", "@server", "--to", "@phone.bundle", "--untracked"] + options
        )
        #expect(many.status == 64)
        #expect(many.errors.contains("a message takes at most 50 others away"))
        for name in ["", String(repeating: "é", count: 32) + "x"] {
            #expect(try seal("--remove", name).status == 64)
        }
    }

    @Test func `a store without a sender can't seal`() throws {
        let run = try place.run(
            "seal",
            "--store",
            "@phone",
            "--to",
            "@phone.bundle",
            "--untracked",
            "--topic",
            "a.b",
            input: Self.payload
        )
        #expect(run.status == 6)
        #expect(run.errors.contains("the store has no sender identity"))
    }
}
