// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayClient
import SealedPushRelayTesting
import SealedPushSender
import TestSupport
import Testing

/// A phone that is active at a relay, and answers links by requests of its own, without the
/// library.
struct AnsweringPhone {
    private let device = SampleDevice()
    private let credential = Capability()

    /// Adds it to the database of a relay.
    init(in store: some RelayStore) async throws {
        let active = try device.active(credential: credential)
        let begin = Timestamp.system.timeSince1970 - SampleDevice.now.timeSince1970 - .days(1)
        let record = try device.record(.reusable, from: begin)
        let prekeys = try PublishedPrekeys(
            publishing: DeviceBundle(device: device.identity, records: [record]).bytes,
            of: device.identity,
            at: .system
        )
        try await store.write { try $0.add(active, prekeys) }
    }

    /// Makes an endpoint for the first key that comes.
    func makeEndpoint(at relay: ServedRelay) async throws -> String {
        let headers = ["Content-Type: application/json"]
        let body = Array(#"{"firstKey":true}"#.utf8)
        let made = try await ask("POST", "/endpoints", headers, body, at: relay)
        return try #require(made.json?["endpoint"]?.string, "\(made.body)")
    }

    /// Leaves the answer in the link's drop, with an endpoint that is made for it or before.
    @discardableResult
    func answer(
        _ link: PairingLink,
        _ endpoint: String? = nil,
        at relay: ServedRelay,
        before spoil: (PairingAnswer) async throws -> Void = { _ in }
    ) async throws -> PairingAnswer {
        let made: String
        if let endpoint { made = endpoint } else { made = try await makeEndpoint(at: relay) }
        let answer = try PairingAnswer(
            signing: device.key,
            to: link,
            endpoint: made,
            topic: try #require(Topic("com.example.chat")),
            name: "Ann's phone"
        )
        try await spoil(answer)
        let headers = ["Content-Type: application/octet-stream", "TTL: 900"]
        let path = "/drops/" + link.secret.id.text
        let left = try await ask("PUT", path, headers, answer.box(for: link).bytes, at: relay)
        #expect(left.status == 201, "\(left.body)")
        return answer
    }

    /// Ends the device at the relay.
    func end(at relay: ServedRelay) async throws {
        try await RelayClient(relay.url).retire(
            RelayRegistration(device: device.id.text, credential: credential.text)
        )
    }

    private func ask(
        _ method: String,
        _ path: String,
        _ headers: [String],
        _ body: [UInt8],
        at relay: ServedRelay
    ) async throws -> RelayReply {
        let path = "/v1/devices/\(device.id.text)\(path)"
        let headers = headers + ["Authorization: Bearer \(credential.text)"]
        return try await relay.ask(method, path, headers, body)
    }
}

extension ServedRelay {
    /// Sends one request on a connection of its own.
    func ask(
        _ method: String,
        _ path: String,
        _ headers: [String] = [],
        _ body: [UInt8] = []
    ) async throws -> RelayReply {
        let client = try RawConnection(port: try port)
        let head = [
            "\(method) \(path) HTTP/1.1", "Host: a", "Connection: close",
            "Content-Length: \(body.count)",
        ]
        try client.send((head + headers + ["", ""]).joined(separator: "\r\n"))
        try client.send(body)
        return try RelayReply(await client.rest())
    }
}
