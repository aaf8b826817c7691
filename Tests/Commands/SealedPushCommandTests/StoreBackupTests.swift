// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing

struct StoreBackupTests {
    /// A server that has sealed to a phone, with its backup, and a contact of its own.
    private func place() throws -> Workplace {
        let place = try Workplace.withStores()
        try place.write("plum brandy\n", to: "passphrase")
        try place.write("other\n", to: "other")
        try place.seal("First", "--recipient", "bob")
        // Contacts are for the stores of devices.
        try place.succeed("device", "init", "--store", "@server", "--topic", Workplace.topic)
        try place.succeed(
            "contact",
            "add",
            "--store",
            "@server",
            "--identity",
            place.text("identity"),
            "--name",
            "Myself"
        )
        return place
    }

    private func backUp(_ place: Workplace, _ file: String = "@backup") throws -> Transcript {
        try place.run(
            "store",
            "backup",
            "--store",
            "@server",
            "--backup-passphrase-file",
            "@passphrase",
            "--to",
            file
        )
    }

    private func restore(
        _ place: Workplace,
        _ passphrase: String = "@passphrase",
        _ options: String...
    ) throws -> Transcript {
        try place.run(
            [
                "store", "restore", "--from", "@backup", "--backup-passphrase-file", passphrase,
                "--store", "@restored",
            ] + options
        )
    }

    @Test func `a restored sender seals, its contacts verify, and what it pinned still holds`()
        throws
    {
        let place = try place()
        #expect(try backUp(place).errors.contains("records are in the backup"))
        let restored = try restore(place)
        #expect(restored.status == 0)
        #expect(restored.errors.contains("the store's key is the file 'key' in its folder"))
        #expect(restored.errors.contains("'sealedpush device init' makes a new one"))
        #expect(restored.errors.contains("until it is confirmed: 'sealedpush recipient confirm'"))
        try FileManager.default.removeItem(atPath: place.path("server"))
        try FileManager.default.moveItem(
            atPath: place.path("restored"),
            toPath: place.path("server")
        )
        let identity = try place.succeed("sender", "identity", "--store", "@server").line
        #expect(try identity == place.text("identity"))
        try place.seal("Second")
        let opened = try place.open()
        #expect(opened.status == 0)
        #expect(try opened.string("notification", "body") == "Second")
        #expect(try opened.string("sender", "name") == "Ann")
        let contacts = try place.succeed("contact", "list", "--store", "@server").text
        #expect(contacts.contains("Myself"))

        let seal = [
            "seal", "--store", "@server", "--to", "@phone.bundle", "--topic", Workplace.topic,
            "--recipient", "bob",
        ]
        let input = #"{"aps":{"alert":"Hi"}}"#
        let early = try place.run(seal, input: input)
        #expect(early.status == 2)
        let list = ["recipient", "list", "--store", "@server", "--recipient", "bob"]
        #expect(try place.run(list).text.hasPrefix("unconfirmed  "))
        let all = try place.run("recipient", "confirm", "--store", "@server", "--all")
        #expect(all.status == 0)
        #expect(all.errors == "sealedpush: note: recipients whose devices were confirmed: 1\n")
        #expect(try place.run(seal, input: input).status == 0)

        try place.make("tablet")
        let refused = try place.run(
            [
                "seal", "--store", "@server", "--to", "@tablet.bundle", "--topic",
                Workplace.topic, "--recipient", "bob",
            ],
            input: #"{"aps":{"alert":"Hi"}}"#
        )
        #expect(refused.status == 2)
    }

    @Test func `a backup has the device's retirement, also where the store had lost it`() throws {
        let place = try Workplace.withStores()
        let folder = place.path("phone/statements")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try place.write("a passphrase", to: "backup.txt")
        try place.setMode(0o600, of: "backup.txt")
        let passphrase = ["--backup-passphrase-file", "@backup.txt"]
        let saved = try place.run(
            ["store", "backup", "--store", "@phone", "--to", "@phone.backup"] + passphrase
        )
        #expect(saved.status == 0, "\(saved.errors)")
        let restored = try place.run(
            ["store", "restore", "--store", "@again", "--from", "@phone.backup"] + passphrase
        )
        #expect(restored.status == 0, "\(restored.errors)")
        let own = try place.succeed("device", "retire", "--store", "@phone").text
        #expect(try place.run("device", "retire", "--store", "@again").text == own)
    }

    @Test func `a restored store says how many pictures it lacks`() throws {
        let place = try place()
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 1]
        try place.write(picture, to: "picture")
        #expect(try place.keepPicture("picture", in: "server").status == 0)
        #expect(try backUp(place).status == 0)
        let bare = try restore(place)
        #expect(bare.status == 0)
        #expect(bare.errors.contains("note: pictures of contacts that are not there: 1;"))
        try FileManager.default.removeItem(atPath: place.path("restored"))
        try FileManager.default.copyItem(
            atPath: place.path("server.avatars"),
            toPath: place.path("restored.avatars")
        )
        let whole = try restore(place)
        #expect(whole.status == 0)
        #expect(!whole.errors.contains("pictures"))
    }

    @Test func `a lost phone is retired from its backup, and a new one made beside it`() throws {
        let place = try place()
        let lost = try place.succeed("device", "show", "--store", "@phone", "--json")
        let retirement = try place.succeed("device", "retire", "--store", "@phone").text
        let made = try place.run(
            "store",
            "backup",
            "--store",
            "@phone",
            "--backup-passphrase-file",
            "@passphrase",
            "--to",
            "@backup"
        )
        #expect(made.status == 0)
        #expect(try restore(place, "@passphrase", "--access", "when-unlocked").status == 0)
        let show = ["device", "show", "--store", "@restored", "--json"]
        #expect(try place.run(show).errors.contains("no device identity"))
        let device = try place.succeed(
            "device",
            "init",
            "--store",
            "@restored",
            "--topic",
            Workplace.topic
        )
        let shown = try place.run(show)
        #expect(try shown.string("identity") == device.line)
        #expect(try shown.string("identity") != lost.string("identity"))
        #expect(try shown.string("access") == "when-unlocked")
        let again = try place.succeed(
            "device",
            "retire",
            "--store",
            "@restored",
            "--device",
            lost.string("identity") ?? ""
        )
        #expect(again.text == retirement)
    }

    @Test func `a passphrase that is wrong and a file that is damaged have their own errors`()
        throws
    {
        let place = try place()
        #expect(try backUp(place).status == 0)
        let wrong = try restore(place, "@other")
        #expect(wrong.status == 6)
        #expect(wrong.errors.contains("this is not the passphrase of the backup"))
        let good = try place.read("backup")
        var flipped = good
        flipped[good.count - 1] ^= 1
        for (bytes, message) in [
            (flipped, "the backup is damaged"), (good + [0], "the backup is damaged"),
            (Array(good.dropLast()), "the backup ends too early"),
            (Array("notes".utf8), "the file is not a backup"),
        ] {
            try place.write(bytes, to: "backup")
            let refused = try restore(place)
            #expect(refused.status == 4)
            #expect(refused.errors.contains(message))
            #expect(!FileManager.default.fileExists(atPath: place.path("restored")))
        }
        var later = good
        later[18] = 3
        try place.write(later, to: "backup")
        let refused = try restore(place)
        #expect(refused.status == 6)
        #expect(refused.errors.contains("by a later version, in format 3"))
        try FileManager.default.removeItem(atPath: place.path("backup"))
        let none = try restore(place)
        #expect(none.status == 64)
        #expect(none.errors.contains("the backup can't be read: no such file"))
    }

    @Test func `a restore that fails tells the key file that it made and leaves`() throws {
        let place = try place()
        #expect(try backUp(place).status == 0)
        let good = try place.read("backup")
        try place.write(Array(good.dropLast()), to: "backup")
        let told = "note: the key file was made, and is left"
        let failed = try restore(place, "@passphrase", "--key-file", "@made.key")
        #expect(failed.status == 4)
        #expect(failed.errors.contains(told))
        let key = try place.read("made.key")
        #expect(
            !(try restore(place, "@passphrase", "--key-file", "@made.key").errors.contains(told))
        )
        let early = try restore(place, "@other", "--key-file", "@other.key")
        #expect(early.status == 6)
        #expect(!early.errors.contains(told))
        try place.write(good, to: "backup")
        #expect(try restore(place, "@passphrase", "--key-file", "@made.key").status == 0)
        #expect(try place.read("made.key") == key)
    }

    @Test func `a backup is never written over anything, nor a store restored`() throws {
        let place = try place()
        #expect(try backUp(place, "@identity").status == 1)
        #expect(try place.text("identity").hasPrefix("sealedpush-sender-1:"))
        #expect(try backUp(place).status == 0)
        #expect(try restore(place).status == 0)
        #expect(try restore(place).errors.contains("there is something else at this place"))
    }

    @Test func `records that can't be read are told, and the rest is in the backup`() throws {
        let place = try place()
        let folder = place.path("server/pins")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644],
                ofItemAtPath: "\(folder)/\(name)"
            )
        }
        let made = try backUp(place)
        #expect(made.status == 1)
        #expect(made.errors.contains("of pins: unsafePermissions"))
        #expect(try restore(place).status == 0)
    }

    @Test func `both passphrases can't come from standard input`() throws {
        let place = try Workplace()
        let words = ["--store", "@x", "--passphrase-file", "-", "--backup-passphrase-file", "-"]
        for head in [["backup", "--to", "@y"], ["restore", "--from", "@y"]] {
            let refused = try place.run(["store"] + head + words)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("can't both come from standard input"))
        }
    }
}
