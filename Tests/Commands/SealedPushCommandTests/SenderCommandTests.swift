// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

/// Several senders in a store, their successions and revocations.
struct SenderCommandTests {
    private let place: Workplace
    private let identity: String

    private static let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#

    init() throws {
        place = try Workplace.withStores()
        identity = try place.text("identity")
    }

    private func sender(_ verb: String, _ options: String...) throws -> Transcript {
        try place.run(["sender", verb, "--store", "@server"] + options)
    }

    private func seal(_ options: String...) throws -> Transcript {
        try place.run(
            ["seal", "--store", "@server", "--to", "@phone.bundle", "--topic", Workplace.topic]
                + Workplace.naming(options),
            input: Self.payload
        )
    }

    private func open(_ sealed: Transcript) throws -> Transcript {
        try #require(sealed.status == 0, "\(sealed.errors)")
        try place.write(sealed.output, to: "sealed")
        return try place.open()
    }

    @Test func `senders of one store have names and identities of their own`() throws {
        let shop = try sender("init", "--as", "shop").line
        #expect(shop != identity)
        #expect(try sender("identity").line == identity)
        #expect(try sender("identity", "--as", "default").line == identity)
        #expect(try sender("identity", "--as", "shop").line == shop)
        let list = try sender("list")
        #expect(list.text == "current  \(identity)  default\ncurrent  \(shop)  shop\n")
        let json = try sender("list", "--json").json().elements ?? []
        #expect(json.map { $0["name"]?.string } == ["default", "shop"])
        #expect(json.map { $0["identity"]?.string } == [identity, shop])
        #expect(json.map { $0["revoked"]?.bool } == [false, false])
        #expect(try open(seal()).string("sender", "identity") == identity)
        #expect(try open(seal("--as", "shop")).string("sender", "identity") == shop)
        #expect(try sender("init", "--as", "shop").status == 6)
    }

    @Test(arguments: ["identity", "succeed", "statements"])
    func `a name that is not there, or is none, is told`(_ verb: String) throws {
        let unknown = try sender(verb, "--as", "nobody")
        #expect(unknown.status == 6)
        #expect(unknown.errors.contains("the store has no sender identity"))
        for name in ["", "a\nb", String(repeating: "x", count: 65)] {
            let refused = try sender(verb, "--as", name)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("a sender's name has 1 to 64 bytes"))
        }
        #expect(try seal("--as", "nobody").status == 6)
    }

    @Test func `a succession is printed, used from then on, and printed again`() throws {
        let statement = try sender("succeed")
        #expect(statement.status == 0)
        let succession = try SenderIdentity.Succession(text: statement.line)
        #expect(succession.old.text == identity)
        #expect(try sender("identity").line == succession.new.text)
        #expect(try sender("statements").text == statement.text)
        let second = try sender("succeed")
        #expect(try sender("statements").text == statement.text + second.text)
        let new = try SenderIdentity.Succession(text: second.line).new.text
        #expect(try open(seal()).string("sender", "identity") == new)
        #expect(try sender("list").text == "current  \(new)  default\n")
    }

    @Test func `a phone that applies a succession shows the new identity labelled`() throws {
        let statement = try sender("succeed")
        try place.write(statement.output, to: "succession")
        let apply = ["statement", "apply", "--store", "@phone", "@succession"]
        let applied = try place.run(apply)
        #expect(applied.status == 0 && applied.output.isEmpty)
        #expect(applied.errors.contains("the new identity is a candidate of the contact"))
        #expect(try place.run(apply).errors.contains("was applied before"))
        let opened = try open(seal("--from", "ann-7"))
        #expect(try opened.string("sender", "name") == "Check: Ann")
        #expect(try opened.string("sender", "trust") == "candidate")
    }

    @Test func `a list of contacts shows candidates as such, and a blocked one as blocked`() throws
    {
        let statement = try sender("succeed")
        let new = try SenderIdentity.Succession(text: statement.line).new.text
        try place.write(statement.output, to: "succession")
        try place.succeed("statement", "apply", "--store", "@phone", "@succession")
        for word in ["candidate", "blocked"] {
            let list = ["contact", "list", "--store", "@phone"]
            let line = try place.succeed(list).text.split(separator: "\n").last ?? ""
            #expect(line.hasPrefix(word + " ") && line.contains("  \(new)  -  candidate of Ann"))
            let last = try place.succeed(list + ["--json"]).json().elements?.last
            #expect(last?["identity"]?.string == new && last?["trust"]?.string == word)
            #expect(last?["candidateOf"]?.string == identity)
            try place.succeed("contact", "block", "--store", "@phone", "--identity", new)
        }
    }

    @Test func `a message brings its sender's succession along, so a file of it changes nothing`()
        throws
    {
        try place.write(sender("succeed").output, to: "succession")
        let opened = try open(seal("--from", "ann-7"))
        #expect(try opened.string("sender", "name") == "Check: Ann")
        #expect(try opened.string("sender", "trust") == "candidate")
        #expect(try apply("@succession").errors.contains("was applied before"))
    }

    @Test func `statements that were missed are applied in a row`() throws {
        for _ in 0..<3 { #expect(try sender("succeed").status == 0) }
        try place.write("\n" + sender("statements").text + "\r\n\n", to: "all")
        let applied = try place.run("statement", "apply", "--store", "@phone", "@all")
        #expect(applied.status == 0)
        #expect(applied.errors.split(separator: "\n").count == 3)
        #expect(try open(seal("--from", "ann-7")).string("sender", "name") == "Check: Ann")
    }

    @Test func `a revocation is final and asks for a yes`() throws {
        let unsure = try sender("revoke")
        #expect(unsure.status == 64)
        #expect(unsure.errors.contains("a revocation is final"))
        #expect(try sender("list").text.hasPrefix("current"))
        let sealed = try seal()
        let statement = try sender("revoke", "--yes")
        #expect(statement.status == 0)
        #expect(try SenderIdentity.Revocation(text: statement.line).sender.text == identity)
        #expect(try sender("revoke", "--yes").text == statement.text)
        #expect(try sender("statements").text == statement.text)
        #expect(try sender("list").text == "revoked  \(identity)  default\n")
        for run in [try seal(), try sender("succeed"), try sender("identity")] {
            #expect(run.status == 6)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("the sender's identity was revoked"))
        }
        #expect(try sender("init").status == 6)
        // What was sealed before is shown until the phone hears of it.
        try place.write(statement.output, to: "revocation")
        let apply = ["statement", "apply", "--store", "@phone", "@revocation"]
        #expect(
            try place.run(apply).errors
                == "sealedpush: note: the identity is revoked: none of its messages is shown\n"
        )
        #expect(try place.run(apply).errors.contains("was revoked before"))
        #expect(try open(sealed).status == 7)
    }

    /// Two successions, and the revocation of the first identity, which only a copy of the store
    /// can still sign.
    private func makeStatements() throws {
        try FileManager.default.copyItem(
            atPath: place.path("server"),
            toPath: place.path("stolen")
        )
        for _ in 0..<2 { #expect(try sender("succeed").status == 0) }
        try place.write(sender("statements").output, to: "successions")
        let revocation = try place.succeed("sender", "revoke", "--store", "@stolen", "--yes")
        try place.write(revocation.output, to: "revocation")
    }

    private func apply(_ file: String) throws -> Transcript {
        try place.run("statement", "apply", "--store", "@phone", file)
    }

    /// A command about the contact with the server's current identity.
    private func contact(_ verb: String, _ options: String...) throws -> Transcript {
        let last = try sender("identity").line
        return try place.run(
            ["contact", verb, "--store", "@phone", "--identity", last] + options
        )
    }

    @Test func `every identity of a chain is a candidate, and one is taken`()
        throws
    {
        try makeStatements()
        #expect(try apply("@revocation").status == 0)
        #expect(try apply("@successions").status == 0)
        #expect(try contact("show", "--json").json()["trust"]?.string == "candidate")
        #expect(try contact("take").status == 7)
        let number = try contact("number").text.prefix { $0 != "\n" }
        #expect(try contact("verify", "--number", String(number)).status == 0)
        let shown = try contact("show", "--json").json()
        #expect(shown["trust"]?.string == "verified")
        #expect(shown["candidateOf"]?.isNull == true)
        #expect(shown["names"]?.elements?.first?["code"]?.string == "ann-7")
        let list = try place.run("contact", "list", "--store", "@phone", "--json").json()
        #expect(list.elements?.count == 2)
    }

    // MARK: - What can't be undone and was not shown

    /// Runs a command whose output can't be written.
    private func unseen(_ arguments: [String]) throws -> Transcript {
        try place.start(arguments, output: "/dev/full").end()
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a succession that was never shown is shown by the next call, which makes no other`()
        throws
    {
        let succeed = ["sender", "succeed", "--store", "@server"]
        for _ in 0..<2 {
            let run = try unseen(succeed)
            #expect(run.status == 9)
            #expect(
                run.errors.contains(
                    "error: the name stands for its next identity, but the output could not be"
                        + " written: the disk is full\n"
                )
            )
            #expect(
                run.errors.contains("hint: the same command, or 'sealedpush sender statements'")
            )
        }
        let made = try sender("identity").line
        #expect(made != identity)
        let again = try sender("succeed")
        #expect(again.status == 0)
        #expect(again.errors.contains("the last succession may not have been shown"))
        #expect(try sender("statements").text == again.text)
        #expect(try sender("identity").line == made)
        // This one was shown: the next call goes on.
        let further = try sender("succeed")
        #expect(further.status == 0 && !further.errors.contains("never shown"))
        #expect(try sender("statements").text == again.text + further.text)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `an identity or a revocation that could not be shown is there, and told`() throws {
        let revoke = ["sender", "revoke", "--store", "@server", "--yes"]
        let revoked = try unseen(revoke)
        #expect(revoked.status == 9)
        #expect(revoked.errors.contains("error: the identity is revoked, but the output"))
        let again = try place.run(revoke)
        #expect(again.status == 0)
        #expect(try sender("statements").text == again.text)

        let made = try unseen(["sender", "init", "--store", "@shop"])
        #expect(made.status == 9)
        #expect(made.errors.contains("'sealedpush sender identity' prints its identity"))
        try place.succeed("sender", "identity", "--store", "@shop")

        let second = try unseen(["sender", "init", "--store", "@shop", "--as", "orders"])
        #expect(second.errors.contains("'sealedpush sender identity --as ...' prints its identity"))
        for act in [["succeed"], ["revoke", "--yes"]] {
            let told = try unseen(["sender"] + act + ["--store", "@shop", "--as", "orders"])
            #expect(told.errors.contains("'sealedpush sender statements --as ...'"))
        }

        let device = try unseen(["device", "init", "--store", "@tablet", "--topic", "a.b"])
        #expect(device.status == 9)
        #expect(device.errors.contains("'sealedpush device show' prints its identity"))
        try place.succeed("device", "show", "--store", "@tablet")
    }

    @Test func `runs that succeed at once leave one line`() throws {
        let runs = try (0..<4).map { _ in
            try place.start(["sender", "succeed", "--store", "@server"])
        }
        let ended = try runs.map { try $0.end() }
        #expect(ended.allSatisfy { $0.status == 0 })
        let line = try sender("statements").text.split(separator: "\n").map(String.init)
        #expect(Set(ended.map(\.line)) == Set(line))
        let last = try SenderIdentity.Succession(text: try #require(line.last))
        #expect(try sender("identity").line == last.new.text)
    }
}
