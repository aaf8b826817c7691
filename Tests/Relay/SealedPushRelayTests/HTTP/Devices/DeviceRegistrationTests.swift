// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import InMemoryLogging
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

struct DeviceRegistrationTests {
    @Test(.rules("C-64"))
    func `an invitation admits one device of its app within an hour`() async throws {
        try await RelayBench.run { bench in
            let invitation = try await bench.invite()
            let other = try await bench.registering(
                SampleDevice(),
                app: "mail",
                invitation: invitation
            ) { $0.add("environment", "sandbox") }
            #expect(other.problem == "invitation-refused")
            let first = try await bench.registering(SampleDevice(), invitation: invitation)
            #expect(first.status == .created)
            for text in [invitation, Capability().text, "", nil] {
                let answer = try await bench.registering(SampleDevice(), invitation: text)
                #expect(answer.problem == "invitation-refused")
            }
            let late = try await bench.invite()
            bench.store.advance(by: .hours(1))
            let answer = try await bench.registering(SampleDevice(), invitation: late)
            #expect(answer.problem == "invitation-refused")
        }
    }

    @Test func `a registration that lacks something says what, and costs no invitation`()
        async throws
    {
        try await RelayBench.run { bench in
            let invitation = try await bench.invite()
            for (token, app) in [("xyz", "chat"), ("", "chat"), ("0a", "none")] {
                let answer = try await bench.registering(
                    SampleDevice(),
                    token: token,
                    app: app,
                    invitation: invitation
                )
                #expect(answer.problem == "wrong-body")
            }
            let answer = try await bench.registering(SampleDevice(), invitation: invitation)
            #expect(answer.status == .created)
        }
    }

    @Test(.rules("C-36"))
    func `an app that is open takes ten registrations a second`() async throws {
        try await RelayBench.run(policy: .open) { bench in
            for _ in 0..<10 {
                #expect(try await bench.registering(SampleDevice()).status == .created)
            }
            let answer = try await bench.registering(SampleDevice())
            #expect(answer.problem == "limit")
            #expect(answer.headers[.retryAfter] == "2")
            bench.clock.advance(by: .seconds(1))
            #expect(try await bench.registering(SampleDevice()).status == .created)
        }
    }

    @Test(.rules("C-36"))
    func `an app that is open pauses if most tokens are wrong`() async throws {
        let app = AppEnvironment(app: "chat", environment: .production)
        let clock = ManualClock()
        let gate = RegistrationGate([app: .open], time: WorkerTime(clock))
        let network = try #require(NetworkPrefix(address: [192, 0, 2, 1]))
        for number in 0..<100 {
            gate.note(.code, number < 49 ? .accepted : .tokenRefused(deadSince: nil), of: app)
            // Tokens that were activated say nothing of those that strangers name.
            for push in [OwnPush.recall, .test] { gate.note(push, .accepted, of: app) }
        }
        let wait = try #require(gate.push(of: app, from: network))
        #expect(wait == OpenRegistration.pause)
        clock.advance(by: wait)
        #expect(gate.push(of: app, from: network) == nil)
        // The relay's own troubles say nothing about tokens.
        for _ in 0..<200 { gate.note(.code, .unavailable, of: app) }
        #expect(gate.push(of: app, from: network) == nil)
    }

    @Test(
        arguments: [
            ("192.0.2.9", nil, [192, 0, 2]), ("192.0.2.9", "198.51.100.1", [192, 0, 2]),
            ("10.0.0.1", "198.51.100.1", [198, 51, 100]),
            ("10.0.0.1", "203.0.113.1, 198.51.100.1", [198, 51, 100]),
            ("10.0.0.1", "203.0.113.1, 10.0.0.1", [203, 0, 113]),
            ("::ffff:10.0.0.1", "198.51.100.1", [198, 51, 100]),
            ("10.0.0.1", "unknown", [0, 0, 0]), (nil, "198.51.100.1", [0, 0, 0]),
            ("2001:db8:1:2::3", nil, [0x20, 1, 0x0D, 0xB8, 0, 1, 0]),
        ] as [(String?, String?, [UInt8])]
    )
    func `only a trusted proxy says where a request comes from`(
        _ peer: String?,
        _ forwarded: String?,
        _ expected: [UInt8]
    ) throws {
        let network = try ClientNetwork(trusting: ["10.0.0.1"])
        var headers = HTTPFields()
        headers[HTTPField.Name.known("X-Forwarded-For")] = forwarded
        #expect(network.prefix(of: headers, from: peer).bytes == expected)
    }

    @Test(.rules("C-64")) func `invitations are for keys that may ask for them`() async throws {
        try await RelayBench.run { bench in
            let weak = Capability()
            try await bench.store.write {
                try $0.add(APIKey(name: "weak", digest: weak.digest, scopes: []))
            }
            for (key, problem, challenge) in [
                (nil, "key-required", "Bearer"),
                ("x", "key-unknown", #"Bearer error="invalid_token""#),
                (Capability().text, "key-unknown", #"Bearer error="invalid_token""#),
                (weak.text, "key-refused", nil),
            ] {
                let answer = try await bench.send("/v1/invitations", .post, bearer: key) {
                    $0.add("app", "chat")
                }
                #expect(answer.problem == problem)
                #expect(answer.headers[.wwwAuthenticate] == challenge)
            }
            _ = try await bench.store.write { try $0.removeAPIKey("backend") }
            let answer = try await bench.send("/v1/invitations", .post, bearer: bench.apiKey.text) {
                $0.add("app", "chat")
            }
            #expect(answer.problem == "key-unknown")
        }
    }

    @Test(.rules("C-33"))
    func `no log holds a credential, an invitation, a code, a key or a token`() async throws {
        try await RelayBench.run { bench in
            let token = "0102030405060708090a0b0c0d0e0f10"
            let invitation = try await bench.invite()
            let registered = try await bench.registering(
                SampleDevice(),
                token: token,
                invitation: invitation
            )
            let code = try #require(await bench.transport.next()?.activation?.code)
            let device = BenchDevice(
                bench: bench,
                sample: SampleDevice(),
                id: registered.json?["device"]?.string ?? "",
                credential: registered.json?["credential"]?.string ?? ""
            )
            _ = try await device.activate(by: code)
            _ = try await device.send("/token", .put) { $0.add("token", token) }
            let secrets = [
                token, invitation, code.text, device.credential, bench.apiKey.text, device.id,
            ]
            let entries = bench.logs.entries.map { "\($0.message) \($0.metadata)" }
            #expect(entries.count >= 4)
            #expect(entries.contains { $0.contains("/v1/devices/{device}/token") })
            for entry in entries {
                #expect(!secrets.contains { entry.contains($0) }, "\(entry)")
            }
        }
    }
}
