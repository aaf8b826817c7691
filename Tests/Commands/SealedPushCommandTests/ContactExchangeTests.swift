// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
                sealedpush: note: line 2: malformedJSON
                sealedpush: note: line 3: nameRefused
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
        #expect(run.errors.contains("note: line 1: identityChanged\n"))
        #expect(run.errors.contains("note: line 2: testIdentity\n"))
        let list = try place.succeed("contact", "list", "--store", "@tablet")
        #expect(list.text == "changed     \(identity)  7  Ann\n")
        let allowed = try load("--format", "json", "--insecure-test-keys", "-", input: input)
        #expect(allowed.errors.contains("added 1,"))
    }

    /// Verifies the sender's contact on the tablet.
    private func verify() throws {
        let contact = ["--store", "@tablet", "--identity", identity]
        let number = try place.run(["contact", "number"] + contact)
        let digits = String(number.text.prefix { $0 != "\n" })
        let run = try place.run(["contact", "verify"] + contact + ["--number", digits])
        #expect(run.status == 0)
    }

    @Test func `a rename of a verified contact is told by its line`() throws {
        let second = try place.succeed("sender", "init", "--store", "@other").line
        let lines = ["Ann", "Bob"].map { name in
            "{\"identity\":\"\(name == "Ann" ? identity : second)\",\"name\":\"\(name)\"}"
        }
        let input = lines.joined(separator: "\n")
        #expect(try load("--format", "json", "-", input: input).status == 0)
        try verify()
        let renamed = "\n" + input.replacing("Ann", with: "Anna").replacing("Bob", with: "Rob")
        let run = try load("--format", "json", "-", input: renamed)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                sealedpush: note: line 2: renamed a verified contact
                sealedpush: note: added 0, renamed 2, there before 0
                sealedpush: note: 1 of the renamed are verified contacts: see that the new names are theirs

                """
        )
    }

    @Test func `a further name of a verified contact is told by its line, but of the own export`()
        throws
    {
        func line(_ name: String, _ more: String) -> String {
            "{\"identity\":\"\(identity)\",\"name\":\"\(name)\",\(more)}\n"
        }
        let first = line("Ann", #""trust":"verified""#) + line("Ann at work", #""code":"ann-2""#)
        #expect(
            try !load("--format", "json", "-", input: first).errors.contains("verified contact")
        )
        try verify()
        let run = try load("--format", "json", "-", input: first + line("Eve", #""code":"eve""#))
        #expect(run.status == 0)
        #expect(
            run.errors == """
                sealedpush: note: line 3: adds a name to a verified contact
                sealedpush: note: added 1, renamed 0, there before 2
                sealedpush: note: 1 of the added are names of verified contacts: see that they are theirs

                """
        )
        let own = line("Ann at home", #""code":"ann-3","trust":"verified""#)
        let kept = try load("--keep-trust", "--format", "json", "-", input: own)
        #expect(kept.errors == "sealedpush: note: added 1, renamed 0, there before 0\n")
        let plain = try load("--format", "json", "-", input: own.replacing("ann-3", with: "ann-4"))
        #expect(plain.errors.contains("line 1: adds a name to a verified contact"))
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

    @Test func `a file whose kind is not known needs a format`() throws {
        #expect(try load("@phone.bundle").status == 64)
        #expect(try load("--format", "xml", "@phone.bundle").status == 64)
        #expect(try load("@absent.vcf").status == 64)
        #expect(try export("xml").status == 64)
    }
}
