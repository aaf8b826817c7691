// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Sidecars that are started on a database of another sender or app, as operators start them.
@Suite(.timeLimit(.minutes(5)))
struct SidecarOwnerTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func sealedpush(_ arguments: String...) throws {
        let run = try Tool.run(BuiltProgram.named("sealedpush"), arguments, in: folder)
        #expect(run.status == 0, "\(arguments)")
    }

    private func options(_ store: String, _ topic: String, _ more: [String]) throws -> [String] {
        try ["--store", store, "--topic", topic, "--port", "\(Tool.freePort())"] + more
    }

    /// Starts a sidecar, and ends it.
    private func serves(
        _ store: String,
        _ topic: String = "com.example.app",
        _ more: String...
    ) async throws {
        let options = try options(store, topic, more)
        let sidecar = try await ServedRelay(options, in: folder, as: ["seal-service", "run"])
        #expect(sidecar.stop() == 0)
    }

    private func isRefused(
        _ store: String,
        _ topic: String = "com.example.app",
        _ more: String...,
        words: String
    ) throws {
        let errors = folder + "/errors"
        let run = try Tool.run(
            URL(filePath: "/bin/sh"),
            ["-c", #"exec timeout 60 "$@" 2> errors"#, "sh"]
                + [BuiltProgram.named("sealedpush-server").path, "seal-service", "run"]
                + options(store, topic, more),
            in: folder
        )
        #expect(run.status == 6, "\(store) \(topic) \(more)")
        #expect(run.output.isEmpty)
        let text = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(text.contains("the database in sidecar is for another \(words)"), "\(text)")
        #expect(text.contains("hint: a sidecar has a folder for each sender and app"))
    }

    @Test(.rules("S-20"))
    func `a database is one sender's and app's, also after successions`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
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
