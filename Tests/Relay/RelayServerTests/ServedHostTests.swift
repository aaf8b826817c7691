// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushRelayClient
import TestSupport
import Testing

/// Each form of host that servers may be told to listen at.
@Suite(.rules("C-86"), .timeLimit(.minutes(5)))
struct ServedHostTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    /// The status that a URL answers with; 000 if nothing listens there.
    private func status(of url: String) throws -> String {
        let arguments = ["-s", "-m", "60", "-o", "/dev/null", "-w", "%{http_code}", url]
        return try Tool.run(URL(filePath: "/usr/bin/curl"), arguments, in: folder).output
    }

    @Test(arguments: ["127.0.0.1", "::1", "[::1]", "localhost"])
    func `a relay listens at the addresses that it prints`(_ host: String) async throws {
        let relay = try await ServedRelay(
            ["--host", host, "--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder,
            environment: ["SEALEDPUSH_OPERATOR_HOST": host]
        )
        #expect(try status(of: relay.url + "/e/x") == "404")
        #expect(try status(of: relay.operatorURL + "/health/live") == "200")
        // A device takes the URL as it is, and reaches the relay there. App Transport Security of a
        // simulated device refuses `http://localhost` in the test's process while a push is there.
        await #expect(processExitsWith: .success) { [url = relay.url as String] in
            let client = try RelayClient(url)
            #expect(client.origin == url)
            let device = RelayRegistration(device: "0000000000000001", credential: "none")
            let answer = await #expect(throws: RelayClientError.self) {
                try await client.status(of: device)
            }
            #expect(answer == .problem("unknown", status: 404, retryAfter: nil))
        }
        #expect(relay.stop() == 0)
    }

    @Test(arguments: ["127.0.0.1", "::1", "[::1]", "localhost", "0.0.0.0", "::"])
    func `a sidecar listens at the address that it prints`(_ host: String) async throws {
        let store = ["sender", "init", "--store", "server"]
        #expect(try Tool.run(BuiltProgram.named("sealedpush"), store, in: folder).status == 0)
        let sidecar = try await ServedRelay(
            ["--store", "server", "--topic", "a.b", "--port", "0", "--host", host]
                + (["0.0.0.0", "::"].contains(host) ? ["--any-host"] : []),
            in: folder,
            as: ["seal-service", "run"]
        )
        #expect(try status(of: sidecar.url + "/health/ready") == "200")
        #expect(sidecar.stop() == 0)
    }
}
