// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

/// What a backend reads of what has happened, in order.
struct SidecarEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A delivery has ended like this.
        case result(DeliveryResult)
        /// The reusable prekey of a device ends within 30 days: its app has not run for long.
        case prekeysLow
        /// A person has confirmed the device that answered a link: it is the recipient's.
        case paired

        /// What it is called in answers.
        var name: String {
            switch self {
            case .result(let result): result.rawValue
            case .prekeysLow: "prekeys-low"
            case .paired: "paired"
            }
        }

        init(stored name: String) throws {
            switch name {
            case "prekeys-low": self = .prekeysLow
            case "paired": self = .paired
            default: self = .result(try DeliveryResult(stored: name))
            }
        }
    }

    /// Its place in the order, from 1, which only grows.
    let number: Int64
    let at: Timestamp
    let kind: Kind
    let recipient: RecipientCode
    /// The message; nil for one that is of none.
    let message: MessageName?
}

extension SidecarDatabase {
    /// The events after one, oldest first, at most so many.
    func events(
        after number: Int64,
        limit: Int = 1000
    ) async throws(ServerStoreError) -> [SidecarEvent] {
        try await read { transaction in
            try transaction.rows(
                "SELECT * FROM event WHERE number > ? ORDER BY number LIMIT ?",
                number,
                limit
            ).map { row in
                SidecarEvent(
                    number: try row.value("number"),
                    at: try row.value("at"),
                    kind: try SidecarEvent.Kind(stored: row.value("kind")),
                    recipient: try RecipientCode(stored: row.value("recipient")),
                    message: try (row.value("message") as String?).map(MessageName.init(stored:))
                )
            }
        }
    }
}

extension MessageName {
    fileprivate init(stored text: String) throws {
        guard let name = MessageName(text) else { throw ServerStoreError.damaged }
        self = name
    }
}

extension SidecarTransaction {
    /// Notes what has happened to a recipient.
    func note(_ kind: SidecarEvent.Kind, of recipient: RecipientCode) throws {
        try change(
            "INSERT INTO event (at, kind, recipient) VALUES (?, ?, ?)",
            now,
            kind.name,
            recipient.text
        )
    }

    func note(_ kind: SidecarEvent.Kind, _ delivery: Delivery) throws {
        try change(
            "INSERT INTO event (at, kind, recipient, message, position) VALUES (?, ?, ?, ?, ?)",
            now,
            kind.name,
            delivery.recipient.text,
            delivery.id.message.text,
            delivery.id.position
        )
    }
}
