// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

/// An app on a device, as it talks to the relay.
struct BenchDevice {
    let bench: RelayBench
    let sample: SampleDevice
    let id: String
    let credential: String

    /// The path of the device, or one below it.
    func path(_ end: String = "") -> String { "/v1/devices/\(id)\(end)" }

    /// Asks with the device's credential.
    func send(
        _ end: String = "",
        _ method: HTTPRequest.Method = .get,
        _ body: ((inout JSONWriter.Object) -> Void)? = nil
    ) async throws -> TestResponse {
        try await bench.send(path(end), method, bearer: credential, body)
    }

    /// Sends bytes with the device's credential.
    func send(_ end: String, _ method: HTTPRequest.Method, bytes: [UInt8]) async throws
        -> TestResponse
    {
        let headers: HTTPFields = [
            .authorization: "Bearer \(credential)", .contentType: DeviceRoutes.mediaType,
        ]
        return try await bench.send(path(end), method, headers, bytes)
    }

    /// Leaves a drop.
    func leave(
        _ box: [UInt8],
        as id: String,
        ttl: String? = "900",
        _ mediaType: String = DeviceRoutes.mediaType
    ) async throws -> TestResponse {
        var headers: HTTPFields = [
            .authorization: "Bearer \(credential)", .contentType: mediaType,
        ]
        headers[.ttl] = ttl
        return try await bench.send(path("/drops/\(id)"), .put, headers, box)
    }

    /// Answers an activation code.
    func activate(by code: Capability, origin: String = SampleDevice.origin.text) async throws
        -> TestResponse
    {
        let proof = try sample.proof(of: code, for: DeviceID(text: id), origin: origin)
        return try await send("/activation", .post) { $0.add("proof", base64URL: proof.bytes.span) }
    }

    /// Makes an endpoint that everyone may use, and gives its path and its id.
    func makeEndpoint() async throws -> (path: String, id: String) {
        let response = try await send("/endpoints", .post) { $0.add("unbound", true) }
        let url = try #require(response.json?["endpoint"]?.string)
        try #require(url.hasPrefix(bench.origin + "/e/"))
        let id = try #require(response.json?["id"]?.string)
        return (String(url.dropFirst(bench.origin.count)), id)
    }
}

extension RelayBench {
    /// Asks with a bearer token and a body of JSON.
    func send(
        _ path: String,
        _ method: HTTPRequest.Method,
        bearer: String?,
        _ body: ((inout JSONWriter.Object) -> Void)? = nil
    ) async throws -> TestResponse {
        var headers = HTTPFields()
        if let bearer { headers[.authorization] = "Bearer \(bearer)" }
        guard let body else { return try await send(path, method, headers) }
        headers[.contentType] = "application/json"
        return try await send(path, method, headers, JSONWriter.object(body))
    }

    /// An invitation, as the publisher's backend asks for it.
    func invite(app: String = "chat") async throws -> String {
        let response = try await send("/v1/invitations", .post, bearer: apiKey.text) {
            $0.add("app", app)
        }
        return try #require(response.json?["invitation"]?.string)
    }

    /// Asks to register a device.
    func registering(
        _ sample: SampleDevice,
        token: String = "0a0b",
        app: String = "chat",
        invitation: String? = nil,
        _ more: @escaping (inout JSONWriter.Object) -> Void = { _ in }
    ) async throws -> TestResponse {
        let record = try sample.record(.reusable)
        let bundle = try DeviceBundle(device: sample.identity, records: [record])
        return try await send("/v1/devices", .post, bearer: nil) { body in
            body.add("app", app)
            body.add("token", token)
            body.add("bundle", base64URL: bundle.bytes.span)
            if let invitation { body.add("invitation", invitation) }
            more(&body)
        }
    }

    /// A device that is registered, by an invitation unless it needs none.
    func register(_ sample: SampleDevice = SampleDevice(), token: String = "0a0b") async throws
        -> BenchDevice
    {
        let response = try await registering(sample, token: token, invitation: try await invite())
        #expect(response.status == .created)
        return BenchDevice(
            bench: self,
            sample: sample,
            id: try #require(response.json?["device"]?.string),
            credential: try #require(response.json?["credential"]?.string)
        )
    }

    /// A device that is registered without an invitation.
    func openDevice(_ sample: SampleDevice = SampleDevice()) async throws -> BenchDevice {
        let response = try await registering(sample)
        #expect(response.status == .created)
        return BenchDevice(
            bench: self,
            sample: sample,
            id: try #require(response.json?["device"]?.string),
            credential: try #require(response.json?["credential"]?.string)
        )
    }

    /// A device whose token serves.
    func activeDevice(_ sample: SampleDevice = SampleDevice(), token: String = "0a0b") async throws
        -> BenchDevice
    {
        let device = try await register(sample, token: token)
        let code = try #require(await transport.next()?.activation?.code)
        #expect(try await device.activate(by: code).status == .noContent)
        return device
    }
}
