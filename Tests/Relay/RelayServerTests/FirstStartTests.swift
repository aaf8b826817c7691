// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SimulationSupport
import TestSupport
import Testing

/// A relay that is killed while it makes its folder, its keys and its database.
@Suite(.rules("C-83"), .timeLimit(.minutes(20)))
struct FirstStartTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    /// Starts a relay, kills it after a time, and says whether it listened before that.
    private func start(_ name: String, killedAfter delay: Duration) throws -> Bool {
        let process = try ProbeProcess(
            "/usr/bin/env",
            [
                "-C", folder, BuiltProgram.named("sealedpush-server").path, "serve", "--data", name,
                "--topic", "com.example.app", "--operator-port", "0", "--port",
                "\(Listener.freePort())",
            ],
            errors: .nothing
        )
        usleep(UInt32(delay / .microseconds(1)))
        process.program.signal(SIGKILL)
        return try !process.finish().lines.isEmpty
    }

    @Test(.rules("C-36"))
    func `a first start that is killed at any moment heals at the next`() async throws {
        let count = LongRun.isOn ? 200 : 12
        // How long a whole start takes here, so that the kills fall into it.
        var whole: Duration = .milliseconds(50)
        while try !start("\(whole)", killedAfter: whole) { whole *= 2 }
        for number in 0..<count {
            let name = "relay\(number)"
            _ = try start(name, killedAfter: whole * number / count)
            let relay = try await ServedRelay(
                ["--data", name, "--port", "\(Listener.freePort())", "--operator-port", "0"],
                in: folder
            )
            #expect(relay.stop() == 0)
        }
    }

    @Test func `a rotation that was killed is in the way of no other`() throws {
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
