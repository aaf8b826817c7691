// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

struct ContactTests {
    private let place: Workplace
    private let identity: String

    init() throws {
        place = try Workplace.withStores(contact: false)
        identity = try place.text("identity")
    }

    private func contact(_ verb: String, _ options: String...) throws -> Transcript {
        try place.run(["contact", verb, "--store", "@phone"] + options)
    }

    private func add(_ name: String, _ options: String...) throws -> Transcript {
        try place.run(
            ["contact", "add", "--store", "@phone", "--identity", identity, "--name", name]
                + options
        )
    }

    @Test func `contacts are added, renamed, listed and removed`() throws {
        #expect(try add("Bob", "--code", "7").errors == "sealedpush: note: added\n")
        #expect(try add("Ann", "--code", "7").errors == "sealedpush: note: renamed\n")
        #expect(try add("Ann", "--code", "7").errors == "sealedpush: note: it was there before\n")
        #expect(try add("Zoe").status == 0)
        let list = try contact("list")
        #expect(list.status == 0)
        #expect(
            list.text == "unverified  \(identity)  7  Ann\nunverified  \(identity)  -  Zoe\n"
        )
        let json = try contact("list", "--json").json().elements ?? []
        #expect(json.map { $0["name"]?.string } == ["Ann", "Zoe"])
        #expect(json.map { $0["code"]?.string } == ["7", nil])
        #expect(json.allSatisfy { $0["identity"]?.string == identity })
        #expect(try contact("remove", "--identity", identity, "--code", "7").status == 0)
        let unnamed = try contact("remove", "--identity", identity, "--code", "7")
        #expect(unnamed.status == 64)
        #expect(unnamed.errors.contains("no name is known for the identity with this code"))
        #expect(try contact("list").text == "unverified  \(identity)  -  Zoe\n")
        #expect(try contact("remove", "--identity", identity).status == 0)
        #expect(try contact("list").output.isEmpty)
        let gone = try contact("remove", "--identity", identity)
        #expect(gone.status == 64)
        #expect(gone.errors == "sealedpush: error: the identity is no contact\n")
    }

    @Test(arguments: ["", "line\nbreak", String(repeating: "x", count: 129)])
    func `an unreadable name is refused`(_ name: String) throws {
        #expect(try add(name).status == 64)
        #expect(try contact("list").output.isEmpty)
    }

    @Test func `an identity that a lost file left empty is told as empty`() throws {
        let added = try place.run(
            ["contact", "add", "--store", "@phone", "--identity", "", "--name", "Ann"]
        )
        #expect(added.status == 4)
        #expect(added.errors.contains("the identity is empty or of another kind (wrongPrefix)"))
    }

    @Test func `a mistyped identity is refused by its check part`() throws {
        var text = identity
        let place = text.index(text.startIndex, offsetBy: 30)
        text.replaceSubrange(place...place, with: text[place] == "x" ? "y" : "x")
        let run = try contact("add", "--identity", text, "--name", "Ann")
        #expect(run.status == 4)
        #expect(
            run.errors
                == "sealedpush: error: the identity was mistyped or cut (wrongCheck)\n"
                + "sealedpush: hint: copy it again, all of it\n"
        )
        #expect(try contact("list").output.isEmpty)
    }

    @Test func `a code under another identity is refused and marks the known one`() throws {
        #expect(try add("Ann", "--code", "7").status == 0)
        let other = try place.succeed("sender", "init", "--store", "@other").line
        let run = try contact("add", "--identity", other, "--name", "Eve", "--code", "7")
        #expect(run.status == 7)
        #expect(run.errors.contains("the code is known under another identity"))
        #expect(try contact("list").text.hasPrefix("changed"))
    }

    @Test func `a published test identity is a contact only on demand`() throws {
        let bytes = try #require(TestIdentities.all.first)
        let test = try SenderIdentity(reading: bytes.span).text
        let refused = try contact("add", "--identity", test, "--name", "Ann")
        #expect(refused.status == 7)
        #expect(refused.errors.contains("published test identity"))
        #expect(try contact("list").output.isEmpty)
        let taken = try contact(
            "add",
            "--identity",
            test,
            "--name",
            "Ann",
            "--insecure-test-keys"
        )
        #expect(taken.status == 0)
    }
}
