// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import PushTransport
import SealedPush
import SealedPushCoding
import SealedPushOpenSSL
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct DeviceRoutesTests {
    // MARK: - Credentials

    @Test func `a wrong credential is answered as a device that is not there`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let others = try await bench.activeDevice(token: "0c0d").credential
            for credential in [nil, Capability().text, others, ""] {
                let answer = try await bench.send(device.path(), .get, bearer: credential)
                #expect(answer.problem == "unknown")
            }
            let none = try await bench.send(
                "/v1/devices/0000000000000001",
                .get,
                bearer: device.credential
            )
            #expect(none.problem == "unknown")
            #expect(try await device.send().status == .ok)
        }
    }

    // MARK: - Prekeys

    @Test func `the next bundle is what senders get`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            let record = try device.sample.record(.reusable, epoch: 2)
            let bundle = try DeviceBundle(device: device.sample.identity, records: [record]).bytes
            #expect(try await device.send("/bundle", .put, bytes: bundle).status == .noContent)
            let offered = try await bench.send(path).json?["bundle"]?.string
            #expect(offered == Base64URL.encode(bundle.span))
            let foreign = SampleDevice()
            let wrong = try DeviceBundle(
                device: foreign.identity,
                records: [foreign.record(.reusable)]
            )
            for bytes in [wrong.bytes, [], [1, 2, 3]] {
                let answer = try await device.send("/bundle", .put, bytes: bytes)
                #expect(answer.problem == "wrong-body")
            }
            #expect(try await bench.send(path).json?["bundle"]?.string == offered)
        }
    }

    @Test func `a device keeps no one-time prekeys before a sender asks for one`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            #expect(try await device.send().json?["wanted"]?.integer == 0)
            _ = try await bench.send(path + "/prekey", .post)
            #expect(try await device.send().json?["wanted"]?.integer == 10)
            let records = try (0..<2).map { _ in try device.sample.record(.oneTime) }
            let stock = records.flatMap(\.bytes)
            #expect(try await device.send("/stock", .put, bytes: stock).status == .noContent)
            let text = try await bench.send(path + "/prekey", .post).json?["bundle"]?.string ?? ""
            let bytes = try Base64URL.decode(Array(text.utf8).span)
            let claimed = try DeviceBundle(reading: bytes.span).records.last?.id
            #expect(claimed == records.first?.id)
            let broken = Array(stock.dropLast())
            #expect(try await device.send("/stock", .put, bytes: broken).problem == "wrong-body")
            #expect(try await device.send("/stock", .put, bytes: []).status == .noContent)
            let none = try await bench.send(path + "/prekey", .post)
            #expect(none.json?["bundle"]?.string?.utf8.count ?? 0 < text.utf8.count)
        }
    }

    // MARK: - Endpoints

    @Test func `an endpoint is bound to its sender's key unless the app says otherwise`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let key = try P256PrivateKey().publicKey.bytes
            let bound = try await device.send("/endpoints", .post) {
                $0.add("vapid", base64URL: key.span)
            }
            let url = try #require(bound.json?["endpoint"]?.string)
            let path = String(url.dropFirst(bench.origin.count))
            #expect(try await bench.send(path).problem == "vapid-required")
            let none = try await device.send("/endpoints", .post) { _ in }
            let wrong = try await device.send("/endpoints", .post) { $0.add("vapid", "AAAA") }
            let unclear = try await device.send("/endpoints", .post) { $0.add("unbound", false) }
            let both = try await device.send("/endpoints", .post) {
                $0.add("vapid", base64URL: key.span)
                $0.add("unbound", true)
            }
            let twice = try await device.send("/endpoints", .post) {
                $0.add("firstKey", true)
                $0.add("unbound", true)
            }
            let never = try await device.send("/endpoints", .post) { $0.add("firstKey", false) }
            let problems = [none, wrong, unclear, both, twice, never].map(\.problem)
            #expect(problems == Array(repeating: "wrong-body", count: 6))
            let list = try #require(try await device.send("/endpoints").json?["endpoints"])
            let keys = list.elements?.map { $0["vapid"]?.string }
            #expect(keys?.first == Base64URL.encode(key.span))
            // No list shows a URL.
            #expect(!String(decoding: list.bytes, as: UTF8.self).contains("/e/"))
        }
    }

    @Test func `an endpoint that is deleted ends alone`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let (first, second) = (try await device.makeEndpoint(), try await device.makeEndpoint())
            let other = try await bench.activeDevice(token: "0c0d")
            // Not by another device.
            _ = try await other.send("/endpoints/\(first.id)", .delete)
            #expect(try await bench.send(first.path).status == .ok)
            for _ in 0..<2 {
                let answer = try await device.send("/endpoints/\(first.id)", .delete)
                #expect(answer.status == .noContent)
            }
            #expect(try await bench.send(first.path).problem == "gone")
            #expect(try await bench.send(second.path).status == .ok)
            let list = try await device.send("/endpoints").json?["endpoints"]?.elements
            #expect(list?.map { $0["id"]?.string } == [second.id])
        }
    }

    // MARK: - Tests and ends

    @Test func `a test push shows the placeholder, three times a minute`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            for _ in 0..<3 {
                #expect(try await device.send("/test", .post).status == .accepted)
                let sent = try #require(await bench.transport.next())
                #expect(sent.push.headers.pushType == "alert")
                #expect(sent.payload?["aps"]?["alert"]?["body"]?.string == "New notification")
                #expect(sent.activation == nil)
            }
            #expect(try await device.send("/test", .post).problem == "limit")
            bench.clock.advance(by: .minutes(1))
            #expect(try await device.send("/test", .post).status == .accepted)
        }
    }

    @Test(.rules("V-27 V-28 V-30 V-33 C-62"))
    func `senders get a device's retirement beside its bundle, and once it has ended`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            let before = try await bench.send(path)
            #expect(before.json?["retirement"] == nil)
            let statement = DeviceIdentity.Retirement(signing: device.sample.key)
            // The statement alone is enough.
            let headers: HTTPFields = [.contentType: DeviceRoutes.mediaType]
            for _ in 0..<2 {
                let put = try await bench.send(
                    device.path("/retirement"),
                    .put,
                    headers,
                    statement.bytes
                )
                #expect(put.status == .noContent)
            }
            let text = Base64URL.encode(statement.bytes.span)
            let beside = try await bench.send(path)
            #expect(beside.json?["bundle"]?.string == before.json?["bundle"]?.string)
            #expect(beside.json?["retirement"]?.string == text)
            #expect(beside.headers[.eTag] != before.headers[.eTag])
            let claimed = try await bench.send(path + "/prekey", .post)
            #expect(claimed.json?["retirement"]?.string == text)
            // What was sealed before still arrives.
            #expect(try await device.send().status == .ok)
            #expect(try await device.send("", .delete).status == .noContent)
            for method in [HTTPRequest.Method.get, .post] {
                let answer = try await bench.send(path, method)
                #expect(answer.problem == "gone")
                #expect(answer.json?["retirement"]?.string == text)
            }
        }
    }

    @Test(.rules("C-62"))
    func `a device that has ended is told as retired once its statement comes`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            #expect(try await device.send("", .delete).status == .noContent)
            let statement = DeviceIdentity.Retirement(signing: device.sample.key)
            let put = try await device.send("/retirement", .put, bytes: statement.bytes)
            #expect(put.status == .noContent)
            let text = Base64URL.encode(statement.bytes.span)
            #expect(try await bench.send(path).json?["retirement"]?.string == text)
        }
    }

    @Test(.rules("C-62"))
    func `a retirement that the device has not signed is not kept`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            let sound = DeviceIdentity.Retirement(signing: device.sample.key).bytes
            var forged = sound
            forged[96] ^= 1
            let foreign = DeviceIdentity.Retirement(signing: SampleDevice().key).bytes
            for bytes in [forged, foreign, Array(sound.dropLast()), []] {
                let put = try await device.send("/retirement", .put, bytes: bytes)
                #expect(put.problem == "wrong-body")
            }
            let long = try await device.send("/retirement", .put, bytes: sound + [0])
            #expect(long.problem == "too-large")
            let other = "/v1/devices/0000000000000001/retirement"
            let headers: HTTPFields = [.contentType: DeviceRoutes.mediaType]
            #expect(try await bench.send(other, .put, headers, sound).problem == "unknown")
            let offer = try await bench.send(path)
            #expect(offer.status == .ok)
            #expect(offer.json?["retirement"] == nil)
        }
    }

    @Test func `a device may end without a statement`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let path = try await device.makeEndpoint().path
            #expect(try await device.send("", .delete).status == .noContent)
            let answer = try await bench.send(path)
            #expect(answer.problem == "gone")
            #expect(answer.json?["retirement"] == nil)
        }
    }
}
