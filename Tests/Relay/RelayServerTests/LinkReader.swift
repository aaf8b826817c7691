// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelayClient
import SealedPushSender
import TestSupport
import Testing

/// A sender with an identity and a VAPID key of its own, which has read a link of any sender.
struct LinkReader: Sendable {
    let keys = SenderKeys()
    private let relays: RelaySender

    init(by http: any RelayHTTP = URLSessionHTTP()) {
        let key = VAPIDKey(rawRepresentation: VAPIDKey.makeRawRepresentation())
        relays = RelaySender(key: key, http: http, clock: { .system })
    }

    /// Reads the answer in the drop, as soon as it is there.
    func answer(to link: PairingLink) async throws -> PairingAnswer {
        while true {
            let id = link.secret.id
            let reply = try await relays.box(of: id, at: link.relay, waiting: .seconds(25))
            guard case .box(let bytes) = reply else { continue }
            return try PairingAnswer(opening: DropBox(reading: bytes.span), to: link)
        }
    }

    /// Uses the endpoint of an answer: posts a message of its own that names the answer.
    @discardableResult
    func message(to answer: PairingAnswer, of link: PairingLink) async throws -> [UInt8] {
        let address = DeviceAddress(answer, at: link.relay)
        let target = try await relays.target(at: address)
        let sender = Sender(keys: keys, memory: TransientSenderMemory())
        let message = try sender.preparePaired(naming: answer.answerHash, now: .system)
        let sealed = try await sender.seal(message, for: target)
        try await relays.post(sealed, to: address)
        return sealed.envelope
    }
}

/// Requests on connections of their own, from one network of this machine.
struct RawHTTP: RelayHTTP {
    let port: Int
    /// An address of this machine.
    let source: String

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let client = try RawConnection(port: port, from: source)
        var head = "\(request.method) \(request.url.path) HTTP/1.1\r\nHost: a\r\n"
        for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
        head += "Connection: close\r\nContent-Length: \(request.body.count)\r\n\r\n"
        try client.send(Array(head.utf8) + request.body)
        let bytes = await client.bytes()
        let end = try #require(bytes.firstRange(of: "\r\n\r\n".utf8))
        let reply = try RelayReply(String(decoding: bytes[..<end.upperBound], as: UTF8.self))
        return RelayAnswer(
            status: reply.status,
            retryAfter: reply.headers["retry-after"],
            body: Array(bytes[end.upperBound...])
        )
    }
}

extension RawConnection {
    /// The bytes that come until the other end closes the connection, on a thread that waits.
    fileprivate func bytes() async -> [UInt8] {
        let read = try? await onThread {
            var bytes: [UInt8] = []
            while let part = self.read() { bytes += part }
            return bytes
        }
        return read ?? []
    }
}
