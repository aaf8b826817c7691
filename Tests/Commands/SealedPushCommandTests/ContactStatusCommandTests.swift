// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

struct ContactStatusCommandTests {
    private let place: Workplace
    private let identity: String

    init() throws {
        place = try Workplace.withStores()
        identity = try place.text("identity")
    }

    private func contact(_ verb: String, _ options: String...) throws -> Transcript {
        try place.run(
            ["contact", verb, "--store", "@phone", "--identity", identity] + options
        )
    }

    private func shown(_ key: String) throws -> JSONValue? {
        try contact("show", "--json").json()[key]
    }

    @Test func `both sides print one number, and either form of it verifies`() throws {
        let number = try place.succeed(
            "sender",
            "number",
            "--store",
            "@server",
            "--to",
            "@phone.bundle"
        )
        #expect(try contact("number").output == number.output)
        let digits = String(number.text.prefix { $0 != "\n" })
        #expect(digits.utf8.count == 71)
        #expect(try shown("trust")?.string == "unverified")
        #expect(try contact("verify", "--number", digits).status == 0)
        #expect(try shown("trust")?.string == "verified")
        try place.succeed("contact", "block", "--store", "@phone", "--identity", identity)
        try place.succeed("contact", "unblock", "--store", "@phone", "--identity", identity)
        #expect(try shown("trust")?.string == "unverified")
        let scanned = "sealedpush-number-1:" + digits.replacing(" ", with: "")
        #expect(try contact("verify", "--scanned", scanned).status == 0)
        #expect(try shown("trust")?.string == "verified")
    }

    @Test func `another number ends with 7 and changes nothing, and what is none ends with 64`()
        throws
    {
        let number = try contact("number").text.prefix { $0 != "\n" }
        let turned = number.split(separator: " ").reversed().joined(separator: " ")
        let wrong = try contact("verify", "--number", turned)
        #expect(wrong.status == 7)
        #expect(
            wrong.errors.contains("error: the safety number is another one; nothing was changed")
        )
        #expect(try contact("verify", "--number", "12345").status == 64)
        #expect(try contact("verify", "--scanned", String(number)).status == 64)
        #expect(try contact("verify").status == 64)
        #expect(
            try contact("verify", "--number", String(number), "--scanned", "x").status == 64
        )
        #expect(try shown("trust")?.string == "unverified")
    }

    @Test func `who was changed is told to be so when unblocked`() throws {
        let other = try place.succeed("sender", "init", "--store", "@other").line
        let add = ["contact", "add", "--store", "@phone", "--identity", other]
        #expect(try contact("block").status == 0)
        #expect(try place.run(add + ["--name", "Eve", "--code", "ann-7"]).status == 7)
        #expect(try shown("trust")?.string == "blocked")
        let run = try contact("unblock")
        #expect(
            run.errors.hasPrefix("sealedpush: note: not blocked\nsealedpush: note: it is changed")
        )
        #expect(try shown("trust")?.string == "changed")
    }

    @Test func `a blocked contact's messages are hidden until it is unblocked`() throws {
        #expect(try contact("block").errors == "sealedpush: note: blocked\n")
        try place.seal("Dinner at eight")
        let opened = try place.open()
        #expect(opened.status == 7)
        #expect(try opened.string("error") == "senderNotAccepted")
        #expect(try contact("unblock").errors == "sealedpush: note: not blocked\n")
        try place.seal("Dinner at nine", as: "second")
        #expect(try place.open("second").string("notification", "body") == "Dinner at nine")
    }

    @Test(arguments: [
        ("full", "Ann", "Dinner at eight"), ("sender-only", "Ann", "New message"),
        ("hidden", "New notification", "New message"),
    ])
    func `a preview policy decides what is shown`(
        _ policy: String,
        _ title: String,
        _ body: String
    ) throws {
        #expect(try contact("preview", policy).status == 0)
        #expect(try contact("show").text.contains("preview    \(policy)\n"))
        try place.seal("Dinner at eight")
        let opened = try place.open()
        #expect(try opened.string("notification", "title") == title)
        #expect(try opened.string("notification", "body") == body)
    }

    @Test func `a policy that is none is refused`() throws {
        #expect(try contact("preview", "none").status == 64)
        #expect(try shown("preview")?.string == "full")
    }

    @Test func `a contact is shown with when it was last seen`() throws {
        #expect(
            try contact("show").text == """
                identity   \(identity)
                name       Ann, code ann-7
                trust      unverified
                preview    full
                last seen  never

                """
        )
        try place.seal("Dinner at eight")
        #expect(try shown("lastSeen")?.isNull == true)
        #expect(try place.open().status == 0)
        #expect(try shown("lastSeen")?.integer != nil)
        #expect(try shown("names")?.elements?.first?["code"]?.string == "ann-7")
        #expect(!(try contact("show").text.contains("never")))
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    private static let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8)

    private func pictures() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place.path("phone.avatars")).sorted()
    }

    @Test(arguments: [(png, "png"), ([0xFF, 0xD8, 0xFF, 0xE0], "jpeg"), (heic, "heic")])
    func `a picture is copied under a name that tells nothing, and goes with the contact`(
        _ picture: [UInt8],
        _ ending: String
    ) throws {
        try place.write([0xFF, 0xD8, 0xFF], to: "first")
        #expect(try contact("avatar", "@first").status == 0)
        try place.write("notes", to: "phone.avatars/notes.txt")
        try place.write(picture, to: "picture")
        let run = try contact("avatar", "@picture")
        #expect(run.status == 0)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: run.line))) == picture)
        #expect(try shown("avatar")?.string == run.line)
        let name = try #require(run.line.split(separator: "/").last)
        #expect(name.utf8.count == 33 + ending.utf8.count)
        #expect(name.hasSuffix("." + ending))
        // The picture that was replaced is gone, and what is not ours is there.
        #expect(try pictures() == [String(name), "notes.txt"])
        let mode = try FileManager.default.attributesOfItem(atPath: run.line)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try place.succeed("contact", "remove", "--store", "@phone", "--identity", identity)
        #expect(try pictures() == ["notes.txt"])
    }

    @Test(arguments: ["@phone", "@phone/", "@phone/.", "@phone/./", "@phone/device/.."])
    func `a picture lies beside the store, however the store is named`(_ store: String) throws {
        try place.write(Self.png, to: "picture")
        let inside = try FileManager.default.contentsOfDirectory(atPath: place.path("phone"))
        let options = ["--store", store, "--identity", identity, "@picture"]
        #expect(try place.run(["contact", "avatar"] + options).status == 0)
        #expect(try pictures().count == 1)
        let after = try FileManager.default.contentsOfDirectory(atPath: place.path("phone"))
        #expect(after.sorted() == inside.sorted())
    }

    @Test func `a picture is taken away, and what is none is refused`() throws {
        try place.write(Self.png, to: "picture")
        #expect(try contact("avatar", "@picture").status == 0)
        #expect(try contact("avatar", "--none").status == 0)
        #expect(try pictures() == [])
        #expect(try shown("avatar")?.isNull == true)
        try place.write("GIF89a", to: "other")
        #expect(try contact("avatar", "@other").status == 4)
        try place.write(Self.png + [UInt8](repeating: 0, count: 1 << 20), to: "large")
        #expect(try contact("avatar", "@large").status == 4)
        #expect(try contact("avatar").status == 64)
        #expect(try contact("avatar", "--none", "@picture").status == 64)
        #expect(try pictures() == [])
    }

    @Test func `a damaged contact hides no other, and is removed and added again`() throws {
        for name in try FileManager.default.contentsOfDirectory(
            atPath: place.path("phone/contacts")
        ) {
            var bytes = try place.read("phone/contacts/\(name)")
            bytes[bytes.count - 1] ^= 1
            try place.write(bytes, to: "phone/contacts/\(name)")
        }
        let other = try place.succeed("sender", "init", "--store", "@other").line
        try place.succeed(
            "contact",
            "add",
            "--store",
            "@phone",
            "--identity",
            other,
            "--name",
            "Bob"
        )
        for verb in [["list"], ["export", "--format", "json"]] {
            let run = try place.run(["contact"] + verb + ["--store", "@phone"])
            #expect(run.status == 6)
            #expect(run.text.contains("Bob"))
            #expect(run.errors.contains("the record of a contact is damaged"))
            #expect(run.errors.contains("contact remove"))
        }
        #expect(try contact("remove", "--code", "ann-7").status == 0)
        #expect(try contact("remove").status == 0)
        #expect(try contact("add", "--name", "Ann", "--code", "ann-7").status == 0)
        #expect(try shown("trust")?.string == "unverified")
        try place.succeed("contact", "list", "--store", "@phone")
    }

    @Test func `who is no contact is told so by each`() throws {
        try place.write(Self.png, to: "picture")
        try place.succeed("contact", "remove", "--store", "@phone", "--identity", identity)
        for arguments in [["show"], ["block"], ["unblock"], ["preview", "full"]] {
            let options = Array(arguments.dropFirst())
            let run = try place.run(
                ["contact", arguments[0], "--store", "@phone", "--identity", identity] + options
            )
            #expect(run.status == 64)
            #expect(run.errors == "sealedpush: error: the identity is no contact\n")
        }
        #expect(try contact("avatar", "@picture").status == 64)
        #expect(!FileManager.default.fileExists(atPath: place.path("phone.avatars")))
    }

    @Test func `the picture of a number is never written over anything`() throws {
        let options = ["--svg", "@number.svg"]
        let number = ["contact", "number", "--store", "@phone", "--identity", identity]
        #expect(try place.run(number + options).status == 0)
        try place.write("mine", to: "number.svg")
        let again = try place.run(number + options)
        #expect(again.status == 1)
        #expect(again.errors.contains("error: there is something at the place of the picture"))
        #expect(try place.text("number.svg") == "mine")
    }
}
