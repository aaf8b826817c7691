// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushRelayClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct RelayClientTests {
    private let device = RelayRegistration(device: "0000000000000001", credential: "secret-word")

    private func answer(_ status: Int, _ json: String, retryAfter: String? = nil) -> RelayAnswer {
        RelayAnswer(status: status, retryAfter: retryAfter, body: Array(json.utf8))
    }

    @Test(arguments: SampleOrigins.refused)
    func `what is no relay's URL is refused`(_ url: String) {
        #expect(throws: RelayClientError.wrongURL) { try RelayClient(url) }
    }

    @Test(arguments: SampleOrigins.taken)
    func `a relay's URL is taken as its operator wrote it`(_ url: String) throws {
        #expect(try RelayClient(url).origin == url)
        #expect(try RelayClient(url + "/").origin == url)
    }

    @Test(.timeLimit(.minutes(1))) func `a client that is not used any more has no session`()
        async throws
    {
        var http: URLSessionHTTP? = URLSessionHTTP()
        let delegate = try #require(http?.delegate)
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        _ = try? await http?.send(RelayRequest("GET", at: url, body: []))
        #expect(!delegate.hasEnded)
        http = nil
        while !delegate.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `a request goes to the relay with the credential, and no other request has it`()
        async throws
    {
        let relay = ScriptedRelay(
            answer(200, #"{"state":"active","activationPending":false,"wanted":10}"#),
            answer(200, #"{"challenge":"AAAA"}"#)
        )
        let client = try RelayClient("https://relay.example/", http: relay)
        #expect(client.origin == "https://relay.example")
        let status = try await client.status(of: device)
        #expect(status.state == .active)
        #expect(!status.isActivationPending)
        #expect(status.wantedPrekeys == 10)
        let request = try #require(relay.requests.first)
        #expect(request.url.absoluteString == "https://relay.example/v1/devices/0000000000000001")
        #expect(request.headers["Authorization"] == "Bearer secret-word")
        // A challenge is asked for without one: it is lost.
        _ = try? await client.recover(device: device.device) { _, _, _, _ in
            throw CancellationError()
        }
        #expect(relay.requests.last?.headers["Authorization"] == nil)
    }

    @Test func `a retirement is handed in without the credential`() async throws {
        let relay = ScriptedRelay(answer(204, ""), answer(400, #"{"type":"a:wrong-body"}"#))
        let client = try RelayClient("https://relay.example", http: relay)
        let statement = DeviceIdentity.Retirement(signing: SigningKey())
        try await client.publish(statement, of: device.device)
        let request = try #require(relay.requests.first)
        #expect(request.method == "PUT")
        #expect(request.url.path == "/v1/devices/0000000000000001/retirement")
        #expect(request.headers == ["Content-Type": "application/octet-stream"])
        #expect(request.body == statement.bytes)
        let refused = RelayClientError.problem("wrong-body", status: 400, retryAfter: nil)
        await #expect(throws: refused) {
            try await client.publish(statement, of: device.device)
        }
    }

    @Test(.rules("V-20 V-23"))
    func `a code for another device, or of another relay, is not answered`() async throws {
        let relay = ScriptedRelay(answer(204, ""))
        let client = try RelayClient("https://relay.example", http: relay)
        let code = Base64URL.encode(Randomness.bytes(32).span)
        func payload(
            _ device: String,
            of origin: String = "https://relay.example"
        ) throws -> RelayActivation {
            let payload = JSONWriter.object { payload in
                payload.object("sealedpush-activation") { activation in
                    activation.add("origin", origin)
                    activation.add("device", device)
                    activation.add("code", code)
                }
            }
            return try #require(RelayActivation(payload: payload))
        }
        let key = SigningKey()
        var asked: DeviceIdentity.PossessionProof.Challenge?
        func prove(
            _ purpose: DeviceIdentity.PossessionPurpose,
            _ origin: String,
            _ name: String,
            _ nonce: [UInt8]
        ) throws -> DeviceIdentity.PossessionProof {
            let challenge = try DeviceIdentity.PossessionProof.Challenge(
                to: purpose,
                at: origin,
                of: name,
                nonce: nonce
            )
            asked = challenge
            return DeviceIdentity.PossessionProof(signing: key, answering: challenge)
        }
        for other in [
            try payload("0000000000000002"),
            try payload(device.device, of: "https://other.example"),
            try payload(device.device, of: "https://relay.example/"),
        ] {
            #expect(try await !client.activate(device, answering: other, by: prove))
        }
        #expect(relay.requests.isEmpty && asked == nil)
        let own = try payload(device.device)
        #expect(try await client.activate(device, answering: own, by: prove))
        #expect(relay.requests.count == 1)
        let expected = try DeviceIdentity.PossessionProof.Challenge(
            to: .activation,
            at: "https://relay.example",
            of: device.device,
            nonce: Base64URL.decode(Array(code.utf8).span)
        )
        #expect(asked == expected)
        for text in [
            "{}", "x", #"{"sealedpush-activation":{"origin":"b","device":"a","code":"AAAA"}}"#,
            #"{"sealedpush-activation":{"device":"a","code":"\#(code)"}}"#,
        ] {
            #expect(RelayActivation(payload: Array(text.utf8)) == nil)
        }
    }

    @Test func `a problem is told by its name, and whether asking again helps`() async throws {
        let limit = #"{"type":"urn:sealedpush:problem:limit","status":429,"detail":"…"}"#
        let gone = #"{"type":"urn:sealedpush:problem:gone","status":410,"detail":"…"}"#
        let relay = ScriptedRelay(
            answer(429, limit, retryAfter: "60"),
            answer(410, gone),
            answer(502, "<html>"),
            nil,
            answer(200, "[]")
        )
        let client = try RelayClient("https://relay.example", http: relay)
        var errors: [RelayClientError] = []
        for _ in 0..<5 {
            do throws(RelayClientError) {
                _ = try await client.status(of: device)
            } catch {
                errors.append(error)
            }
        }
        #expect(
            errors == [
                .problem("limit", status: 429, retryAfter: .seconds(60)),
                .problem("gone", status: 410, retryAfter: nil),
                .problem("", status: 502, retryAfter: nil), .unreachable, .malformedAnswer,
            ]
        )
        #expect(errors.map(\.isTransient) == [true, false, true, true, false])
        #expect(errors.map(\.endsRegistration) == [false, true, false, false, false])
    }

    @Test(arguments: ["https://other.example/e/x", "https://relay.example.net/e/x", ""])
    func `an endpoint of another relay is none, since the device would sign it`(
        _ url: String
    ) async throws {
        let relay = ScriptedRelay(answer(201, #"{"id":"0000000000000009","endpoint":"\#(url)"}"#))
        let client = try RelayClient("https://relay.example", http: relay)
        await #expect(throws: RelayClientError.malformedAnswer) {
            try await client.makeEndpoint(of: device, for: .anyone)
        }
    }

    @Test(arguments: [
        "", ".", "..", "../endpoints/1234", "000000000000001/", String(repeating: "a", count: 256),
        "00000000?000000#", "%30000000000000001", "０000000000000001", "000000000000000\n",
    ])
    func `what is no name of a device or endpoint is asked of no relay`(_ name: String) async throws
    {
        let relay = ScriptedRelay()
        let client = try RelayClient("https://relay.example", http: relay)
        let key = SigningKey()
        let other = RelayRegistration(device: name, credential: "secret-word")
        await #expect(throws: RelayClientError.wrongName) {
            try await client.publish(DeviceIdentity.Retirement(signing: key), of: name)
        }
        await #expect(throws: RelayClientError.wrongName) {
            _ = try await client.recover(device: name) { _, _, _, _ in throw CancellationError() }
        }
        await #expect(throws: RelayClientError.wrongName) { try await client.retire(other) }
        await #expect(throws: RelayClientError.wrongName) {
            try await client.deleteEndpoint(name, of: device)
        }
        #expect(relay.requests.isEmpty)
    }

    @Test func `no description shows a credential, a code or an endpoint's URL`() async throws {
        let relay = ScriptedRelay(
            answer(201, #"{"id":"0000000000000009","endpoint":"https://relay.example/e/hidden"}"#)
        )
        let client = try RelayClient("https://relay.example", http: relay)
        let endpoint = try await client.makeEndpoint(of: device, for: .anyone)
        #expect(endpoint.url.hasSuffix("hidden"))
        var dumped = ""
        dump(endpoint, to: &dumped)
        dump(device, to: &dumped)
        for text in ["\(endpoint)", "\(device)", dumped] {
            #expect(!text.contains("hidden") && !text.contains("secret-word"))
        }
    }
}
