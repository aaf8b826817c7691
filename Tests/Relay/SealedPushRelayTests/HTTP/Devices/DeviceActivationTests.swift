// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import PushTransport
import SealedPush
import SealedPushCoding
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct DeviceActivationTests {
    @Test func `an invited device answers the code that is pushed to it, and then receives`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.register()
            #expect(try await device.send().json?["state"]?.string == "pending")
            let early = try await device.send("/endpoints", .post) { $0.add("unbound", true) }
            #expect(early.problem == "not-active")
            let sent = try #require(await bench.transport.next())
            #expect(sent.token == [0x0A, 0x0B])
            #expect(sent.push.headers.pushType == "background")
            #expect(sent.push.headers.priority == .conserving)
            #expect(sent.payload?["aps"]?["content-available"]?.integer == 1)
            #expect(sent.payload?["aps"]?["alert"] == nil)
            let activation = try #require(sent.activation)
            #expect(activation.device == device.id)
            #expect(try await device.activate(by: activation.code).status == .noContent)
            #expect(try await device.send().json?["state"]?.string == "active")
            let path = try await device.makeEndpoint().path
            let offer = try await bench.send(path).json?["bundle"]?.string ?? ""
            let bytes = try Base64URL.decode(Array(offer.utf8).span)
            let bundle = try DeviceBundle(reading: bytes.span)
            #expect(bundle.device == device.sample.identity)
            let prekey = try #require(bundle.reusable).id
            #expect(try await bench.post(bench.envelope(to: prekey), at: path).status == .created)
            let queued = try #require(try await bench.store.contents.queue.values.first)
            #expect(queued.device.text == device.id)
        }
    }

    @Test(.rules("C-61"))
    func `a device activates though no background push arrives`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.register()
            // None of the background pushes is answered.
            #expect(await bench.transport.next()?.push.headers.pushType == "background")
            bench.store.advance(by: .seconds(19))
            #expect(try await device.send("/activation/retry", .post).status == .noContent)
            #expect(await bench.transport.next()?.push.headers.pushType == "background")
            bench.store.advance(by: .seconds(1))
            #expect(try await device.send("/activation/retry", .post).status == .noContent)
            let alert = try #require(await bench.transport.next())
            #expect(alert.push.headers.pushType == "alert")
            #expect(alert.push.headers.priority == .immediate)
            #expect(alert.payload?["aps"]?["mutable-content"]?.integer == 1)
            #expect(alert.payload?["aps"]?["alert"]?["body"]?.string == "New notification")
            // Three codes an hour.
            let fourth = try await device.send("/activation/retry", .post)
            #expect(fourth.problem == "limit")
            #expect(fourth.headers[.retryAfter] != nil)
            let code = try #require(alert.activation?.code)
            #expect(try await device.activate(by: code).status == .noContent)
            let again = try await device.send("/activation/retry", .post)
            #expect(again.problem == "nothing-to-activate")
        }
    }

    @Test(.rules("V-24 C-35"))
    func `no other proof than the device's own, for this relay and code, activates`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.register()
            let code = try #require(await bench.transport.next()?.activation?.code)
            let id = try #require(DeviceID(text: device.id))
            let foreign = try SampleDevice().proof(of: code, for: id)
            let elsewhere = try await device.activate(by: code, origin: "https://other.example")
            let answers = [
                try await device.activate(by: Capability()), elsewhere,
                try await device.send("/activation", .post) {
                    $0.add("proof", base64URL: foreign.bytes.span)
                },
                try await device.send("/activation", .post) { $0.add("proof", "AAAA") },
            ]
            #expect(answers.map(\.problem) == Array(repeating: "proof-refused", count: 4))
            bench.store.advance(by: .minutes(10))
            #expect(try await device.activate(by: code).problem == "proof-refused")
            #expect(try await device.send().json?["state"]?.string == "pending")
        }
    }

    @Test func `a new token serves after its activation, and the old one meanwhile`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let id = try #require(DeviceID(text: device.id))
            let same = try await device.send("/token", .put) { $0.add("token", "0a0b") }
            #expect(same.status == .noContent)
            let new = try await device.send("/token", .put) { $0.add("token", "0c0d") }
            #expect(new.status == .accepted)
            #expect(try await bench.store.read { try $0.device(id) }?.token?.version == .first)
            #expect(try await device.send().json?["activationPending"]?.bool == true)
            let sent = try #require(await bench.transport.next())
            #expect(sent.token == [0x0C, 0x0D])
            let code = try #require(sent.activation?.code)
            #expect(try await device.activate(by: code).status == .noContent)
            #expect(
                try await bench.store.read { try $0.device(id) }?.token?.version == TokenVersion(2)
            )
            #expect(try await device.send().json?["activationPending"]?.bool == false)
        }
    }

    @Test func `a device that could not be reached receives again after it named its token`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let id = try #require(DeviceID(text: device.id))
            let path = try await device.makeEndpoint().path
            _ = try await bench.store.write {
                try $0.change(id) { device, now in
                    device.noteRefusal(of: .first, deadSince: .latest, leased: now, at: now)
                }
            }
            #expect(try await device.send().json?["state"]?.string == "unreachable")
            // Its messages are kept meanwhile.
            let prekey = try #require(
                try await bench.store.read { try $0.published(of: id) }?.ids.first?.id
            )
            #expect(try await bench.post(bench.envelope(to: prekey), at: path).status == .created)
            #expect(try await bench.store.contents.queue.values.first?.lane == LaneID.none)
            let named = try await device.send("/token", .put) { $0.add("token", "0a0b") }
            #expect(named.status == .accepted)
            let code = try #require(await bench.transport.next()?.activation?.code)
            #expect(try await device.activate(by: code).status == .noContent)
            #expect(try await device.send().json?["state"]?.string == "active")
            #expect(try await bench.store.contents.queue.values.first?.lane != LaneID.none)
        }
    }

    @Test func `a reinstalled app works at once, and its old device gets no pushes`() async throws {
        try await RelayBench.run { bench in
            let old = try await bench.activeDevice()
            let path = try await old.makeEndpoint().path
            let new = try await bench.register()
            // Until the token is activated nothing changes.
            #expect(try await old.send().json?["state"]?.string == "active")
            let code = try #require(await bench.transport.next()?.activation?.code)
            #expect(try await new.activate(by: code).status == .noContent)
            #expect(try await old.send().json?["state"]?.string == "unreachable")
            #expect(try await bench.send(path).status == .ok)
            #expect(try await new.send().json?["state"]?.string == "active")
        }
    }

    @Test(.rules("C-34"))
    func `a device that another identity's activation stops is pushed a code at once`()
        async throws
    {
        try await RelayBench.run { bench in
            let old = try await bench.activeDevice()
            let new = try await bench.activeDevice()
            let sent = try #require(await bench.transport.next())
            #expect(sent.push.headers.pushType == "background")
            #expect(sent.push.headers.collapseID == "sealedpush-activation-\(old.id)")
            #expect(sent.payload?["sealedpush-activation"]?["origin"]?.string == bench.origin)
            let recall = try #require(sent.activation)
            #expect(recall.device == old.id)
            // Nobody else's proof is taken for it, and no other device is activated by it.
            #expect(try await new.activate(by: recall.code).problem == "nothing-to-activate")
            let path = "/activation"
            let id = DeviceID(text: old.id)
            let foreign = try new.sample.proof(of: recall.code, for: id)
            let answer = try await old.send(path, .post) {
                $0.add("proof", base64URL: foreign.bytes.span)
            }
            #expect(answer.problem == "proof-refused")
            #expect(try await old.activate(by: recall.code).status == .noContent)
            for device in [old, new] {
                #expect(try await device.send().json?["state"]?.string == "active")
            }
        }
    }

    @Test func `an activation needs no place for a push, and recalls whom it can`() async throws {
        try await RelayBench.run { bench in
            let old = try await bench.activeDevice()
            let new = try await bench.register()
            let code = try #require(await bench.transport.next()?.activation?.code)
            let places = bench.takeAllPlaces()
            #expect(try await new.activate(by: code).status == .noContent)
            #expect(try await new.send().json?["state"]?.string == "active")
            #expect(try await old.send().json?["state"]?.string == "unreachable")
            places.giveBack()
            // Its app answers at its next start.
            let named = try await old.send("/token", .put) { $0.add("token", "0a0b") }
            #expect(named.status == .accepted)
            let next = try #require(await bench.transport.next()?.activation)
            #expect(next.device == old.id)
            #expect(try await old.activate(by: next.code).status == .noContent)
            #expect(try await new.send().json?["state"]?.string == "active")
        }
    }

    @Test func `the same device that registers again keeps its endpoints`() async throws {
        try await RelayBench.run { bench in
            let sample = SampleDevice()
            let old = try await bench.activeDevice(sample)
            let path = try await old.makeEndpoint().path
            let new = try await bench.activeDevice(sample)
            #expect(try await bench.send(path).status == .ok)
            #expect(try await new.send("/endpoints").json?["endpoints"]?.elements?.count == 1)
        }
    }

    @Test(.rules("C-60"))
    func `a lost credential is replaced by a proof, which works once`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            func replace(by proof: DeviceIdentity.PossessionProof) async throws -> TestResponse {
                try await bench.send(device.path("/credential"), .put, bearer: nil) {
                    $0.add("proof", base64URL: proof.bytes.span)
                }
            }
            let answer = try await bench.send(device.path("/challenge"))
            let text = try #require(answer.json?["challenge"]?.string)
            let challenge = try #require(Capability(text: text))
            let id = try #require(DeviceID(text: device.id))
            let foreign = try SampleDevice().proof(.credential, of: challenge, for: id)
            #expect(try await replace(by: foreign).problem == "proof-refused")
            // The nonce of one purpose is worthless for the other.
            let other = try device.sample.proof(of: challenge, for: id)
            #expect(try await replace(by: other).problem == "proof-refused")
            let proof = try device.sample.proof(.credential, of: challenge, for: id)
            let replaced = try await replace(by: proof)
            let credential = try #require(replaced.json?["credential"]?.string)
            #expect(try await device.send().problem == "unknown")
            let shown = try await bench.send(device.path(), .get, bearer: credential)
            #expect(shown.status == .ok)
            #expect(try await replace(by: proof).problem == "proof-refused")
        }
    }
}
