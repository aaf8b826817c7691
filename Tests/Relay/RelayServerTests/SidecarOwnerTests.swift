// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// Sidecars that are started on a database of another sender or app, as operators start them.
@Suite(.rules("C-96"), .timeLimit(.minutes(5)))
struct SidecarOwnerTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    private func sealedpush(_ arguments: String...) throws {
        let run = try Tool.run(BuiltProgram.named("sealedpush"), arguments, in: folder)
        #expect(run.status == 0, "\(arguments)")
    }

    private func options(_ store: String, _ topic: String, _ more: [String]) -> [String] {
        ["--store", store, "--topic", topic, "--port", "\(Listener.freePort())"] + more
    }

    /// Starts a sidecar, and ends it.
    private func serves(
        _ store: String,
        _ topic: String = "com.example.app",
        _ more: String...
    ) async throws {
        let options = options(store, topic, more)
        let sidecar = try await ServedRelay(options, in: folder, as: ["seal-service", "run"])
        #expect(sidecar.stop() == 0)
    }

    private func isRefused(
        _ store: String,
        _ topic: String = "com.example.app",
        _ more: String...,
        words: String
    ) throws {
        let run = try Tool.run(
            URL(filePath: "/usr/bin/timeout"),
            ["60", BuiltProgram.named("sealedpush-server").path, "seal-service", "run"]
                + options(store, topic, more),
            in: folder
        )
        #expect(run.status == 6, "\(store) \(topic) \(more)")
        #expect(run.output.isEmpty)
        let text = run.errors
        #expect(text.contains("the database in sidecar is for another \(words)"), "\(text)")
        #expect(text.contains("hint: a sidecar has a folder for each sender and app"))
    }

    @Test(.rules("S-20"))
    func `a database is one sender's and app's, also after successions`() async throws {
        try sealedpush("sender", "init", "--store", "server")
        try sealedpush("sender", "init", "--store", "server", "--as", "second")
        try sealedpush("sender", "init", "--store", "other")
        // A key may be made before the first sidecar is started.
        let server = BuiltProgram.named("sealedpush-server")
        _ = try Tool.run(server, ["seal-service", "apikey", "make", "backend"], in: folder)
        try await serves("server")
        try isRefused("server", "com.example.app2", words: "app (--topic)")
        try isRefused("other", words: "sender")
        try isRefused("server", "com.example.app", "--as", "second", words: "sender")
        try await serves("server", "com.example.other", "--data", "for-other")
        try FileManager.default.copyItem(atPath: folder + "/server", toPath: folder + "/copy")
        try await serves("copy")
        try sealedpush("sender", "succeed", "--store", "server")
        try sealedpush("sender", "succeed", "--store", "server")
        try await serves("copy")
        try await serves("server")
        try isRefused("copy", words: "sender, or its next identity (--store, --as)")
        try isRefused("server", "com.example.app2", words: "app (--topic)")
        try await serves("server")
    }
}

/// `seal-service retire`, as an operator has it.
struct SidecarRetireTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    private func run(_ program: String, _ arguments: String...) throws -> Tool {
        try Tool.run(BuiltProgram.named(program), arguments, in: folder)
    }

    private func retire(_ file: String) throws -> Int32 {
        try run("sealedpush-server", "seal-service", "retire", file).status
    }

    private func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder).appending(path: file))
    }

    /// What the files of the database hold.
    private func content() throws -> Data {
        let place = URL(filePath: folder).appending(path: "sidecar")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
        return try files.filter { $0.hasPrefix("sidecar.sqlite") }
            .map { try Data(contentsOf: place.appending(path: $0)) }
            .reduce(Data(), +)
    }

    @Test func `an operator gives a lost phone's retirement to a sidecar`() throws {
        let topic = "com.example.app"
        _ = try run("sealedpush", "device", "init", "--store", "phone", "--topic", topic)
        let retired = try run("sealedpush", "device", "retire", "--store", "phone")
        #expect(retired.status == 0)
        let text = retired.output
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let retirement = try DeviceIdentity.Retirement(text: line)
        try write(text, to: "phone.retirement")
        #expect(try retire("phone.retirement") == 64, "no sidecar is there, and none is made")

        _ = try run("sealedpush-server", "seal-service", "apikey", "make", "backend")
        try write(text + "none\n", to: "wrong")
        try write(" \n", to: "empty")
        for file in ["wrong", "empty"] { #expect(try retire(file) == 4) }
        #expect(try content().range(of: Data(retirement.bytes)) == nil, "all or none")

        #expect(try retire("phone.retirement") == 0)
        #expect(try content().range(of: Data(retirement.bytes)) != nil)
        #expect(try retire("phone.retirement") == 0)
    }
}
