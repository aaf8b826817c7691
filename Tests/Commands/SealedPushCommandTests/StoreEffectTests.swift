// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import FaultTestSupport
import Foundation
import SealedPush
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushCommand

/// Which subcommands change the store, and that the others do not.
struct StoreEffectTests {
    @Test(arguments: Subcommand.all)
    func `help says what a subcommand does to the store`(_ command: Subcommand) throws {
        let help = try Workplace().run(command.words + ["--help"]).text
        let said = StoreEffect.allCases.filter { help.contains("\n\($0)") }
        #expect(said.count == 1, "\(said)")
    }

    /// How each is called that changes nothing; `$identity` is the sender's.
    private static let calls: [String: [[String]]] = [
        "device show": [["--store", "@phone"], ["--store", "@phone", "--json"]],
        "device unfinished": [["--store", "@phone"]],
        "device endpoint": [
            ["--store", "@phone", "--again", "@subscription", "--sender", "$identity"]
        ],
        "device retire": [["--store", "@phone"], ["--store", "@phone", "--list"]],
        "contact list": [["--store", "@phone"]],
        "contact show": [["--store", "@phone", "--identity", "$identity"]],
        "contact number": [["--store", "@phone", "--identity", "$identity"]],
        "contact export": [
            ["--store", "@phone", "--format", "json"], ["--store", "@phone", "--format", "vcard"],
        ],
        "sender identity": [["--store", "@server"]],
        "sender number": [["--store", "@server", "--to", "@phone.bundle"]],
        "sender list": [["--store", "@server"]],
        "sender statements": [["--store", "@server"]],
        "recipient list": [
            ["--store", "@server", "--recipient", "bob"], ["--store", "@server"],
            ["--store", "@server", "--json"],
        ],
        "store backup": [
            [
                "--store", "@server", "--backup-passphrase-file", "@secret", "--to", "@backup",
            ],
            ["--store", "@phone", "--backup-passphrase-file", "@secret", "--to", "@other"],
        ],
    ]

    @Test func `every subcommand that changes nothing is called here`() throws {
        var found: Set<String> = []
        for command in Subcommand.all {
            let help = try Workplace().run(command.words + ["--help"]).text
            if help.contains("\n\(StoreEffect.nothing)") {
                found.insert(command.words.joined(separator: " "))
            }
        }
        #expect(found == Set(Self.calls.keys))
    }

    /// The stores have prekeys that are over age, an unfinished message, a deferred one and pins.
    @Test(arguments: calls.keys.sorted())
    func `what shows changes no byte, also of stores with much to do`(_ command: String) throws {
        let place = Workplace()
        try Beginning.copy("stores of 70 days ago", to: place, madeBy: Self.makeOldStores)
        let identity = try place.text("identity")
        for call in Self.calls[command] ?? [] {
            let before = try Self.image(of: place)
            let arguments = call.map { $0 == "$identity" ? identity : $0 }
            let run = try place.run(command.split(separator: " ").map(String.init) + arguments)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try Self.image(of: place) == before)
        }
    }

    /// What is in the stores, by path, and when something was last written in them.
    private static func image(of place: Workplace) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for store in ["phone", "server"] {
            let image = try FolderImage(of: place.path(store), on: POSIXFileSystem(), now: 0)
            for node in image.nodes { files["\(store)/\(node.path)"] = node.contents ?? [] }
            var status = stat()
            try #require(unsafe stat(place.path("\(store)/tmp"), &status) == 0)
            let time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            files["\(store)/tmp changed"] = Array("\(time)".utf8)
        }
        try #require(files.count > 20)
        return files
    }

    private static func makeOldStores(_ place: Workplace) throws {
        let then = TimeText.text(of: TimeOfTest.now.advanced(by: .days(-70)))
        for device in ["phone", "tablet"] {
            let topic = Workplace.topic
            try place.succeed("device", "init", "--store", "@\(device)", "--topic", topic)
            let bundle = ["device", "bundle", "--store", "@\(device)", "--one-time", "3"]
            let made = try place.run(bundle + ["--at", then])
            try #require(made.status == 0, "\(made.errors)")
            try place.write(made.output, to: "\(device).bundle")
        }
        try place.succeed("device", "maintain", "--store", "@phone", "--at", then)
        try place.write("a passphrase", to: "secret")
        let identity = try place.succeed("sender", "init", "--store", "@server").line
        try place.write(identity, to: "identity")
        try place.subscribe("phone", to: SenderIdentity(text: identity))
        try place.succeed("sender", "succeed", "--store", "@server", "--as", "default")
        try place.addContact(identity)
        for name in ["left", "waits"] {
            let sealed = try place.run(
                [
                    "seal", "--store", "@server", "--to", "@phone.bundle", "--recipient", "bob",
                    "--topic", Workplace.topic, "--at", then,
                ],
                input: #"{"aps":{"alert":"Dinner at eight"}}"#
            )
            try #require(sealed.status == 0, "\(sealed.errors)")
            try place.write(sealed.output, to: name)
        }
        let open = ["open", "--store", "@phone", "--at", then]
        let left = try place.start(open + ["@left"], output: "/dev/full").end()
        try #require(left.status == 1, "\(left.errors)")
        try place.succeed("device", "unfinished", "--store", "@phone")
        let locked = try place.run(open + ["--lock-state", "before-first-unlock", "@waits"])
        try #require(locked.status == 0, "\(locked.errors)")
    }
}
