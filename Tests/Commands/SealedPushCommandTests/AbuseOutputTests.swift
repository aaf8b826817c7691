// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Places where a command is to write, and where something stands that is no plain file.
struct AbuseOutputTests {
    private static let seal = [
        "seal", "--store", "@server", "--to", "@phone.bundle", "--untracked", "--topic", "a.b",
        "@payload", "--headers",
    ]

    private static func place() throws -> Workplace {
        let place = try Workplace.withStores(contact: false)
        try place.write(#"{"aps":{"alert":"Hi"}}"#, to: "payload")
        return place
    }

    @Test(arguments: Obstacle.allCases)
    func `headers are written to a plain file only, and nothing is sealed`(
        _ obstacle: Obstacle
    ) throws {
        let place = try Self.place()
        let path = try obstacle.make(in: place)
        let sealed = try place.run(Self.seal + [path])
        #expect(sealed.status == 1)
        #expect(sealed.output.isEmpty)
        #expect(
            sealed.errors == """
                sealedpush: error: \(obstacle.words) stands at the place of the headers
                sealedpush: hint: name a new file, or one that an earlier run wrote, which is replaced

                """
        )
        #expect(try obstacle.isUntouched(at: path, in: place))
    }

    @Test func `headers replace a plain file, which keeps its mode, and leave nothing beside it`()
        throws
    {
        let place = try Self.place()
        try place.write(
            "apns-topic: " + String(repeating: "what was there ", count: 200),
            to: "headers"
        )
        try place.setMode(0o640, of: "headers")
        #expect(try place.run(Self.seal + ["@headers"]).status == 0)
        #expect(try place.text("headers").hasPrefix("apns-topic: a.b\n"))
        #expect(try !place.text("headers").contains("what was there"))
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path("headers"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(!names.contains { $0.contains(".partial-") })
    }

    @Test(arguments: ["@server/key", "@payload", "@phone.bundle"])
    func `headers replace headers only, and neither a key nor what is read`(_ path: String) throws {
        let place = try Self.place()
        let name = String(path.dropFirst())
        let before = try place.read(name)
        let sealed = try place.run(Self.seal + [path])
        #expect(sealed.status == 1)
        #expect(sealed.output.isEmpty)
        #expect(
            sealed.errors == """
                sealedpush: error: another file stands at the place of the headers
                sealedpush: hint: name a new file, or one that an earlier run wrote, which is replaced

                """
        )
        #expect(try place.read(name) == before)
    }

    @Test(arguments: [
        ["sender", "number", "--store", "@server", "--to", "@phone.bundle", "--svg"],
        [
            "attachment", "seal", "@payload", "--type", "image/jpeg", "--url", "https://a.b/c",
            "--out",
        ],
        ["store", "backup", "--store", "@server", "--backup-passphrase-file", "@phrase", "--to"],
        // The relay is not asked: an invitation would be spent.
        [
            "device", "register", "--store", "@phone", "--relay", "https://127.0.0.1:1", "--app",
            "a.b", "--token", "00", "--registration",
        ],
    ])
    func `a file that is to be new takes nothing's place`(_ command: [String]) throws {
        for obstacle in Obstacle.allCases {
            let place = try Self.place()
            try place.write("a passphrase", to: "phrase")
            let path = try obstacle.make(in: place)
            let run = try place.run(command + [path])
            #expect(run.status == 1, "\(obstacle)")
            #expect(run.errors.contains("there is something at the place of "), "\(obstacle)")
            #expect(try obstacle.isUntouched(at: path, in: place), "\(obstacle)")
        }
    }

    @Test(arguments: [
        ["sender", "number", "--store", "@server", "--to", "@phone.bundle", "--svg", ""],
        Self.seal + [""], ["sealedpush-lab", "prepare", "@server", "--output", ""],
        // The relay is not asked: an invitation would be spent.
        [
            "device", "register", "--store", "@phone", "--relay", "https://127.0.0.1:1", "--app",
            "a.b", "--token", "00", "--registration", "",
        ],
    ])
    func `an option without the name of a file is refused before anything is done`(
        _ command: [String]
    ) throws {
        let place = try Self.place()
        let run = try place.run(command)
        #expect(run.status == 64)
        #expect(run.errors.contains("error: the value of '--"), "\(run.errors)")
    }

    @Test func `a backup that can't be written says why, and what to look at`() throws {
        let place = try Self.place()
        try place.write("a passphrase", to: "phrase")
        let backup = [
            "store", "backup", "--store", "@server", "--backup-passphrase-file", "@phrase",
        ]
        for (path, reason) in [
            ("@nothere/backup", "no such file"),
            ("@payload/backup", "it is no plain file, or its folder is no folder"),
        ] {
            let run = try place.run(backup + ["--to", path])
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    sealedpush: error: the backup can't be written: \(reason)
                    sealedpush: hint: see that its folder is there, and that both are yours

                    """
            )
        }
    }

    @Test func `a store is made in a folder that a link leads to, and its identity printed`() throws
    {
        let place = try Self.place()
        try FileManager.default.createSymbolicLink(
            atPath: place.path("link"),
            withDestinationPath: "."
        )
        let made = try place.run("sender", "init", "--store", "@link/shop")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try place.run("sender", "identity", "--store", "@shop").text == made.text)
    }

    @Test func `a picture is not kept in a folder that a link leads to`() throws {
        let place = try Workplace.withStores()
        let elsewhere = place.path("elsewhere")
        try FileManager.default.createDirectory(
            atPath: elsewhere,
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: place.path("phone.avatars"),
            withDestinationPath: elsewhere
        )
        try place.write([0xFF, 0xD8, 0xFF, 1, 2, 3], to: "picture")
        let kept = try place.keepPicture("picture")
        #expect(kept.status == 1)
        #expect(
            kept.errors.contains(
                "the picture can't be kept in the folder beside the store: it is no plain file, or"
                    + " its folder is no folder"
            )
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
    }
}
