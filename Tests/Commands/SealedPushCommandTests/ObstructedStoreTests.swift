// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// What stands in a store and is not the store's, and how `device maintain` deals with it.
struct ObstructedStoreTests {
    private let place: Workplace

    init() throws {
        place = Workplace()
        try place.succeed("device", "init", "--store", "@phone", "--topic", "a.b")
    }

    private func maintain(_ options: String...) throws -> Transcript {
        try place.succeed(["device", "maintain", "--store", "@phone"] + options)
    }

    /// Puts an obstacle in the place of a file or folder of the store, and gives its name.
    @discardableResult
    private func putInPlaceOfOne(of folder: String, _ obstacle: Obstacle) throws -> String {
        let folder = place.path("phone/\(folder)")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        try FileManager.default.moveItem(
            atPath: obstacle.make(in: place),
            toPath: "\(folder)/\(name)"
        )
        return name
    }

    @Test(arguments: Obstacle.allCases.filter { $0 != .device })
    func `the reserve takes the place of what stands in its own`(_ obstacle: Obstacle) throws {
        try? FileManager.default.removeItem(atPath: place.path("phone/reserve"))
        try FileManager.default.moveItem(
            atPath: obstacle.make(in: place),
            toPath: place.path("phone/reserve")
        )
        _ = try maintain()
        #expect(try place.read("phone/reserve").count == 64 << 10)
    }

    @Test(arguments: [Obstacle.folder, .pipe, .link])
    func `what stands in the place of a prekey and is no file is damage like any other`(
        _ obstacle: Obstacle
    ) throws {
        try putInPlaceOfOne(of: "prekeys", obstacle)
        let shown = try place.succeed("device", "show", "--store", "@phone")
        #expect(shown.text.contains("\ndamaged    1: "))
        #expect(try maintain().text.contains("discarded   1 damaged: 1 prekey, 0 states\n"))
        #expect(try !place.succeed("device", "show", "--store", "@phone").text.contains("damaged"))
    }

    @Test(arguments: [Obstacle.pipe, .link])
    func `a claim directory that is none is a missing one`(_ obstacle: Obstacle) throws {
        let name = try putInPlaceOfOne(of: "claims", obstacle)
        #expect(try maintain("--json").json()["erased"]?.elements?.count == 1)
        #expect(!FileManager.default.fileExists(atPath: place.path("phone/claims/\(name)")))
        #expect(try maintain().text.hasPrefix("nothing was due\n"))
    }

    @Test(arguments: ["prekeys", "states"])
    func `a folder with files in the place of a record is named, and stays`(kind: String) throws {
        let name = try putInPlaceOfOne(of: kind, .folder)
        try place.write("mine", to: "phone/\(kind)/\(name)/note")
        let run = try place.run("device", "maintain", "--store", "@phone")
        #expect(run.status == 6)
        #expect(run.errors.contains("error: what stands at '\(kind)/\(name)' in the store's"))
        #expect(FileManager.default.fileExists(atPath: place.path("phone/\(kind)/\(name)/note")))
    }

    @Test(arguments: ["prekeys", "claims", "tmp", "contacts"])
    func `a link in the place of a folder is named`(folder: String) throws {
        let path = place.path("phone/\(folder)")
        try FileManager.default.moveItem(atPath: path, toPath: place.path("away"))
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: place.path("away")
        )
        let run = try place.run("device", "show", "--store", "@phone")
        #expect(run.status == 6)
        #expect(run.errors.contains("error: what stands at '\(folder)' in the store's folder"))
    }

    @Test func `what is no folder is told as the place of the store, and nothing in it as wrong`()
        throws
    {
        try place.write("{}", to: "payload.json")
        for path in ["@payload.json", "/dev/zero"] {
            let run = try place.run("device", "show", "--store", path)
            #expect(run.status == 6)
            #expect(run.errors.contains("error: what stands at the place of the store"))
            #expect(run.errors.contains("hint: a store is a folder, its key a plain file"))
        }
    }

    @Test func `a store in a folder that is not there asks for that folder`() throws {
        let run = try place.run("sender", "init", "--store", "@none/store")
        #expect(run.status == 6)
        #expect(run.errors.contains("the folders around both are there"))
    }
}

/// Stores at mount points, as containers have them.
struct MountedStoreTests {
    /// Runs a script as root of a name space of its own, where `$1` is the command.
    private static func unshared(_ script: String) -> String {
        #"exec unshare -rm sh -ec '\#(script)' sh "$@""#
    }

    private static func canMount() throws -> Bool {
        let script = unshared("mount -t tmpfs none /mnt; exit 0")
        return try Workplace().runInShell(script, []).status == 0
    }

    @Test(
        .enabled("a mount namespace can be made") { try canMount() },
        arguments: [
            ["device", "init", "--topic", "a.b", "--store", "@volume/store"],
            ["sender", "init", "--store", "@volume/store"],
        ]
    )
    func `a store is made at a mount point, though nothing may be made beside it`(
        _ arguments: [String]
    ) throws {
        let place = Workplace()
        let script = Self.unshared(
            """
            cd "$TMPDIR"; mkdir volume; mount -t tmpfs none volume; mkdir volume/store
            mount -t tmpfs -o mode=0755 none volume/store; mkdir volume/store/lost+found
            mount -o remount,ro volume; "$@"; "$@" || echo refused
            stat -c %a volume/store; ls -A volume
            """
        )
        let run = try place.runInShell(script, arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("the store already has an identity of this kind"))
        let lines = run.text.split(separator: "\n")
        #expect(lines.suffix(3) == ["refused", "700", "store"])
    }
}
