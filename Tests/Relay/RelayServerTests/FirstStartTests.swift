// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing

/// A relay that is killed while it makes its folder, its keys and its database.
@Suite(.timeLimit(.minutes(20)))
struct FirstStartTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "first-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
    }

    /// Starts a relay, kills it after a time, and says whether it listened before that.
    private func start(_ name: String, killedAfter delay: Duration) throws -> Bool {
        let process = Process()
        process.executableURL = BuiltProgram.named("sealedpush-server")
        process.arguments = [
            "serve", "--data", name, "--topic", "com.example.app", "--operator-port", "0",
            "--port", "\(try Tool.freePort())",
        ]
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        usleep(UInt32(delay / .microseconds(1)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return try output.fileHandleForReading.readToEnd()?.isEmpty == false
    }

    @Test(.rules("C-36"))
    func `a first start that is killed at any moment heals at the next`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = LongRun.isOn ? 200 : 12
        // How long a whole start takes here, so that the kills fall into it.
        var whole: Duration = .milliseconds(50)
        while try !start("\(whole)", killedAfter: whole) { whole *= 2 }
        for number in 0..<count {
            let name = "relay\(number)"
            _ = try start(name, killedAfter: whole * number / count)
            let relay = try await ServedRelay(
                ["--data", name, "--port", "\(try Tool.freePort())", "--operator-port", "0"],
                in: folder
            )
            #expect(relay.stop() == 0)
        }
    }

    @Test func `a rotation that was killed is in the way of no other`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = BuiltProgram.named("sealedpush-server")
        func keys(_ arguments: String...) throws -> Int32 {
            try Tool.run(program, ["relay-keys"] + arguments, in: folder).status
        }
        let file = URL(filePath: folder + "/keys")
        for name in ["keys.partial", "other.partial"] {
            try Data("half".utf8).write(to: URL(filePath: folder + "/" + name))
        }
        #expect(try keys("keys") == 0)
        let made = try Data(contentsOf: file)
        #expect(made.count == 134)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // One that is there is not replaced.
        #expect(try keys("keys") != 0)
        #expect(try Data(contentsOf: file) == made)
        try Data("half".utf8).write(to: URL(filePath: folder + "/keys.partial"))
        #expect(try keys("--add", "keys") == 0)
        #expect(try Data(contentsOf: file).count > made.count)
        #expect(try keys("--drop-old", "keys") == 0)
        #expect(try Data(contentsOf: file).count == made.count)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["keys", "other.partial"])
    }
}
