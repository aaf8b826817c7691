// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import OpenAPITestSupport
import SealedPushCrypto
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

/// Requests that a relay refuses for a reason of its own, of which its operator has to know.
struct RefusedByRelayTests {
    @Test func `endpoints of an app that no setting names are not served`() async throws {
        try await RelayBench.run { bench in
            let store = bench.store
            let app = AppEnvironment(app: "dropped", environment: .production)
            let gate = RegistrationGate([app: .invited])
            let file = RelaySecrets.makeFile()
            let secrets = try #require(file.withBytes { RelaySecrets(reading: $0) })
            let routes = SenderRoutes(
                store: store,
                url: try #require(PublicURL(bench.origin)),
                gate: gate,
                limits: RelayLimits(),
                secrets: secrets
            )
            let router = RelayAPI.router(
                sender: routes,
                device: DeviceRoutes(
                    store: store,
                    url: try #require(PublicURL(bench.origin)),
                    secrets: secrets,
                    pushes: OwnPushes(routes: [:], keys: secrets.tokens) { _, _, _ in },
                    gate: gate,
                    network: try ClientNetwork()
                ),
                publisher: PublisherRoutes(store: store, gate: gate),
                drops: nil,
                logger: Logger(label: "test") { _ in InMemoryLogHandler() }
            )
            try await Application(router: router).test(.router) { client in
                for (path, method) in [
                    (bench.path, HTTPRequest.Method.get), (bench.path, .post),
                    (bench.path + "/prekey", .post),
                ] {
                    let answer = try await client.execute(
                        uri: path,
                        method: method,
                        headers: [.contentType: SenderRoutes.mediaType, .ttl: "60"],
                        body: ByteBuffer(bytes: bench.envelope())
                    )
                    #expect(answer.status == .serviceUnavailable)
                    #expect(answer.headers[.retryAfter] == "5")
                }
                let unknown = try await client.execute(uri: "/e/x", method: .get)
                #expect(unknown.status == .notFound)
            }
            #expect(try await bench.queued == 0)
        }
    }
}

struct FailureLogTests {
    @Test func `each cause of a failing database is logged once a minute`() {
        let (logs, clock) = (InMemoryLogHandler(), ManualClock())
        let log = FailureLog(Logger(label: "test") { _ in logs }, time: WorkerTime(clock))
        for _ in 0..<3 {
            log.note(.diskFull)
            log.note(.unavailable)
            clock.advance(by: .seconds(29))
        }
        let messages = logs.entries.map { "\($0.message)" }
        #expect(messages.count == 2)
        #expect(messages[0] == "the disk of the database is full, so requests are refused")
        #expect(logs.entries.map(\.level) == [.error, .error])
        log.note(.diskFull)
        #expect(logs.entries.count == 3)
    }

    @Test func `a request that a full disk refuses is told in the log`() async throws {
        try await RelayBench.run { bench in
            bench.store.fail(1)
            let answer = try await bench.send(bench.path)
            #expect(answer.problem == "unavailable")
            let errors = bench.logs.entries.filter { $0.level == .error }
            #expect(errors.count == 1)
            #expect(errors.first?.metadata["cause"] != nil)
        }
    }
}
