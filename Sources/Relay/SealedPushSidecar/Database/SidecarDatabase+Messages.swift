// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelay
import ServerStore

/// What a backend names a request by, so that a repeated one is the same message.
struct RequestKey: Hashable, Sendable {
    /// The key of whose requests it is, and what it calls this one, hashed together.
    let digest: [UInt8]

    /// The most bytes of what a caller calls a request.
    static let byteLimit = 255

    /// Takes the value of `Idempotency-Key`, or gives nil for one that is too long or empty.
    init?(_ text: String, of caller: Capability.Digest) {
        guard (1...Self.byteLimit).contains(text.utf8.count) else { return nil }
        digest = SHA256.hash((caller.bytes + Array(text.utf8)).span)
    }
}

/// What became of a request for a message.
enum MessageAcceptance: Hashable, Sendable {
    /// It is durable, and is sent.
    case accepted(MessageName)
    /// It was accepted before.
    case repeated(MessageName)
    /// Another request had this key.
    case otherContent
    /// Recipients have no devices here; nothing is sent to the others either.
    case unknown([RecipientCode])
}

extension SidecarDatabase {
    /// Accepts a message for all devices of its recipients; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - bytes: The same, as it came.
    ///   - message: What was prepared of it.
    ///   - key: What the request is named by; nil if each one is another message.
    /// - Returns: What became of it.
    /// - Throws: ``ServerStoreError``.
    func accept(
        _ request: MessageRequest,
        _ bytes: [UInt8],
        prepared message: SidecarMessage,
        as key: RequestKey?
    ) async throws(ServerStoreError) -> MessageAcceptance {
        let content = SHA256.hash(bytes.span)
        return try await write { transaction in
            if let key, let known = try transaction.message(of: key, content) { return known }
            let devices = try request.recipients.map { recipient in
                (recipient, try transaction.devices(of: recipient))
            }
            let unknown = devices.filter { $0.1.isEmpty }.map(\.0)
            guard unknown.isEmpty else { return .unknown(unknown) }
            let name = try transaction.insert(message)
            var gone: [Delivery] = []
            var position = 0
            for (recipient, devices) in devices {
                for device in devices {
                    let delivery = Delivery(
                        id: Delivery.ID(message: name, position: position),
                        recipient: recipient,
                        destination: device.destination,
                        expires: transaction.end(of: message),
                        isUrgent: request.isUrgent
                    )
                    try transaction.insert(delivery)
                    // One that is paired anew may come back.
                    if device.result == .deviceGone,
                        try !transaction.awaitsNumber(device.destination.device)
                    {
                        gone.append(delivery)
                    }
                    position += 1
                }
            }
            // With the last one that waits the content is erased.
            for delivery in gone { try transaction.end(delivery, .deviceGone) }
            if let key {
                try transaction.change(
                    "INSERT INTO request_key (digest, content, message, at) VALUES (?, ?, ?, ?)",
                    key.digest,
                    content,
                    name.text,
                    transaction.now
                )
            }
            return .accepted(name)
        }
    }

    /// A message as it was prepared; nil once nothing of it waits.
    func message(_ name: MessageName) async throws(ServerStoreError) -> SidecarMessage? {
        try await read { transaction in
            let row = try transaction.rows("SELECT * FROM message WHERE name = ?", name.text).first
            guard let row, let content: [UInt8] = try row.value("content") else { return nil }
            guard let timeToLive = TimeToLive(seconds: try row.value("ttl")) else {
                throw ServerStoreError.damaged
            }
            return SidecarMessage(
                content: content,
                envelopeCount: try row.value("size"),
                timeToLive: timeToLive,
                collapseKey: try row.value("collapse"),
                statements: try row.value("statements")
            )
        }
    }

    /// What became of a message for each device, in the order of the request; nil for one that is
    /// not known, or not any more.
    func results(
        of name: MessageName
    ) async throws(ServerStoreError) -> [(recipient: RecipientCode, result: DeliveryResult)]? {
        let results = try await read { transaction in
            try transaction.rows(
                "SELECT recipient, result FROM delivery WHERE message = ? ORDER BY position",
                name.text
            ).map { row in
                (
                    recipient: try RecipientCode(stored: row.value("recipient")),
                    result: try DeliveryResult(stored: row.value("result"))
                )
            }
        }
        return results.isEmpty ? nil : results
    }

    /// Ends what has expired, and forgets what is over for long: messages and request keys after 7
    /// days, events after 30.
    ///
    /// - Parameter moment: What has expired before this, by two looks at the clock.
    /// - Throws: ``ServerStoreError``.
    func sweep(expiredBefore moment: Timestamp) async throws(ServerStoreError) {
        try await write { transaction in
            for delivery in try transaction.waiting("expires < ?", moment) {
                try transaction.end(delivery, .expired)
            }
            try transaction.sweepPairings(over: moment)
            let week = moment.advanced(by: .days(-7))
            let old = "SELECT name FROM message WHERE expires < ?"
            try transaction.change("DELETE FROM delivery WHERE message IN (\(old))", week)
            try transaction.change("DELETE FROM message WHERE expires < ?", week)
            try transaction.change("DELETE FROM request_key WHERE at < ?", week)
            try transaction.change(
                "DELETE FROM event WHERE at < ?",
                moment.advanced(by: .days(-30))
            )
            // A prekey that has ended is refused for that.
            try transaction.change("DELETE FROM used WHERE until < ?", week)
        }
    }
}

extension SidecarTransaction {
    /// When a message ends that is accepted now.
    func end(of message: SidecarMessage) -> Timestamp {
        now.advanced(by: .seconds(Int64(message.timeToLive.seconds)))
    }

    /// Keeps what was prepared, as the message of a pairing or of a backend, and gives its name.
    func insert(_ message: SidecarMessage, of pairing: PairingID? = nil) throws -> MessageName {
        let name = MessageName()
        try change(
            """
            INSERT INTO message (name, content, size, ttl, collapse, statements, expires, pairing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            name.text,
            message.content,
            message.envelopeCount,
            message.timeToLive.seconds,
            message.collapseKey,
            message.statements,
            end(of: message),
            pairing?.bytes
        )
        return name
    }

    fileprivate func message(
        of key: RequestKey,
        _ content: [UInt8]
    ) throws -> MessageAcceptance? {
        let row = try rows("SELECT * FROM request_key WHERE digest = ?", key.digest).first
        guard let row else { return nil }
        guard try row.value("content") == content else { return .otherContent }
        guard let name = MessageName(try row.value("message")) else {
            throw ServerStoreError.damaged
        }
        return .repeated(name)
    }
}

extension RecipientCode {
    init(stored text: String) throws {
        guard let code = RecipientCode(text) else { throw ServerStoreError.damaged }
        self = code
    }
}
