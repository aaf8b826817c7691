// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The databases of `serve` and `seal-service`, and the commands that work on them.
struct ServerDatabaseTests {
    private let folder = TemporaryFolder()

    private static let keyCommands = [["apikey"], ["seal-service", "apikey"]]

    private func keys(_ command: [String], _ words: String...) throws -> Tool {
        try BuiltCommand.run(command + words + ["--data", folder.path("data")])
    }

    @Test(arguments: keyCommands, ["", "a\nb", "a\u{1B}[31mb", "a\u{2028}b", "a\u{7F}b"])
    func `a key's name is one that a list can show`(command: [String], name: String) throws {
        let run = try keys(command, "make", name)
        #expect(run.status == 64)
        #expect(
            run.errors.contains("has 1 to 64 bytes and no control character or line break")
                || name.isEmpty
        )
        #expect(run.output.isEmpty)
    }

    @Test(arguments: keyCommands)
    func `a key is made once, listed by its name, and removed once`(command: [String]) throws {
        let made = try keys(command, "make", "backend")
        #expect(made.status == 0)
        #expect(made.output.count == 44)
        let again = try keys(command, "make", "backend")
        #expect(again.status == 64)
        #expect(again.errors.contains("there is a key of this name"))
        let list = try keys(command, "list").output
        #expect(list.hasPrefix("backend") && list.count(where: { $0 == "\n" }) == 1)
        #expect(try keys(command, "remove", "backend").status == 0)
        #expect(try keys(command, "remove", "backend").status == 64)
        #expect(try keys(command, "list").output.isEmpty)
    }

    @Test(arguments: [
        (["seal-service", "apikey"], "sidecar.sqlite", ["apikey"], "relay.sqlite"),
        (["apikey"], "relay.sqlite", ["seal-service", "apikey"], "sidecar.sqlite"),
    ])
    func `another program's database ends each command with 6, and stays as it is`(
        maker: [String],
        made: String,
        reader: [String],
        needed: String
    ) throws {
        _ = try keys(maker, "make", "backend")
        // What was committed last is in a file beside it.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
        where name.hasPrefix(made) {
            try FileManager.default.moveItem(
                atPath: folder.path("data/\(name)"),
                toPath: folder.path("data/\(name.replacing(made, with: needed))")
            )
        }
        let before = try Data(contentsOf: URL(filePath: folder.path("data/\(needed)")))
        // The keys of a relay are beside its database.
        if reader == ["apikey"] {
            _ = try BuiltCommand.run(["relay-keys", folder.path("data/keys")])
        }
        let run = try keys(reader, "list")
        #expect(run.status == 6)
        #expect(run.errors.contains("the database in \(folder.path("data")) is another program's"))
        let after = try Data(contentsOf: URL(filePath: folder.path("data/\(needed)")))
        #expect(after == before)
    }

    @Test(arguments: [
        (["seal-service", "apikey"], ["apikey"], "a sealing sidecar"),
        (["apikey"], ["seal-service", "apikey"], "a relay"),
    ])
    func `a folder with another server's database is refused, and nothing is made in it`(
        maker: [String],
        other: [String],
        owner: String
    ) throws {
        _ = try keys(maker, "make", "backend")
        let before = try contents()
        let run = try keys(other, "make", "backend")
        #expect(run.status == 6)
        #expect(run.errors.contains("has the database of \(owner)"))
        #expect(run.errors.contains("hint: a relay and a sidecar have a folder of their own each"))
        #expect(run.output.isEmpty)
        #expect(try contents() == before)
    }

    /// The files in the folder, each with its bytes.
    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(filePath: folder.path("data/\(name)"))))
            }
        )
    }

    @Test(arguments: keyCommands)
    func `only the owner may read the folder and what is in it`(command: [String]) throws {
        let made = try BuiltCommand.run(
            command + ["make", "backend", "--data", folder.path("data")],
            #"umask 000; exec "$@""#
        )
        #expect(made.status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
        for path in ["data"] + names.map({ "data/\($0)" }) {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(path))[
                .posixPermissions
            ]
            #expect((mode as? NSNumber).map { $0.intValue & 0o077 } == 0, "\(path)")
        }
    }

    @Test func `an operator's command beside a first start is told to come again`() throws {
        try folder.makeFolder("data")
        try Data().write(to: URL(filePath: folder.path("data/relay.sqlite")))
        let run = try BuiltCommand.run(["outbox", "show", "--data", folder.path("data")])
        #expect(run.status == 75)
        #expect(run.errors.contains("is being made"))
        #expect(run.errors.contains("hint: try again"))
    }

    @Test(arguments: [["rekey"], ["apikey", "list"], ["outbox", "show"], ["device", "list"]])
    func `every command names the commands that make a relay`(_ command: [String]) throws {
        let run = try BuiltCommand.run(command + ["--data", folder.path("nowhere")])
        #expect(run.status == 64)
        #expect(run.errors.contains("'serve' and 'apikey make' make one"))
    }

    @Test func `a file of keys that is written in part says why`() throws {
        let run = try BuiltCommand.run(
            ["relay-keys", folder.path("keys")],
            #"trap '' XFSZ; exec prlimit --fsize=100 "$@""#
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("ulimit -f"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys.partial")))
    }

    // MARK: - A disk that is full

    #if os(Linux)
        /// The beginning of a line of a shell that runs `"$@"` on a disk of `size`, in which so
        /// much is free.
        private static func disk(of size: String, free: Int, at path: String) -> String {
            """
            exec unshare -Urm sh -c '
                mount -t tmpfs -o size=\(size),mode=0700 none "$0" || exit 99
                cd "$0" && dd if=/dev/zero of=fill bs=1k 2>/dev/null
                dd if=/dev/zero of=fill bs=1k count=0 seek=$(($(stat -c %s fill) / 1024 - \(free))) \
                    2>/dev/null
                exec "$@"' '\(path)' "$@"
            """
        }

        private static let hasOwnDisks: Bool = {
            let folder = TemporaryFolder()
            let line = disk(of: "64k", free: 0, at: folder.path(""))
            return (try? BuiltCommand.run(["--version"], line))?.status == 0
        }()

        @Test(
            .enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own"),
            arguments: keyCommands,
            [0, 8, 40, 100]
        )
        func `a full disk is told, with the folder that is on it`(
            command: [String],
            free: Int
        ) throws {
            let run = try BuiltCommand.run(
                command + ["make", "backend", "--data", "there"],
                Self.disk(of: "600k", free: free, at: folder.path(""))
            )
            #expect(run.status == 1)
            #expect(
                run.errors.contains("the disk of the database in there is full")
                    || run.errors.contains("keys, there/keys, can't be written: the disk is full"),
                "\(run)"
            )
            #expect(run.output.isEmpty)
        }
    #endif
}
