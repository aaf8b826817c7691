// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

@testable import SealedPushCommand

/// What a holder of a sender's old key can do once the sender has its next identity: a colleague
/// who left with a copy of the store.
struct SenderSuccessionAttackTests {
    private let place: Workplace
    private let identity: String

    private static let payload = #"{"aps":{"alert":{"body":"Dinner at eight"}}}"#

    init() throws {
        place = try Workplace.withStores()
        try place.make("other")
        identity = try place.text("identity")
        try FileManager.default.copyItem(
            atPath: place.path("server"),
            toPath: place.path("stolen")
        )
    }

    private func sender(_ store: String, _ verb: String, _ options: String...) throws -> Transcript
    {
        try place.run(["sender", verb, "--store", "@\(store)"] + options)
    }

    private func seal(_ store: String, _ options: String...) throws -> Transcript {
        try place.run(
            ["seal", "--store", "@\(store)", "--to", "@phone.bundle", "--topic", Workplace.topic]
                + Workplace.naming(options),
            input: Self.payload
        )
    }

    private func open(_ sealed: Transcript) throws -> Transcript {
        try #require(sealed.status == 0, "\(sealed.errors)")
        try place.write(sealed.output, to: "sealed")
        return try place.open()
    }

    @Test(.rules("S-15 S-16"))
    func `a leaver with a copy of the old key is ended by statements that were signed before`()
        throws
    {
        let early = try sender("server", "revoke", "--earlier", "--yes")
        #expect(early.status == 64)
        #expect(early.errors.contains("the sender has no earlier identity"))
        #expect(early.errors.contains("hint: first 'sealedpush sender succeed'"))

        let succession = try SenderIdentity.Succession(text: sender("server", "succeed").line)
        let (old, new) = (succession.old.text, succession.new.text)
        #expect(old == identity)
        // A plain rotation revokes nothing: what the old key sent still arrives.
        #expect(try sender("server", "statements").text == succession.text + "\n")
        #expect(try open(seal("stolen")).string("sender", "identity") == old)

        // The leaver writes as the old identity, and names a successor of his own.
        let forged = try seal("stolen")
        let other = try SenderIdentity.Succession(text: sender("stolen", "succeed").line)
        #expect(other.old == succession.old && other.new != succession.new)

        let unsure = try sender("server", "revoke", "--earlier")
        #expect(unsure.status == 64)
        let revoked = try sender("server", "revoke", "--earlier", "--yes")
        #expect(revoked.status == 0)
        let revocation = try SenderIdentity.Revocation(text: revoked.line)
        #expect(revocation.sender == succession.old)
        #expect(try sender("server", "revoke", "--earlier", "--yes").text == revoked.text)
        #expect(
            try sender("server", "statements").text == succession.text + "\n" + revoked.text
        )
        // The server signed it before it erased the key: the name and one key are left.
        let files = try FileManager.default.contentsOfDirectory(
            atPath: place.path("server/senders")
        )
        #expect(files.count == 2)
        #expect(try sender("server", "identity").line == new)
        #expect(try sender("server", "list").text == "current  \(new)  default\n")

        // A device that learns of it shows nothing of the old key, and the new one as before.
        try place.write(revoked.output, to: "revocation")
        let apply = ["statement", "apply", "--store", "@phone", "@revocation"]
        #expect(try place.run(apply).status == 0)
        let silenced = try open(forged)
        #expect(silenced.status == 7)
        #expect(silenced.errors.contains("senderNotAccepted"))
        #expect(try open(seal("server")).string("sender", "identity") == new)
    }

    @Test(.rules("S-14")) func `messages of the successor bring its statements along`() throws {
        func note(_ count: Int) -> String {
            "note: statements of the sender that go along, as there was room: \(count)\n"
        }
        #expect(!(try seal("server")).errors.contains("statements of the sender"))
        for _ in 0..<2 { #expect(try sender("server", "succeed").status == 0) }
        let sealed = try seal("server")
        #expect(sealed.errors.contains(note(2)))
        #expect(try open(sealed).status == 0)
        // Its size tells nothing of them, and without padding there is no room.
        let plain = try seal("stolen")
        #expect(sealed.output.count == plain.output.count)
        #expect(!(try seal("server", "--padding", "none")).errors.contains("statements of the"))
        #expect(try sender("server", "revoke", "--earlier", "--yes").status == 0)
        #expect(try seal("server", "--padding", "constant").errors.contains(note(4)))
        let lines = try place.run(
            ["seal", "--store", "@server", "--to", "@phone.bundle", "--to", "@other.bundle"]
                + ["--topic", Workplace.topic, "--untracked"],
            input: Self.payload
        )
        for line in lines.text.split(separator: "\n") {
            #expect(line.contains(#""statements":3,"#))
        }
        #expect(lines.errors.contains("device 2: statements of the sender"))
    }

    @Test func `a backup made before holds the old key, and one made after the new one alone`()
        throws
    {
        try place.write("plum brandy", to: "passphrase")
        let passphrase = ["--backup-passphrase-file", "@passphrase"]
        func restored(_ name: String) throws -> String {
            let backup = ["store", "backup", "--store", "@server", "--to", "@\(name).backup"]
            #expect(try place.run(backup + passphrase).status == 0)
            let restore = ["store", "restore", "--from", "@\(name).backup", "--store", "@\(name)"]
            #expect(try place.run(restore + passphrase).status == 0)
            return name
        }
        let before = try restored("before")
        let succeeded = try sender("server", "succeed")
        #expect(succeeded.errors.contains("the old key is erased here: make a new backup"))
        let after = try restored("after")
        let new = try SenderIdentity.Succession(text: succeeded.line).new.text
        #expect(try sender(before, "identity").line == identity)
        #expect(try sender(before, "statements").text.isEmpty)
        #expect(try sender(after, "identity").line == new)
        #expect(try sender(after, "statements").text == succeeded.text)
        let revoked = try sender(after, "revoke", "--earlier", "--yes")
        #expect(try SenderIdentity.Revocation(text: revoked.line).sender.text == identity)
    }
}
