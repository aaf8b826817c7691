// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import TestSupport
import Testing

struct SidecarConnectionTests {
    @Test(.timeLimit(.minutes(2)))
    func `idle backends beyond the limit do not keep a sidecar from its relays`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = BuiltProgram.named("sealedpush-server")
        _ = try Tool.run(
            BuiltProgram.named("sealedpush"),
            ["sender", "init", "--store", "server"],
            in: folder
        )
        let made = try Tool.run(server, ["seal-service", "apikey", "make", "backend"], in: folder)
        let key = made.output.trimmingCharacters(in: .newlines)
        let (port, relayPort) = (try Tool.freePort(), try Tool.freePort())
        let relay = "http://127.0.0.1:\(relayPort)"
        let sidecar = try await ServedRelay(
            ["--store", "server", "--topic", "com.example.app", "--port", "\(port)"]
                + ["--allow-origin", relay],
            in: folder,
            as: ["seal-service", "run"],
            descriptors: 160
        )
        func ask(_ path: String, _ more: [String], _ body: String) throws {
            let run = try Tool.run(
                URL(filePath: "/usr/bin/curl"),
                ["-sf", "-H", "Authorization: Bearer \(key)", sidecar.url + path]
                    + ["-H", "Content-Type: application/json", "-d", body] + more,
                in: folder
            )
            #expect(run.status == 0)
        }
        let subscription = Subscription(
            endpoint: relay + "/e/x",
            identity: DeviceIdentity(SigningKey().publicKey)
        )
        let list = #"{"subscriptions":[\#(String(decoding: subscription.json, as: UTF8.self))]}"#
        try ask("/v1/recipients/4711", ["-X", "PUT"], list)
        try ask("/v1/messages", [], #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
        let idle = try (0..<200).map { _ in try Tool.connect(to: port) }
        // A sidecar that takes them all has no descriptor left a moment later.
        try await Task.sleep(for: .seconds(1))
        // The relay was not there before; the message is tried again.
        let listener = try Tool.listen(at: relayPort)
        defer { close(listener) }
        while !Tool.hasConnection(listener) { try await Task.sleep(for: .milliseconds(50)) }
        for connection in idle { close(connection) }
        #expect(sidecar.stop() == 0)
    }
}
