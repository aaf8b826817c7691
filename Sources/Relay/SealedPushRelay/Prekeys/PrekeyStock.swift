// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCoding

/// A device's one-time prekeys, of which each is given out once.
///
/// The device replaces the whole stock at once. A store keeps the records as one piece with a cursor, because a row for
/// each record writes about twenty times as much to the log for each claim.
package struct PrekeyStock: Hashable, Sendable {
    /// The records one after the other, 1306 bytes each.
    package let records: [UInt8]
    /// Their ids one after the other, 8 bytes each.
    package let ids: [UInt8]
    /// How many there are.
    package let count: Int
    /// The index of the record that is given out next.
    package private(set) var next = 0
    /// The first moment at which no record is given out any more: the earliest end of a term.
    package let servesUntil: Timestamp
    /// The lowest epoch among the records.
    package let epoch: UInt32

    /// The most records in a stock.
    package static let limit = 100

    /// Reads what a device has uploaded: 1 to 100 records of 1306 bytes and nothing else.
    ///
    /// Each record is verified here, so that the relay never stores what it cannot give out.
    ///
    /// - Throws: ``StockError``.
    package init(
        reading bytes: [UInt8],
        of identity: DeviceIdentity,
        minimumEpoch: UInt32,
        at now: Timestamp
    ) throws(StockError) {
        let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: PrekeyRecord.count)
        guard rest == 0, 1...Self.limit ~= count else { throw .wrongSize }
        var records: [PrekeyRecord] = []
        for index in 0..<count {
            let range = index * PrekeyRecord.count..<(index + 1) * PrekeyRecord.count
            let record = try? PrekeyRecord(reading: bytes.span.extracting(range), of: identity)
            guard let record, record.terms.class == .oneTime else { throw .wrongRecord(index) }
            guard record.terms.epoch >= minimumEpoch else { throw .revoked(index) }
            guard record.isCurrent(at: now) else { throw .notCurrent(index) }
            records.append(record)
        }
        guard Set(records.map(\.id)).count == count else { throw .repeated }
        self.records = bytes
        self.count = count
        ids = records.flatMap(\.id.bytes)
        servesUntil = records.map(\.terms.notAfter).min() ?? now
        epoch = records.map(\.terms.epoch).min() ?? 0
    }

    /// Gives out the next record, or nil if none is left or their time is over.
    package mutating func claim(at now: Timestamp) -> Claim? {
        guard next < count, now < servesUntil else { return nil }
        defer { next += 1 }
        let id = ids[next * PrekeyRecord.ID.count..<(next + 1) * PrekeyRecord.ID.count]
        let record = records[next * PrekeyRecord.count..<(next + 1) * PrekeyRecord.count]
        return Claim(id: PrekeyRecord.ID(Array(id)), record: Array(record))
    }

    /// A record that was given out.
    package struct Claim: Hashable, Sendable {
        package let id: PrekeyRecord.ID
        /// The record, 1306 bytes.
        package let record: [UInt8]
    }
}

/// Why a stock is not taken.
package enum StockError: Error, Hashable {
    /// It is not 1 to 100 records long.
    case wrongSize
    /// The record at this index is none, is not one-time, or its signature is wrong.
    case wrongRecord(Int)
    /// The device has revoked the record at this index.
    case revoked(Int)
    /// The record at this index has not begun, or has ended.
    case notCurrent(Int)
    /// A record occurs twice.
    case repeated
}

/// How many one-time prekeys a device is asked to keep in stock.
///
/// Most senders never claim one, so a device that had no claim is asked for none: a hundred records for each of ten
/// million devices would be 1.3 TB.
package enum StockTarget {
    /// How far back claims count.
    package static let period: Duration = .days(14)
    /// What a device is asked for at least after its first claim, and at most.
    package static let range = 10...PrekeyStock.limit

    /// Twice the claims of the last 14 days, 10 to 100; 0 before the first claim.
    ///
    /// - Parameters:
    ///   - claims: How many records were asked for in the last 14 days, also those that were not there.
    ///   - wasClaimed: Whether a record was ever asked for.
    /// - Returns: The number of records.
    package static func count(claims: Int, wasClaimed: Bool) -> Int {
        guard wasClaimed else { return 0 }
        return min(max(min(claims, range.upperBound) * 2, range.lowerBound), range.upperBound)
    }
}
