// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import ServerStore

extension SidecarDatabase {
    /// How long a sidecar has a delivery to itself.
    ///
    /// If it takes longer, or was killed, the next one takes the delivery, and no device gets two
    /// envelopes for one recipient all the same.
    static let turn: Duration = .seconds(60)

    /// How many deliveries of one relay are under way at once, of those of a sidecar.
    static let relayLimit = 16

    /// Takes deliveries that are due, and passes over relays that have enough under way.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - underWay: How many of each relay are under way.
    ///   - rule: What subscriptions are this sender's.
    ///   - key: The sender's public key for endpoints of paired devices. If these know another one,
    ///     what waits for them is passed over.
    /// - Returns: The deliveries.
    /// - Throws: ``ServerStoreError``; `foreign` if the database is another sender's or app's, such
    ///   as the next identity's of this one.
    func take(
        _ limit: Int,
        besides underWay: [String: Int] = [:],
        by rule: SubscriptionRule,
        signing key: [UInt8]? = nil
    ) async throws(ServerStoreError) -> [Delivery] {
        try await write { transaction in
            guard try transaction.owner(by: rule) == .own else { throw ServerStoreError.foreign }
            var (due, underWay) = ([Delivery](), underWay)
            var full = Set(underWay.filter { $0.value >= Self.relayLimit }.keys)
            var room = limit
            var isPassedOver = true
            let isLocked = try transaction.hasOtherEndpointKey(than: key)
            // Each further round has a relay less.
            while room > 0, isPassedOver {
                isPassedOver = false
                for row in try transaction.due(room, without: full, isLocked) {
                    let relay: String = try row.value("relay")
                    guard underWay[relay, default: 0] < Self.relayLimit else {
                        full.insert(relay)
                        isPassedOver = true
                        continue
                    }
                    underWay[relay, default: 0] += 1
                    room -= 1
                    let delivery = try? Delivery(row)
                    if let delivery { due.append(delivery) }
                    // One that can't be read holds up no other.
                    try transaction.postpone(
                        row,
                        by: delivery == nil ? DeliveryRule.longestWait : Self.turn
                    )
                }
            }
            return due
        }
    }

    /// Keeps the first envelope of a delivery, with its first attempt counted.
    ///
    /// - Returns: Whether it is kept; else another sidecar was first, or the delivery has moved.
    func keep(
        _ sealed: Delivery.Sealed,
        of delivery: Delivery
    ) async throws(ServerStoreError) -> Bool {
        try await write { transaction in
            try transaction.change(
                """
                UPDATE delivery SET envelope = ?, topic = ?, posts = 1, sealings = sealings + 1, due = ?
                WHERE message = ? AND position = ? AND result = 'waiting' AND envelope IS NULL
                    AND destination = ?
                """,
                sealed.envelope,
                sealed.topic.text,
                transaction.now.advanced(by: Self.turn),
                delivery.id.message.text,
                delivery.id.position,
                delivery.destination.stored
            ) == 1
        }
    }

    /// Counts one more attempt with an envelope, before it is made.
    ///
    /// - Returns: Whether this sidecar may make it; else another one has.
    func countPost(of delivery: Delivery, after posts: Int) async throws(ServerStoreError) -> Bool {
        try await write { transaction in
            try transaction.change(
                """
                UPDATE delivery SET posts = posts + 1, due = ?
                WHERE message = ? AND position = ? AND result = 'waiting' AND posts = ?
                    AND sealings = ?
                """,
                transaction.now.advanced(by: Self.turn),
                delivery.id.message.text,
                delivery.id.position,
                posts,
                delivery.sealings
            ) == 1
        }
    }

    /// Writes down what follows from an attempt; nothing if the delivery has moved meanwhile.
    func apply(
        _ step: DeliveryRule.Step,
        to delivery: Delivery
    ) async throws(ServerStoreError) {
        try await write { transaction in
            switch step {
            case .end(let result)
            where [.deviceGone, .keyRefused, .refused].contains(result)
                && delivery.sealed?.posts == 1:
                // Not taken there, so it may go to where the device is by now.
                if let later = try transaction.latest(delivery), later != delivery.destination {
                    try transaction.sealAgain(delivery)
                } else if result == .deviceGone, try transaction.awaitsNumber(delivery) {
                    try transaction.hold(delivery)
                } else {
                    try transaction.end(delivery, result)
                }
            case .end(.deviceGone) where delivery.sealed == nil:
                if try transaction.awaitsNumber(delivery) {
                    try transaction.hold(delivery)
                } else {
                    try transaction.end(delivery, .deviceGone)
                }
            case .end(let result): try transaction.end(delivery, result)
            case .sealAgain: try transaction.sealAgain(delivery)
            case .wait(let delay):
                try transaction.change(
                    """
                    UPDATE delivery SET failures = failures + 1, due = ?
                    WHERE message = ? AND position = ? AND result = 'waiting' AND destination = ?
                    """,
                    DeliveryRule.due(after: delay, of: delivery, now: transaction.now),
                    delivery.id.message.text,
                    delivery.id.position,
                    delivery.destination.stored
                )
            }
        }
    }

    /// Notes that the last prekey of a device ends soon.
    ///
    /// Once a day for a recipient is enough. The message of a pairing tells nothing: its device is
    /// not the recipient's yet.
    func notePrekeysLow(_ delivery: Delivery) async throws(ServerStoreError) {
        try await write { transaction in
            guard try transaction.pairing(of: delivery) == nil else { return }
            let known: Int64? = try transaction.value(
                """
                SELECT number AS value FROM event WHERE kind = ? AND recipient = ? AND at > ?
                ORDER BY number DESC LIMIT 1
                """,
                SidecarEvent.Kind.prekeysLow.name,
                delivery.recipient.text,
                transaction.now.advanced(by: .days(-1))
            )
            if known == nil { try transaction.note(.prekeysLow, delivery) }
        }
    }
}

extension SidecarTransaction {
    /// The deliveries that wait and fulfil a condition, as far as they can be read.
    func waiting(_ condition: String, _ value: any SQLStorable) throws -> [Delivery] {
        try rows("SELECT * FROM delivery WHERE result = 'waiting' AND \(condition)", value)
            .compactMap { try? Delivery($0) }
    }

    func insert(_ delivery: Delivery) throws {
        try change(
            """
            INSERT INTO delivery (message, position, recipient, destination, relay, expires, urgent,
                result, posts, sealings, elsewhere, failures, due)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)
            """,
            delivery.id.message.text,
            delivery.id.position,
            delivery.recipient.text,
            delivery.destination.stored,
            delivery.relay,
            delivery.expires,
            delivery.isUrgent,
            DeliveryResult.waiting.rawValue,
            now
        )
    }

    /// Moves a delivery to a later destination of its device, at once.
    ///
    /// An envelope that may be at a relay stays there: another one is the device's second.
    func move(_ delivery: Delivery, to later: DeliveryDestination) throws {
        guard later != delivery.destination else { return }
        try change(
            """
            UPDATE delivery SET destination = ?, relay = ?, elsewhere = sealings, failures = 0,
                due = ?
            WHERE message = ? AND position = ? AND result = 'waiting' AND envelope IS NULL
            """,
            later.stored,
            later.relay,
            now,
            delivery.id.message.text,
            delivery.id.position
        )
    }

    /// The destination of a delivery's device that counts by now; the message of a pairing goes to
    /// no other.
    fileprivate func latest(_ delivery: Delivery) throws -> DeliveryDestination? {
        guard try pairing(of: delivery) == nil else { return nil }
        return try devices(of: delivery.recipient).map(\.destination)
            .last { $0.device == delivery.destination.device }
    }

    /// Drops an envelope that no relay has taken, and moves the delivery to the destination that
    /// its device has by now.
    fileprivate func sealAgain(_ delivery: Delivery) throws {
        let changed = try change(
            """
            UPDATE delivery SET envelope = NULL, topic = NULL, posts = 0, due = ?
            WHERE message = ? AND position = ? AND result = 'waiting' AND posts = 1
                AND sealings = ?
            """,
            now,
            delivery.id.message.text,
            delivery.id.position,
            delivery.sealings
        )
        guard changed == 1, let later = try latest(delivery) else { return }
        try move(delivery, to: later)
    }

    /// Whether the device of a backend's message is paired anew, and its number was not typed yet:
    /// then the message goes to the later endpoint.
    fileprivate func awaitsNumber(_ delivery: Delivery) throws -> Bool {
        guard try pairing(of: delivery) == nil else { return false }
        return try awaitsNumber(delivery.destination.device)
    }

    /// Has a delivery that no relay has taken wait for the number, or for the pairing's end.
    fileprivate func hold(_ delivery: Delivery) throws {
        try change(
            """
            UPDATE delivery SET envelope = NULL, topic = NULL, posts = 0, failures = failures + 1,
                due = ?
            WHERE message = ? AND position = ? AND result = 'waiting' AND posts <= 1
                AND sealings = ? AND destination = ?
            """,
            DeliveryRule.due(after: DeliveryRule.longestWait, of: delivery, now: now),
            delivery.id.message.text,
            delivery.id.position,
            delivery.sealings,
            delivery.destination.stored
        )
    }

    /// What is due, first what has waited longest, but of these relays nothing, and for paired
    /// devices nothing if their endpoints are locked.
    fileprivate func due(
        _ limit: Int,
        without relays: Set<String>,
        _ isLocked: Bool
    ) throws -> [SQLRow] {
        let list = JSONWriter.array { list in for relay in relays { list.add(relay) } }
        return try rows(
            """
            SELECT * FROM delivery WHERE result = 'waiting' AND (due <= ? OR due > ?)
                AND relay NOT IN (SELECT value FROM json_each(?))
                AND NOT (? AND \(Self.isPaired))
            ORDER BY due LIMIT ?
            """,
            now,
            // Further ahead is nothing, unless the clock was set back.
            now.advanced(by: DeliveryRule.longestWait + SidecarDatabase.turn),
            String(decoding: list, as: UTF8.self),
            isLocked,
            limit
        )
    }

    fileprivate func postpone(_ row: SQLRow, by delay: Duration) throws {
        let (message, position): (String, Int64) = try (
            row.value("message"), row.value("position")
        )
        try change(
            "UPDATE delivery SET due = ? WHERE message = ? AND position = ?",
            now.advanced(by: delay),
            message,
            position
        )
    }

    /// Ends a delivery, tells it as an event, and erases what is not needed any more.
    ///
    /// What an attempt at an earlier destination came to ends none that has moved.
    func end(_ delivery: Delivery, _ result: DeliveryResult) throws {
        let changed = try change(
            """
            UPDATE delivery SET result = ?, envelope = NULL
            WHERE message = ? AND position = ? AND result = 'waiting' AND destination = ?
            """,
            result.rawValue,
            delivery.id.message.text,
            delivery.id.position,
            delivery.destination.stored
        )
        guard changed == 1 else { return }
        let pairing = try pairing(of: delivery)
        if pairing == nil { try note(.result(result), delivery) }
        try change(
            "UPDATE device SET result = ? WHERE recipient = ? AND destination = ?",
            result.rawValue,
            delivery.recipient.text,
            delivery.destination.stored
        )
        // Once a relay has taken an answer's hash, later messages lack it, for whichever recipient.
        if result == .accepted {
            try change(
                "UPDATE device SET answer = NULL WHERE identity = ? AND destination = ?",
                delivery.destination.device.bytes,
                delivery.destination.stored
            )
        }
        if let pairing { try endPairing(pairing, of: delivery.recipient, after: result) }
        try change(
            """
            UPDATE message SET content = NULL, collapse = NULL WHERE name = ? AND NOT EXISTS (
                SELECT 1 FROM delivery WHERE message = message.name AND result = 'waiting')
            """,
            delivery.id.message.text
        )
    }
}

extension Delivery {
    init(
        id: ID,
        recipient: RecipientCode,
        destination: DeliveryDestination,
        expires: Timestamp,
        isUrgent: Bool
    ) {
        self.init(
            id: id,
            recipient: recipient,
            destination: destination,
            expires: expires,
            isUrgent: isUrgent,
            sealed: nil,
            sealings: 0,
            sealingsElsewhere: 0,
            failures: 0
        )
    }

    fileprivate init(_ row: SQLRow) throws {
        guard let name = MessageName(try row.value("message")) else {
            throw ServerStoreError.damaged
        }
        var sealed: Sealed?
        if let envelope: [UInt8] = try row.value("envelope") {
            guard let topic = CollapseID(try row.value("topic")) else {
                throw ServerStoreError.damaged
            }
            sealed = Sealed(envelope: envelope, topic: topic, posts: try row.value("posts"))
        }
        self.init(
            id: ID(message: name, position: try row.value("position")),
            recipient: try RecipientCode(stored: row.value("recipient")),
            destination: try DeliveryDestination(stored: row.value("destination")),
            expires: try row.value("expires"),
            isUrgent: try row.value("urgent"),
            sealed: sealed,
            sealings: try row.value("sealings"),
            sealingsElsewhere: try row.value("elsewhere"),
            failures: try row.value("failures")
        )
    }
}
