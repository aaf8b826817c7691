// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import Synchronization
import TestSupport
import Testing

/// What a relay answers to a sender.
struct RelayReply {
    let status: Int
    let headers: [String: String]
    let body: String

    var json: JSONValue? { try? JSONDocument(reading: Array(body.utf8)).root }

    /// Reads an answer on a connection that ends with it.
    init(_ text: String) throws {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let lines = (parts.first ?? "").split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        status = try #require(words.count > 1 ? Int(words[1]) : nil, "no answer: \(text)")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = parts.count > 1 ? String(parts[1]) : ""
    }

    /// Asks on a connection of its own.
    static func get(_ path: String, at port: Int, from source: String = "127.0.0.1") async throws
        -> RelayReply
    {
        let client = try RawConnection(port: port, from: source)
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return try RelayReply(await client.rest())
    }
}

/// Devices that take every message, and what senders have posted to them.
///
/// Their apps hand out their prekeys, so an envelope may name any.
final class PostedMessages: Sendable {
    /// The paths of the endpoints.
    let paths: [String]
    private let accepted = Mutex<[(path: String, envelope: [UInt8], location: String)]>([])

    /// Adds devices to the database of a relay that does not run yet.
    init(in store: any RelayStore, devices: Int) async throws {
        var paths: [String] = []
        for _ in 0..<devices {
            let device = try SampleDevice().active()
            try await store.write { try $0.add(device, nil) }
            let capability = Capability()
            let isAdded = try await store.write {
                try $0.add(
                    Endpoint(
                        id: EndpointID(),
                        device: device.id,
                        digest: capability.digest,
                        sender: .anyone
                    )
                )
            }
            #expect(isAdded)
            paths.append("/e/\(capability.text)")
        }
        self.paths = paths
    }

    /// How many were answered 201.
    var count: Int { accepted.withLock(\.count) }

    /// Posts a new message, and remembers it if it is accepted.
    @discardableResult
    func post(to path: String, at port: Int) async throws -> RelayReply {
        let envelope = [1] + Randomness.bytes(1399)
        let reply = try await Self.post(envelope, to: path, at: port)
        if reply.status == 201 {
            let location = try #require(reply.headers["location"])
            accepted.withLock { $0.append((path, envelope, location)) }
        }
        return reply
    }

    /// Whether the relay knows each accepted message by its first name.
    func areKnown(at port: Int) async throws -> Bool {
        for message in accepted.withLock(\.self) {
            let reply = try await Self.post(message.envelope, to: message.path, at: port)
            guard reply.status == 201, reply.headers["location"] == message.location else {
                return false
            }
        }
        return true
    }

    private static func post(_ envelope: [UInt8], to path: String, at port: Int) async throws
        -> RelayReply
    {
        let client = try RawConnection(port: port)
        try client.send(
            "POST \(path) HTTP/1.1\r\nHost: a\r\nTTL: 86400\r\nConnection: close\r\n"
                + "Content-Type: application/sealedpush\r\nContent-Length: \(envelope.count)\r\n\r\n"
        )
        try client.send(envelope)
        return try RelayReply(await client.rest())
    }
}
