// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// What a store keeps of a paired recipient: the last record of a chain, which holds all of it.
struct RecipientRecord: Hashable {
    var label: String
    var entries: [Entry]

    /// One endpoint of a device.
    struct Entry: Hashable {
        let address: DeviceAddress
        var state: State
        /// When the device answered.
        let since: Timestamp
        /// The answer that it awaits to be named; nil once a relay has taken a message with it.
        var answer: AnswerHash?
    }

    /// What was decided of an endpoint.
    ///
    /// That a device is confirmed is also on the recipient's list, which counts.
    enum State: UInt8 {
        case confirmed = 1
        /// Confirmed before a restore (S-13).
        case unconfirmed = 2
        case pending = 3
    }

    private static let version: UInt8 = 1
    private static let headCount = 17

    /// True if the pairing of an entry is over, as no person has confirmed it for a day.
    ///
    /// The clock may have been set back since.
    static func isOver(_ entry: Entry, at now: Timestamp) -> Bool {
        let limit = PairedRecipient.pendingTime
        return entry.state == .pending
            && (now > entry.since.advanced(by: limit) || entry.since > now.advanced(by: limit))
    }

    /// `version 1 | store id 16 | text label`, then for each entry
    /// `device 32 | state u8 | since u64 | text topic | text endpoint | text answer`, where a
    /// text is
    /// `length u16 | bytes`, and an answer has 16 bytes or none.
    func stored(in storeID: [UInt8]) -> [UInt8] {
        var bytes = [Self.version] + storeID
        func add(_ text: some Collection<UInt8>) {
            bytes.append(bigEndian: UInt16(text.count))
            bytes += text
        }
        add(label.utf8)
        for entry in entries {
            bytes += entry.address.device.bytes + [entry.state.rawValue]
            bytes.append(bigEndian: entry.since.milliseconds)
            add(entry.address.topic.text.utf8)
            add(entry.address.endpoint.utf8)
            add(entry.answer?.bytes ?? [])
        }
        return bytes
    }

    init(label: String, entries: [Entry]) {
        self.label = label
        self.entries = entries
    }

    /// Reads what was stored, or gives nil if we would not have written it; what another store has
    /// confirmed is to be confirmed again.
    init?(stored bytes: [UInt8], in storeID: [UInt8]) {
        guard bytes.count >= Self.headCount, bytes[0] == Self.version else { return nil }
        var rest = bytes[Self.headCount...]
        func take(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        func text() -> [UInt8]? {
            take(2).flatMap { take(Int($0.span.bigEndian(UInt16.self, at: 0))) }
        }
        guard let label = text().flatMap({ String(validating: $0, as: UTF8.self) }) else {
            return nil
        }
        self.label = label
        entries = []
        while !rest.isEmpty {
            guard let device = take(DeviceIdentity.count),
                let device = try? DeviceIdentity(reading: device.span),
                let state = take(1).flatMap({ State(rawValue: $0[0]) }),
                let since = take(8).map({ $0.span.bigEndian(UInt64.self, at: 0) }),
                let topic = text().flatMap({ String(validating: $0, as: UTF8.self) }),
                let topic = Topic(topic), let endpoint = text(),
                let address = DeviceAddress(
                    device: device,
                    topic: topic,
                    endpoint: String(decoding: endpoint, as: UTF8.self)
                ), let answer = text(), answer.isEmpty || answer.count == AnswerHash.count
            else { return nil }
            entries.append(
                Entry(
                    address: address,
                    state: state,
                    since: Timestamp(clamping: since),
                    answer: AnswerHash(answer)
                )
            )
        }
        let writer = Array(bytes[1..<Self.headCount])
        guard stored(in: writer) == bytes else { return nil }
        guard writer != storeID else { return }
        for index in entries.indices where entries[index].state == .confirmed {
            entries[index].state = .unconfirmed
        }
    }
}
