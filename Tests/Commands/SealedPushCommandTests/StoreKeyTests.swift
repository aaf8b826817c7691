// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct StoreKeyTests {
    private func place(_ option: String, _ file: String) throws -> Workplace {
        let place = try Workplace()
        try place.write("correct horse\n", to: "passphrase")
        try place.write("wrong horse\n", to: "other")
        try place.succeed("sender", "init", "--store", "@store", option, file)
        return place
    }

    private func identity(
        _ place: Workplace,
        _ options: String...,
        environment: [String: String] = [:]
    ) throws -> Transcript {
        try place.run(
            ["sender", "identity", "--store", "@store"] + options,
            environment: environment
        )
    }

    @Test func `a passphrase opens the store that was made with it`() throws {
        let place = try place("--passphrase-file", "@passphrase")
        #expect(try identity(place, "--passphrase-file", "@passphrase").status == 0)
        let variable = ["SEALEDPUSH_PASSPHRASE_FILE": "@passphrase"]
        #expect(try identity(place, environment: variable).status == 0)
        let wrong = try identity(place, "--passphrase-file", "@other", environment: variable)
        #expect(wrong.status == 6)
        #expect(wrong.errors.contains("this is not the key or the passphrase of the store"))
        let none = try identity(place, environment: ["SEALEDPUSH_KEY_FILE": "@passphrase"])
        #expect(none.status == 6)
        #expect(none.errors.contains("give --passphrase-file, or set SEALEDPUSH_PASSPHRASE_FILE"))
    }

    @Test func `a passphrase comes from standard input, and is read once`() throws {
        let place = try place("--passphrase-file", "@passphrase")
        try place.make("phone")
        try place.write(#"{"aps":{"alert":"Hi"}}"#, to: "payload.json")
        try place.succeed(
            "seal",
            "--store",
            "@store",
            "--passphrase-file",
            "-",
            "--to",
            "@phone.bundle",
            "--untracked",
            "--topic",
            Workplace.topic,
            "@payload.json",
            input: "correct horse\n"
        )
    }

    @Test func `a key file is made once and opens the store`() throws {
        let place = try place("--key-file", "@key")
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path("key"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try identity(place, "--key-file", "@key").status == 0)
        let variable = ["SEALEDPUSH_KEY_FILE": "@key"]
        #expect(try identity(place, environment: variable).status == 0)
        #expect(try identity(place, "--key-file", "@gone", environment: variable).status == 6)
        #expect(try identity(place).errors.contains("give --key-file, or set SEALEDPUSH_KEY_FILE"))
        #expect(try identity(place, "--passphrase-file", "@passphrase").status == 6)
    }

    @Test func `a key file in the folder needs no option, and takes none`() throws {
        let place = try Workplace()
        try place.write("correct horse\n", to: "passphrase")
        try place.succeed("sender", "init", "--store", "@store")
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path("store/key"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let both = [
            "SEALEDPUSH_PASSPHRASE_FILE": "@passphrase", "SEALEDPUSH_KEY_FILE": "@passphrase",
        ]
        #expect(try identity(place, environment: both).status == 0)
        let other = try identity(place, "--key-file", "@passphrase")
        #expect(other.status == 6)
        #expect(other.errors.contains("hint: it was made with a key file in its own folder"))
        try FileManager.default.removeItem(atPath: place.path("store/key"))
        #expect(try identity(place).status == 6)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620])
    func `a passphrase that others may read or write is refused`(mode: Int) throws {
        let place = try place("--passphrase-file", "@passphrase")
        try place.setMode(mode, of: "passphrase")
        let refused = try identity(place, "--passphrase-file", "@passphrase")
        #expect(refused.status == 6)
        #expect(refused.errors.contains("the passphrase file is open to other users"))
        #expect(refused.errors.contains("hint: 'chmod go=' on it closes it"))
        let made = try place.run(
            "sender",
            "init",
            "--store",
            "@new",
            "--passphrase-file",
            "@passphrase"
        )
        #expect(made.status == 6)
        try place.setMode(0o400, of: "passphrase")
        #expect(try identity(place, "--passphrase-file", "@passphrase").status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "NOT RUN: only the superuser can give a file away"))
    func `the passphrase of another user is refused`() throws {
        let place = try place("--passphrase-file", "@passphrase")
        try FileManager.default.setAttributes(
            [.ownerAccountID: 12345],
            ofItemAtPath: place.path("passphrase")
        )
        let refused = try identity(place, "--passphrase-file", "@passphrase")
        #expect(refused.status == 6)
        #expect(refused.errors.contains("the passphrase file belongs to another user"))
    }

    @Test func `a passphrase is changed, and the old one opens no longer`() throws {
        let place = try place("--passphrase-file", "@passphrase")
        let change = [
            "store", "passphrase", "--store", "@store", "--new-passphrase-file", "@other",
        ]
        let changed = try place.run(change + ["--passphrase-file", "@passphrase"])
        #expect(changed.status == 0)
        #expect(changed.text.isEmpty && changed.errors.isEmpty)
        #expect(try identity(place, "--passphrase-file", "@other").status == 0)
        #expect(try identity(place, "--passphrase-file", "@passphrase").status == 6)
        let again = try place.run(change + ["--passphrase-file", "@passphrase"])
        #expect(again.status == 6)
        #expect(again.errors.contains("this is not the key or the passphrase of the store"))
        try place.setMode(0o644, of: "other")
        let open = try place.run(change, environment: ["SEALEDPUSH_PASSPHRASE_FILE": "@passphrase"])
        #expect(open.status == 6)
        #expect(open.errors.contains("the new passphrase file is open to other users"))
        let both = try place.run(
            "store",
            "passphrase",
            "--store",
            "@store",
            "--passphrase-file",
            "-",
            "--new-passphrase-file",
            "-"
        )
        #expect(both.status == 64)
        try place.succeed("sender", "init", "--store", "@plain")
        let none = try place.run(
            "store",
            "passphrase",
            "--store",
            "@plain",
            "--new-passphrase-file",
            "@passphrase"
        )
        #expect(none.status == 6)
        #expect(none.errors.contains("the store has no passphrase"))
    }

    @Test func `a credential of the service manager makes a store and opens it`() throws {
        let place = try Workplace()
        try place.write([UInt8](repeating: 7, count: 32), to: "store-key")
        let make = ["sender", "init", "--store", "@store", "--key-credential"]
        let folder = ["CREDENTIALS_DIRECTORY": place.folder]
        let unset = try place.run(make + ["store-key"])
        #expect(unset.status == 6)
        #expect(unset.errors.contains("CREDENTIALS_DIRECTORY is not set"))
        let missing = try place.run(make + ["gone"], environment: folder)
        #expect(missing.status == 6)
        #expect(missing.errors.contains("the service manager gave no credential of this name"))
        #expect(try place.run(make + ["store-key"], environment: folder).status == 0)
        let opened = try identity(place, "--key-credential", "store-key", environment: folder)
        #expect(opened.status == 0)
        let named = folder.merging(["SEALEDPUSH_KEY_CREDENTIAL": "store-key"]) { $1 }
        #expect(try identity(place, environment: named).status == 0)
        let nameless = try identity(place, environment: folder)
        #expect(nameless.status == 6)
        #expect(nameless.errors.contains("give --key-credential, or set SEALEDPUSH_KEY_CREDENTIAL"))
        let other = try identity(place, "--key-file", "@store-key")
        #expect(other.errors.contains("it was made with a credential of the service manager"))
        try place.setMode(0o444, of: "store-key")
        #expect(try identity(place, environment: named).errors.contains("open to other users"))
    }

    @Test func `the environment makes no store`() throws {
        let place = try Workplace()
        try place.write("correct horse\n", to: "passphrase")
        let variable = ["SEALEDPUSH_PASSPHRASE_FILE": "@passphrase"]
        let made = try place.run(["sender", "init", "--store", "@store"], environment: variable)
        #expect(made.errors.contains("the store's key is the file 'key' in its folder"))
    }

    @Test func `a place that is taken or empty is told apart`() throws {
        let place = try Workplace()
        try place.write("something", to: "taken")
        #expect(try place.run("sender", "init", "--store", "@taken").status == 6)
        let none = try place.run("sender", "identity", "--store", "@nowhere")
        #expect(none.status == 6)
        #expect(none.errors.contains("there is no store at this place"))
        let below = try place.run("sender", "init", "--store", "@no/where")
        #expect(below.status == 6)
    }

    @Test func `a store that is open to others is refused`() throws {
        let place = try Workplace()
        try place.succeed("sender", "init", "--store", "@store")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: place.path("store")
        )
        let transcript = try identity(place)
        #expect(transcript.status == 6)
        #expect(transcript.errors.contains("open to other users"))
    }
}
