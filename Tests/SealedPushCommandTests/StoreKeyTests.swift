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
