// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// What `sealedpush device` says of a relay's refusals.
@Suite(.timeLimit(.minutes(5)))
struct DeviceCommandTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    /// What `sealedpush device` prints, errors included.
    private func device(_ words: [String]) throws -> Tool {
        let program = BuiltProgram.named("sealedpush").path
        let line = ["-c", #"exec "$@" 2>&1"#, "sh", program, "device"]
        return try Tool.run(URL(filePath: "/bin/sh"), line + words, in: folder)
    }

    private func makePhone() throws {
        let made = try device(["init", "--store", "phone", "--topic", "com.example.app"])
        #expect(made.status == 0)
    }

    private func relay(_ options: String...) async throws -> ServedRelay {
        let arguments = ["--data", "relay", "--topic", "com.example.app", "--operator-port", "0"]
        return try await ServedRelay(
            arguments + ["--port", "\(Listener.freePort())"] + options,
            in: folder
        )
    }

    private func register(
        at relay: ServedRelay,
        app: String = "com.example.app",
        _ options: String...
    ) throws -> Tool {
        try device(
            ["register", "--store", "phone", "--registration", "\(app).relay"]
                + ["--relay", relay.url, "--app", app, "--token", "0a0b"] + options
        )
    }

    @Test func `what is wrong with a registration is said with what to do`() async throws {
        try makePhone()
        let relay = try await relay()
        let none = try register(at: relay)
        #expect(none.status == 8)
        #expect(none.output.contains("403 invitation-refused"))
        #expect(none.output.contains("hint: an invitation serves one device of its app, once"))
        let wrong = try register(at: relay, "--invitation=AAAA")
        #expect(wrong.output.contains("hint: an invitation serves one device of its app, once"))
        let other = try register(at: relay, app: "com.example.other")
        #expect(other.output.contains("400 wrong-body"))
        #expect(other.output.contains("hint: check --app, --sandbox and --token"))
        #expect(relay.stop() == 0)
    }

    @Test func `an endpoint of a device that has answered no code is refused with what to do`()
        async throws
    {
        try makePhone()
        let relay = try await relay("--open")
        #expect(try register(at: relay).status == 0)
        let file = "com.example.app.relay"
        let sender = SenderKeys().identity.text
        let endpoint = try device(
            ["endpoint", "--store", "phone", "--registration", file, "--unbound"]
                + ["--sender", sender, "--recipient", "user-7"]
        )
        #expect(endpoint.status == 8)
        #expect(endpoint.output.contains("409 not-active"))
        #expect(endpoint.output.contains("hint: 'device register --answer' answers the code"))
        #expect(relay.stop() == 0)
    }
}
