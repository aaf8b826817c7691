// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SimulationSupport
import TestSupport
import Testing

@testable import SealedPushCommand

#if canImport(Glibc)
    import Glibc
#endif

/// Thousands of inputs that are wrong in some way, and of runs that are killed: `make long`, and a
/// few in every run.
@Suite(.serialized)
struct AbuseRandomTests {
    private static let inputs = LongRun.isOn ? 3000 : 120
    private static let kills = LongRun.isOn ? 1000 : 24

    /// Calls that succeed; `@name` is a file, and `$identity` the sender's.
    private static let calls: [[String]] = [
        ["device", "init", "--store", "@new", "--topic", "com.example.app"],
        ["device", "bundle", "--store", "@phone", "--one-time", "2"],
        ["device", "bundle", "--store", "@phone", "--offer"],
        ["device", "show", "--store", "@phone", "--json"],
        ["device", "maintain", "--store", "@phone", "--at", "2026-12-24T18:00:00Z"],
        ["device", "acknowledge", "--store", "@phone", "@offer"],
        ["device", "unfinished", "--store", "@phone", "--finish"],
        ["device", "retire", "--store", "@phone"],
        ["sender", "init", "--store", "@server", "--as", "shop"],
        ["sender", "number", "--store", "@server", "--to", "@phone.bundle", "--svg", "@picture"],
        ["sender", "succeed", "--store", "@server"], ["sender", "list", "--store", "@server"],
        ["sender", "statements", "--store", "@server"],
        ["sender", "revoke", "--store", "@server", "--yes", "--as", "default"],
        ["recipient", "list", "--store", "@server", "--recipient", "bob"],
        ["recipient", "confirm", "--store", "@server", "--recipient", "bob", "--all"],
        [
            "recipient", "remove", "--store", "@server", "--recipient", "bob", "--device",
            "@phone.bundle",
        ],
        ["inspect", "@retirement"],
        ["statement", "apply", "--store", "@server", "@retirement"],
        [
            "contact", "add", "--store", "@phone", "--identity", "$identity", "--name", "Bob",
            "--code", "b-1",
        ],
        ["contact", "show", "--store", "@phone", "--identity", "$identity"],
        ["contact", "preview", "--store", "@phone", "--identity", "$identity", "hidden"],
        ["contact", "avatar", "--store", "@phone", "--identity", "$identity", "@picture.jpg"],
        ["contact", "verify", "--store", "@phone", "--identity", "$identity", "--number", "1"],
        ["contact", "import", "--store", "@phone", "--format", "json", "@contacts.json"],
        ["contact", "import", "--store", "@phone", "--format", "vcard", "@contacts.vcf"],
        ["contact", "export", "--store", "@phone", "--format", "json"],
        ["inspect", "--json", "@offer"],
        ["directory", "add", "--directory", "@recipients", "--recipient", "bob", "@offer"],
        ["directory", "claim", "--directory", "@recipients", "--recipient", "bob"],
        ["attachment", "seal", "@picture.jpg", "--out", "@sealed.jpg", "--url", "https://a.b/c"],
        [
            "seal", "--store", "@server", "--to", "@phone.bundle", "--recipient", "bob", "--topic",
            "com.example.app", "--from", "ann-7", "--ttl", "1h", "--headers", "@headers",
            "@payload",
        ],
        [
            "seal", "--store", "@server", "--directory", "@recipients", "--recipient", "bob",
            "--topic", "com.example.app", "@payload",
        ],
        ["open", "--store", "@phone", "@sealed"], ["open", "--store", "@phone", "--deferred"],
        ["inspect", "--json", "@sealed"],
    ]

    private static func world() throws -> Workplace {
        let place = try Workplace.withStores(oneTime: 3)
        try place.make("tablet")
        let results: [(String, [String])] = [
            ("offer", ["device", "bundle", "--store", "@phone", "--offer"]),
            ("retirement", ["device", "retire", "--store", "@tablet"]),
            ("contacts.json", ["contact", "export", "--store", "@phone", "--format", "json"]),
            ("contacts.vcf", ["contact", "export", "--store", "@phone", "--format", "vcard"]),
        ]
        for (name, arguments) in results {
            let run = try place.run(arguments)
            try #require(run.status == 0, "\(arguments): \(run.errors)")
            try place.write(run.output, to: name)
        }
        try place.write(#"{"aps":{"alert":"Dinner at eight"}}"#, to: "payload")
        try place.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46], to: "picture.jpg")
        let bob = ["--directory", "@recipients", "--recipient", "bob"]
        try place.succeed(["directory", "add"] + bob + ["@offer"])
        try place.seal("Dinner at eight")
        return place
    }

    // MARK: - Inputs

    @Test(.timeLimit(.minutes(60)))
    func `whatever is wrong with an input, a command ends with a status and says what`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var place = try Self.world()
        var failed = 0
        for number in 0..<Self.inputs {
            if number.isMultiple(of: 25) { place = try Self.world() }
            let identity = try place.text("identity")
            var arguments = Self.calls.randomElement(using: &random) ?? []
            arguments = arguments.map { $0 == "$identity" ? identity : $0 }
            for _ in 0...Int.random(in: 0...1, using: &random) {
                try Self.spoil(&arguments, in: place, &random)
            }
            let run = try Self.run(arguments, in: place)
            let shown = "seed \(seed), \(number): \(arguments), \(run.status): \(run.errors)"
            #expect(ExitStatus(rawValue: run.status) != nil, "\(shown)")
            guard run.status != 0 else { continue }
            failed += 1
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("sealedpush: error: ") } == 1, "\(shown)")
            #expect(lines.allSatisfy { $0.hasPrefix("sealedpush: ") }, "\(shown)")
        }
        #expect(failed > Self.inputs / 3)
    }

    /// Runs the command in the folder, so that what it writes somewhere goes with it.
    private static func run(_ arguments: [String], in place: Workplace) throws -> Transcript {
        let resolved = arguments.map { argument in
            argument.hasPrefix("@") ? place.path(String(argument.dropFirst())) : argument
        }
        let words = ["/usr/bin/env", "-C", place.path, Workplace.executable] + resolved
        return try place.start(program: words, environment: [:]).end()
    }

    /// Makes something wrong of arguments that would do.
    private static func spoil(
        _ arguments: inout [String],
        in place: Workplace,
        _ random: inout SeededGenerator
    ) throws {
        guard let index = arguments.indices.randomElement(using: &random) else { return }
        let argument = arguments[index]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: arguments.remove(at: index)
        case 1: arguments.insert(argument, at: index)
        case 2: arguments.append(junk(&random))
        case 3, 4: arguments[index] = junk(&random)
        default:
            let name = String(argument.dropFirst())
            guard argument.hasPrefix("@"), var bytes = try? place.read(name) else {
                arguments[index] = junk(&random)
                return
            }
            spoil(&bytes, &random)
            let spoiled = "spoiled-\(UInt32.random(in: 0 ... .max, using: &random))"
            try place.write(bytes, to: spoiled)
            arguments[index] = "@" + spoiled
        }
    }

    private static func spoil(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes = []
        case 2:
            bytes.insert(contentsOf: [UInt8](repeating: 0, count: 9), at: place)
        case 3: bytes += bytes
        case 4: bytes = (0..<place % 5000).map { _ in .random(in: 0...255, using: &random) }
        default:
            if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        }
    }

    private static func junk(_ random: inout SeededGenerator) -> String {
        let texts = [
            "", "-", "--", "---x", "--store", "@nowhere", "@phone", "@recipients", "@payload",
            "@identity", "@payload/x", "/dev/null", "/dev/zero", "\u{202E}nnA", "a\u{7}b", "0",
            "-1", "99999999999999999999", "1e9", "{}", "[]", "null", "%s%n", "$(id)", "'; x",
            String(repeating: "x", count: 100_000), "0000-00-00T00:00:00Z", "Ann", "bob",
            "--json", "--help", "--passphrase-file", "--yes", "full", "é", "e\u{301}", "👩‍👩‍👧",
        ]
        return texts.randomElement(using: &random) ?? ""
    }

    // MARK: - Kills

    /// Runs that change a store, killed at any instant: afterwards all is there, and the next run
    /// goes on.
    @Test(.timeLimit(.minutes(60)))
    func `whenever a run is killed, both stores work on and keep who they are`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let changes = Self.calls.filter { call in
            let name = call.prefix(2).joined(separator: " ")
            return [
                "device bundle", "device maintain", "device acknowledge", "sender init",
                "recipient confirm", "statement apply", "contact add",
                "contact import", "directory add", "directory claim", "seal --store",
                "open --store",
            ].contains(name)
        }
        var place = try Self.world()
        var times: [[String]: Duration] = [:]
        let clock = ContinuousClock()
        var killed = 0
        for number in 0..<Self.kills {
            if number.isMultiple(of: 20) { place = try Self.world() }
            let identity = try place.text("identity")
            let call = changes.randomElement(using: &random) ?? []
            let arguments = call.map { $0 == "$identity" ? identity : $0 }
            let time = times[call] ?? .milliseconds(40)
            let start = clock.now
            let run = try place.start(arguments)
            let end = start.advanced(by: time * Double.random(in: 0.1...1.2, using: &random))
            while clock.now < end { usleep(100) }
            run.process.signal(SIGKILL)
            let ended = try run.end()
            let isKilled = ended.status == 128 + SIGKILL
            if isKilled { killed += 1 }
            times[call] = time * (isKilled ? 1.1 : 0.8)
            try Self.check(place, "seed \(seed), \(number): \(arguments)")
        }
        #expect(killed > Self.kills / 4)
    }

    private static func check(_ place: Workplace, _ shown: String) throws {
        let identity = try place.text("identity")
        let sender = try place.run("sender", "identity", "--store", "@server")
        #expect(sender.line == identity.trimmingCharacters(in: .whitespacesAndNewlines), "\(shown)")
        let device = try place.run("device", "show", "--store", "@phone", "--json")
        #expect(device.status == 0, "\(shown): \(device.errors)")
        let bundle = try DeviceBundle(text: place.text("phone.bundle"))
        let known = try device.json()["identity"]?.string
        #expect(
            known == bundle.device.bytes.map { String(format: "%02x", $0) }.joined(),
            "\(shown)"
        )
        // What comes next is opened, under the contact's name.
        try place.seal("number", to: "@phone.bundle", as: "next")
        let opened = try place.open("next")
        #expect(opened.status == 0, "\(shown): \(opened.errors)")
        #expect(try opened.string("notification", "body") == "number", "\(shown)")
    }
}
