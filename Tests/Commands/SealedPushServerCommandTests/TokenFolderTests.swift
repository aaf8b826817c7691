// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import Synchronization
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// Where provider tokens are kept between runs of `send`.
struct TokenFolderTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            (nil, ["HOME": "/ann"], "/ann/.cache/sealedpush"),
            (nil, ["HOME": "/h", "XDG_CACHE_HOME": "/c"], "/c/sealedpush"),
            (nil, ["HOME": "/h", "XDG_CACHE_HOME": "relative"], "/h/.cache/sealedpush"),
            (nil, ["HOME": "/h", "CACHE_DIRECTORY": "/var/cache/a:/var/cache/b"], "/var/cache/a"),
            ("mine", ["HOME": "/h"], "mine"), ("none", ["HOME": "/h"], nil),
            (nil, [:], "/known/.cache/sealedpush"),
            (nil, ["HOME": "relative"], "/known/.cache/sealedpush"),
        ] as [(String?, [String: String], String?)]
    )
    func `the folder is the one that is named, or the user's`(
        _ option: String?,
        _ environment: [String: String],
        _ path: String?
    ) {
        #expect(TokenFolder(option, in: environment, home: "/known")?.path == path)
    }

    @Test func `without an environment the home is the one that the system knows`() {
        #expect(TokenFolder(nil, in: [:])?.path.hasSuffix("/.cache/sealedpush") == true)
        #expect(TokenFolder(nil, in: [:], home: nil) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "NOT RUN: root alone can give a folder to another user"))
    func `a folder of another user is not used`() throws {
        let path = folder.path("tokens")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(unsafe chmod(path, 0o700) == 0 && chown(path, 65_534, 65_534) == 0)
        #expect(try take(from: path, making: "token").isNew)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }

    /// Takes the token of a key that has this text, or makes it.
    private func take(from path: String, making text: String) throws -> (String, isNew: Bool) {
        let tokens = try #require(TokenFolder(path, in: [:]))
        var isNew = false
        let token = try tokens.token(
            of: "KEY0000001",
            "TEAM000001",
            where: { $0 == text },
            else: { () throws(APNsError) in
                isNew = true
                return text
            }
        )
        return (token, isNew)
    }

    @Test func `of many that make the folders at the same time one makes the token`() {
        for round in 0..<50 {
            let path = folder.path("made\(round)/a/b")
            let made = Mutex<[Bool]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                guard let taken = try? take(from: path, making: "token") else { return }
                made.withLock { $0.append(taken.isNew) }
            }
            let all = made.withLock(\.self)
            #expect(all.count == 8 && all.count(where: \.self) == 1)
        }
    }

    @Test func `what another process writes is left alone where its lock lasts too long`() throws {
        let path = folder.path("tokens")
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let partial = "tokens/KEY0000001-TEAM000001.partial-0123456789abcdef"
        try folder.write("half", to: partial)
        let other = unsafe open(path, O_RDONLY)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        #expect(try take(from: path, making: "token").isNew)
        #expect(try folder.text("tokens/KEY0000001-TEAM000001") == "token")
        #expect(try folder.text(partial) == "half")
    }

    @Test(arguments: [false, true])
    func `a folder that another user swaps meanwhile gets no token`(_ isLink: Bool) throws {
        let files = FileManager.default
        let (path, moved, other) = (
            folder.path("tokens"), folder.path("moved"), folder.path("other")
        )
        try files.createDirectory(atPath: other, withIntermediateDirectories: false)
        let tokens = try #require(TokenFolder(path, in: [:]))
        let token = try tokens.token(
            of: "KEY0000001",
            "TEAM000001",
            where: { _ in false },
            else: { () throws(APNsError) in
                #expect(throws: Never.self) {
                    try files.moveItem(atPath: path, toPath: moved)
                    if isLink {
                        try files.createSymbolicLink(atPath: path, withDestinationPath: other)
                    } else {
                        try files.moveItem(atPath: other, toPath: path)
                    }
                }
                return "token"
            }
        )
        #expect(token == "token")
        #expect(try folder.text("moved/KEY0000001-TEAM000001") == "token")
        #expect(try files.contentsOfDirectory(atPath: path) == [])
    }

    @Test func `what killed runs have left goes with the next token`() throws {
        let path = folder.path("tokens")
        #expect(try take(from: path, making: "first").isNew)
        for name in ["KEY0000001-TEAM000001.partial-0123456789abcdef", "KEY0000001-TEAM000002"] {
            try folder.write("half", to: "tokens/" + name)
        }
        #expect(try !take(from: path, making: "first").isNew)
        #expect(try take(from: path, making: "second").isNew)
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(Set(names) == ["KEY0000001-TEAM000001", "KEY0000001-TEAM000002"])
    }

    @Test func `a second key, and the same key of another team, have tokens of their own`() throws {
        let tokens = try #require(TokenFolder(folder.path("tokens"), in: [:]))
        var made = 0
        for (key, team) in [
            ("KEY0000001", "TEAM000001"), ("KEY0000001", "TEAM000002"),
            ("KEY0000002", "TEAM000001"), ("KEY0000001", "TEAM000001"),
        ] {
            let token = try tokens.token(
                of: key,
                team,
                where: { $0 == key + team },
                else: { () throws(APNsError) in
                    made += 1
                    return key + team
                }
            )
            #expect(token == key + team)
        }
        #expect(made == 3)
    }
}
