// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct DeviceTests {
    @Test func `init makes a device and prints its identity`() throws {
        let place = try Workplace()
        let made = try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
        let shown = try place.succeed("device", "show", "--store", "@phone", "--json")
        #expect(made.text == "\(try shown.string("identity") ?? "")\n")
        #expect(made.line.count == 64)
        #expect(try shown.string("topic") == "a.b")
        #expect(try shown.string("key") == "folder")
        #expect(try shown.string("access") == "after-first-unlock")
        #expect(try shown.json()["prekeys"]?.elements?.count == 1)
    }

    @Test func `init says what a key file in the folder does and does not protect`() throws {
        let place = try Workplace()
        let made = try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
        #expect(
            made.errors
                == "sealedpush: note: the store's key is the file 'key' in its folder: without it a"
                + " copy of the rest tells nothing, but a reader of the whole folder can read"
                + " the store\n"
        )
        let sender = try place.succeed("sender", "init", "--store", "@phone")
        #expect(sender.errors.isEmpty)
    }

    @Test(
        arguments: [
            (["device", "show"], "device"), (["device", "bundle"], "device"),
            (["contact", "list"], "device"),
            (["sender", "identity"], "sender"),
            (["recipient", "list", "--recipient", "ann"], "sender"),
        ]
    )
    func `without a store the hint is the command that makes the one which is needed`(
        _ command: [String],
        _ kind: String
    ) throws {
        let run = try Workplace().run(command + ["--store", "@none"])
        #expect(run.status == 6)
        #expect(run.errors.contains("error: there is no store at this place"))
        let other = kind == "device" ? "sender" : "device"
        #expect(run.errors.contains("'sealedpush \(kind) init"), "\(run.errors)")
        #expect(!run.errors.contains("\(other) init"))
    }

    @Test func `init takes an access class, which stays what it is`() throws {
        let place = try Workplace()
        let make = ["device", "init", "--store", "@phone", "--topic", "a.b", "--access"]
        #expect(try place.run(make + ["when-unlocked"]).status == 0)
        let shown = try place.succeed("device", "show", "--store", "@phone", "--json")
        #expect(try shown.string("access") == "when-unlocked")
        let text = try place.succeed("device", "show", "--store", "@phone").text
        #expect(text.contains("a key file in its own folder, only while unlocked"))
        let other = try place.run(make + ["after-first-unlock"])
        #expect(other.status == 64)
        #expect(other.errors.contains("the store is there already, with --access when-unlocked"))
        let again = try place.run(make + ["when-unlocked"])
        #expect(again.errors.contains("already has an identity of this kind"))
    }

    @Test func `either init adds its identity to the store that is there`() throws {
        let place = try Workplace()
        try place.succeed("device", "init", "--store", "@one", "--topic", "a.b")
        let sender = try place.succeed("sender", "init", "--store", "@one")
        #expect(try place.succeed("sender", "identity", "--store", "@one").text == sender.text)
        try place.succeed("sender", "init", "--store", "@two")
        let device = try place.succeed("device", "init", "--store", "@two", "--topic", "a.b")
        #expect(try place.succeed("device", "show", "--store", "@two").text.contains(device.line))
    }

    @Test(arguments: [["device", "init", "--topic", "a.b"], ["sender", "init"]])
    func `a second init changes nothing`(_ words: [String]) throws {
        let place = try Workplace()
        let first = try place.run(words + ["--store", "@store"])
        let second = try place.run(words + ["--store", "@store"])
        #expect(second.status == 6)
        #expect(second.output.isEmpty)
        #expect(second.errors.contains("already has an identity of this kind"))
        let kind = try #require(words.first)
        let shown = try place.run(kind, kind == "device" ? "show" : "identity", "--store", "@store")
        #expect(shown.text.contains(first.line))
    }

    @Test(arguments: [("device", "show"), ("device", "bundle"), ("sender", "identity")])
    func `an identity that the store does not have is told`(
        _ kind: String,
        _ verb: String
    ) throws {
        let place = try Workplace()
        if kind == "device" {
            try place.succeed("sender", "init", "--store", "@store")
        } else {
            try place.succeed("device", "init", "--store", "@store", "--topic", "a.b")
        }
        let transcript = try place.run(kind, verb, "--store", "@store")
        #expect(transcript.status == 6)
        #expect(transcript.errors.contains("'sealedpush \(kind) init'"))
    }

    @Test(.rules("V-11")) func `each bundle has one-time prekeys of its own`() throws {
        let place = try Workplace()
        try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
        let bundles = try (0..<2).map { _ in
            let run = try place.succeed("device", "bundle", "--store", "@phone", "--one-time", "3")
            #expect(run.errors == "sealedpush: note: give this bundle to one sender only\n")
            return try DeviceBundle(text: run.line)
        }
        let sets = bundles.map { bundle in
            Set(bundle.records.filter { $0.terms.class == .oneTime }.map(\.id))
        }
        #expect(sets[0].count == 3)
        #expect(sets[0].isDisjoint(with: sets[1]))
        let shown = try place.succeed("device", "show", "--store", "@phone")
        #expect(shown.text.contains("\none-time   0 for the directory, 6 handed out\n"))
    }

    @Test(arguments: ["256", "-1"])
    func `a bundle has room for 255 one-time prekeys`(_ count: String) throws {
        let place = try Workplace()
        try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
        let run = try place.run("device", "bundle", "--store", "@phone", "--one-time=\(count)")
        #expect(run.status == 64)
    }
}
