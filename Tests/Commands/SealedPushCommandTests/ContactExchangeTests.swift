// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

struct ContactExchangeTests {
    private let place: Workplace
    private let identity: String

    init() throws {
        place = try Workplace.withStores()
        identity = try place.text("identity")
        try place.make("tablet")
    }

    private func export(_ format: String, from store: String = "@phone") throws -> Transcript {
        try place.run("contact", "export", "--store", store, "--format", format)
    }

    private func load(_ options: String..., input: String = "") throws -> Transcript {
        try place.run(["contact", "import", "--store", "@tablet"] + options, input: input)
    }

    @Test(arguments: ["json", "vcard"])
    func `what one device exports another imports`(_ format: String) throws {
        let second = try place.succeed("sender", "init", "--store", "@other").line
        try place.succeed(
            "contact",
            "add",
            "--store",
            "@phone",
            "--identity",
            second,
            "--name",
            "Zoë, \"the\" \\ 李;小龙 👩‍👩‍👧 and a name that is longer than a line of a card",
            "--code",
            "a:b,c;d\\e"
        )
        let number = try place.succeed(
            "contact",
            "number",
            "--store",
            "@phone",
            "--identity",
            second
        )
        let digits = String(number.text.prefix { $0 != "\n" })
        let verify = ["contact", "verify", "--store", "@phone", "--identity", second]
        #expect(try place.run(verify + ["--number", digits]).status == 0)
        let exported = try export(format)
        #expect(exported.status == 0)
        let ending = format == "json" ? "jsonl" : "vcf"
        try place.write(exported.output, to: "contacts.\(ending)")
        let loaded = try load("@contacts.\(ending)")
        #expect(loaded.status == 0)
        #expect(loaded.errors == "sealedpush: note: added 2, renamed 0, there before 0\n")
        #expect(loaded.output.isEmpty)
        let again = try export(format, from: "@tablet")
        let unverified = exported.text.replacing("verified", with: "unverified")
            .replacing("ununverified", with: "unverified")
        #expect(again.text == unverified)
        try place.succeed("contact", "remove", "--store", "@tablet", "--identity", second)
        #expect(try load("--format", format, "--keep-trust", "-", input: exported.text).status == 0)
        #expect(try export(format, from: "@tablet").output == exported.output)
    }

    @Test func `an import does not rename a contact that it has added itself`() throws {
        let input = ["Bob", "Mallory"].map { #"{"identity":"\#(identity)","name":"\#($0)"}"# }
        let run = try load("--format", "json", "-", input: input.joined(separator: "\n"))
        #expect(run.status == 7)
        #expect(run.errors.contains("note: added 1, renamed 0,"))
        #expect(run.errors.contains("(wouldRename)"))
        #expect(try place.succeed("contact", "list", "--store", "@tablet").text.contains("Bob"))
    }

    @Test func `what comes before a zero byte is added`() throws {
        let line = "{\"identity\":\"\(identity)\",\"name\":\"Ann\"}\n"
        let run = try load("--format", "json", "-", input: line + "\u{0}")
        #expect(run.status == 4)
        #expect(run.errors.contains("note: added 1,"))
        #expect(run.errors.contains("the file is none of contacts: it is no text"))
    }

    @Test func `what is wrong is told by its line, and the rest is added`() throws {
        let lines = [
            "{\"identity\":\"\(identity)\",\"name\":\"Ann\"}", "nonsense",
            "{\"identity\":\"\(identity)\",\"name\":\"A\\nn\"}",
            "{\"identity\":\"\(identity)\",\"name\":\"Cards\",\"code\":\"cards\"}",
        ]
        let run = try load("--format", "json", "-", input: lines.joined(separator: "\n"))
        #expect(run.status == 4)
        #expect(
            run.errors == """
                sealedpush: note: line 2: it is not JSON as it has to be: what stands at byte 1 has no place there (malformedJSON)
                sealedpush: note: line 3: the name has a control character or a line break (nameRefused)
                sealedpush: note: added 2, renamed 0, there before 0
                sealedpush: error: 2 entries were not added
                sealedpush: hint: the notes above say on which lines, and why

                """
        )
        #expect(try place.succeed("contact", "list", "--store", "@tablet").text.contains("Cards"))
    }

    @Test func `a conflict and a test identity are refused with 7, and nothing is pinned anew`()
        throws
    {
        #expect(
            try load(
                "--format",
                "json",
                "-",
                input: "{\"identity\":\"\(identity)\",\"name\":\"Ann\",\"code\":\"7\"}"
            ).status == 0
        )
        let other = try place.succeed("sender", "init", "--store", "@other").line
        let bytes = try #require(TestIdentities.all.first)
        let test = try SenderIdentity(reading: bytes.span).text
        let input = """
            {"identity":"\(other)","name":"Eve","code":"7"}
            {"identity":"\(test)","name":"Test"}
            """
        let run = try load("--format", "json", "-", input: input)
        #expect(run.status == 7)
        #expect(run.errors.contains("(identityChanged)\n"))
        #expect(run.errors.contains("(testIdentity)\n"))
        let list = try place.succeed("contact", "list", "--store", "@tablet")
        #expect(list.text == "changed     \(identity)  7  Ann\n")
        let allowed = try load("--format", "json", "--insecure-test-keys", "-", input: input)
        #expect(allowed.errors.contains("added 1,"))
    }

    @Test func `an import renames a contact, and adds a name to it, only if it is asked to`() throws
    {
        let second = try place.succeed("sender", "init", "--store", "@other").line
        func line(_ identity: String, _ name: String, _ more: String = "") -> String {
            "{\"identity\":\"\(identity)\",\"name\":\"\(name)\"\(more)}\n"
        }
        let code = #","code":"ann-2""#
        let first = line(identity, "Ann") + line(identity, "Ann at work", code)
        #expect(try load("--format", "json", "-", input: first).status == 0)
        let renamed = line(identity, "Bank") + line(identity, "Eve", #","code":"eve""#)
        let run = try load("--format", "json", "-", input: renamed + line(second, "ANN"))
        #expect(run.status == 7)
        #expect(
            run.errors.hasPrefix(
                """
                sealedpush: note: line 1: the entry would rename a contact that is there, or give \
                it a further name (wouldRename)
                sealedpush: note: line 2: the entry would rename a contact that is there, or give \
                it a further name (wouldRename)
                sealedpush: note: line 3: looks like another contact's name
                sealedpush: note: added 1, renamed 0, there before 0
                sealedpush: note: 1 name looks like another's: see who they are

                """
            )
        )
        let asked = try load("--rename", "--format", "json", "-", input: renamed)
        #expect(asked.status == 0)
        #expect(asked.errors == "sealedpush: note: added 1, renamed 1, there before 0\n")
    }

    @Test func `cards of others are counted, not told one by one`() throws {
        let other = "BEGIN:VCARD\nVERSION:4.0\nFN:Carol\nEND:VCARD\n"
        let ours = "BEGIN:VCARD\nVERSION:4.0\nFN:Ann\nKEY:\(identity)\nEND:VCARD\n"
        try place.write(other + ours + other, to: "book.VCF")
        let run = try load("@book.VCF")
        #expect(run.status == 0)
        #expect(
            run.errors == """
                sealedpush: note: added 1, renamed 0, there before 0
                sealedpush: note: 2 cards have no key of ours

                """
        )
    }

    @Test func `cards of 2 1 and 3 are added, and exported as 4, and skipped ones are told`() throws
    {
        let second = try place.succeed("sender", "init", "--store", "@other").line
        let google = identity.replacing(":", with: "\\:")
        let damaged = identity.uppercased()
        let book = """
            BEGIN:VCARD
            VERSION:3.0
            N:Lovelace;Ada;;;
            item1.KEY;TYPE=pref:\(google)
            END:VCARD
            BEGIN:VCARD
            VERSION:2.1
            FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=B6=88=
            =E6=81=AF
            KEY: \(second)
            END:VCARD
            BEGIN:VCARD
            VERSION:3.0
            FN:Nobody\\q
            no property
            END:VCARD
            BEGIN:VCARD
            VERSION:2.1
            FN:Damaged
            KEY:\(damaged)
            END:VCARD

            """
        try place.write(book, to: "book.vcf")
        let run = try load("@book.vcf")
        #expect(run.status == 4)
        #expect(
            run.errors == """
                sealedpush: note: line 20: the identity was mistyped or cut, or is no valid key (identityRefused)
                sealedpush: note: added 2, renamed 0, there before 0
                sealedpush: note: 1 card has no key of ours
                sealedpush: error: 1 entry was not added
                sealedpush: hint: the notes above say on which lines, and why

                """
        )
        let cards = try export("vcard", from: "@tablet").text.replacing("\r\n ", with: "")
        #expect(cards.components(separatedBy: "VERSION:4.0\r\n").count == 3)
        for (name, identity) in [("Ada Lovelace", identity), ("\u{6D88}\u{606F}", second)] {
            #expect(cards.contains("FN:\(name)\r\nKEY:\(identity)\r\n"))
        }
    }

    @Test func `a file whose kind is not known needs a format`() throws {
        #expect(try load("@phone.bundle").status == 64)
        #expect(try load("--format", "xml", "@phone.bundle").status == 64)
        #expect(try load("@absent.vcf").status == 64)
        #expect(try export("xml").status == 64)
    }
}
