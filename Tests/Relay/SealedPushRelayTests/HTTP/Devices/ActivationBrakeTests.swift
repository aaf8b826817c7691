// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import PushTransport
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

/// Every activation push goes to a token that a stranger may have named.
struct ActivationBrakeTests {
    @Test(.rules("C-36"))
    func `another token and another code count like a registration`() async throws {
        try await RelayBench.run(policy: .open) { bench in
            let device = try await bench.openDevice()
            #expect(try await device.send("/activation/retry", .post).status == .noContent)
            let named = try await device.send("/token", .put) { $0.add("token", "0c0d") }
            #expect(named.status == .accepted)
            for _ in 0..<7 {
                #expect(try await bench.registering(SampleDevice()).status == .created)
            }
            let other = try await bench.registering(SampleDevice())
            #expect(other.problem == "limit")
        }
    }

    @Test(.rules("C-36 C-82")) func `a brake changes no token and uses up no code`() async throws {
        try await RelayBench.run(policy: .open) { bench in
            let device = try await bench.openDevice()
            let id = try #require(DeviceID(text: device.id))
            for _ in 0..<9 { _ = try await bench.registering(SampleDevice()) }
            let before = try #require(try await bench.store.read { try $0.device(id) })
            let named = try await device.send("/token", .put) { $0.add("token", "0c0d") }
            #expect(named.problem == "limit")
            #expect(named.headers[.retryAfter] == "2")
            let asked = try await device.send("/activation/retry", .post)
            #expect(asked.problem == "limit")
            #expect(try await bench.store.read { try $0.device(id) } == before)
            bench.clock.advance(by: .seconds(1))
            #expect(try await device.send("/activation/retry", .post).status == .noContent)
        }
    }

    @Test(.rules("C-36"))
    func `no token is named and no code pushed while most of the last tokens were wrong`()
        async throws
    {
        try await RelayBench.run(policy: .open) { bench in
            let device = try await bench.openDevice()
            let chat = AppEnvironment(app: "chat", environment: .production)
            for _ in 0..<100 { bench.gate.note(.code, .tokenRefused(deadSince: nil), of: chat) }
            bench.clock.advance(by: .minutes(14))
            let named = try await device.send("/token", .put) { $0.add("token", "0c0d") }
            #expect(named.problem == "limit")
            #expect(try await device.send("/activation/retry", .post).problem == "limit")
        }
    }

    @Test func `a token that serves is named as often as an app starts`() async throws {
        try await RelayBench.run(policy: .open) { bench in
            let device = try await bench.openDevice()
            let code = try #require(await bench.transport.next()?.activation?.code)
            #expect(try await device.activate(by: code).status == .noContent)
            for _ in 0..<30 {
                let named = try await device.send("/token", .put) { $0.add("token", "0a0b") }
                #expect(named.status == .noContent)
            }
        }
    }

    @Test func `the devices of an app with invitations are not braked`() async throws {
        try await RelayBench.run { bench in
            for _ in 0..<25 {
                let device = try await bench.register()
                let named = try await device.send("/token", .put) { $0.add("token", "0c0d") }
                #expect(named.status == .accepted)
            }
        }
    }

    @Test(.rules("C-82")) func `a code that cannot be pushed is not used up`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.register()
            // No push is sent meanwhile, and no more have a place.
            let places = bench.takeAllPlaces()
            for _ in 0..<5 {
                let asked = try await device.send("/activation/retry", .post)
                #expect(asked.problem == "unavailable")
            }
            let invitation = try await bench.invite()
            let refused = try await bench.registering(SampleDevice(), invitation: invitation)
            #expect(refused.problem == "unavailable")
            places.giveBack()
            for _ in 0..<2 {
                #expect(try await device.send("/activation/retry", .post).status == .noContent)
            }
            let taken = try await bench.registering(SampleDevice(), invitation: invitation)
            #expect(taken.status == .created)
        }
    }

    @Test func `no signature is verified for a device that may not register`() async throws {
        try await RelayBench.run(policy: .open) { bench in
            // What would be refused as a bundle is refused as too much.
            for _ in 0..<10 {
                let answer = try await bench.send("/v1/devices", .post, bearer: nil) { body in
                    body.add("app", "chat")
                    body.add("token", "0a0b")
                    body.add("bundle", base64URL: Randomness.bytes(100).span)
                }
                #expect(answer.problem == "wrong-body")
            }
            #expect(try await bench.registering(SampleDevice()).problem == "limit")
        }
        try await RelayBench.run { bench in
            let answer = try await bench.send("/v1/devices", .post, bearer: nil) { body in
                body.add("app", "chat")
                body.add("token", "0a0b")
                body.add("bundle", base64URL: Randomness.bytes(100).span)
                body.add("invitation", Capability().text)
            }
            #expect(answer.problem == "invitation-refused")
        }
    }
}
