// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

extension ContactBook {
    /// Notes that a message of a contact came at `time`; nothing is noted of other senders.
    ///
    /// The time is a record of its own, which an extension may replace: the contact is not changed.
    /// If several processes note one at once, the last one stays.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func noteSeen(_ identity: [UInt8], at time: Timestamp) throws(ContactError) {
        guard try identityRecord(of: identity) != nil else { return }
        do throws(StoreError) {
            try store.replace(.seen, id: identity, contents: SeenRecord(time: time).bytes.span)
        } catch {
            throw .store(error)
        }
        // A process that removes the contact meanwhile removes the note after it; this is for one
        // that did so before.
        if try identityRecord(of: identity) == nil { try forgetSeen(identity) }
    }

    /// The time of the last message of `identity`; nil if none was noted.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func lastSeen(_ identity: [UInt8]) throws(ContactError) -> Timestamp? {
        do throws(StoreError) {
            guard let contents = try store.read(.seen, id: identity) else { return nil }
            guard let record = SeenRecord(reading: contents) else { throw .corrupted }
            return record.time
        } catch {
            throw .store(error)
        }
    }

    func forgetSeen(_ identity: [UInt8]) throws(ContactError) {
        do throws(StoreError) {
            try store.remove(.seen, id: identity)
        } catch {
            throw .store(error)
        }
    }
}

/// `version | time u64`: when a contact was last seen.
struct SeenRecord {
    let time: Timestamp

    private static let version: UInt8 = 1

    init(time: Timestamp) {
        self.time = time
    }

    /// Reads the record, or gives nil for one that we would not have written.
    init?(reading bytes: [UInt8]) {
        guard bytes.count == 9, bytes[0] == Self.version else { return nil }
        let milliseconds = bytes.span.bigEndian(UInt64.self, at: 1)
        guard let time = Timestamp(milliseconds: milliseconds) else { return nil }
        self.time = time
    }

    var bytes: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: time.milliseconds)
        return bytes
    }
}
