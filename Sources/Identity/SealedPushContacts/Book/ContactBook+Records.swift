// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension ContactBook {
    func identityRecord(of identity: [UInt8]) throws(ContactError) -> IdentityRecord? {
        try record(IdentityRecord.self, .identity(identity))
    }

    /// Changes the record of a contact and gives it as it is then, or nil for who is no contact.
    ///
    /// A record that is as it should be is made durable: the run that wrote it may have been
    /// stopped before it saw to that.
    func update(
        _ identity: [UInt8],
        _ change: (inout IdentityRecord) throws(ContactError) -> Void
    ) throws(ContactError) -> IdentityRecord? {
        guard let earlier = try identityRecord(of: identity) else { return nil }
        var record = earlier
        try change(&record)
        if record == earlier { try sync() } else { try replace(.identity(identity), with: record) }
        return record
    }

    func record<Record: ContactRecord>(
        _ type: Record.Type,
        _ id: ContactRecordID
    ) throws(ContactError) -> Record? {
        do throws(StoreError) {
            guard let contents = try store.read(id.recordKind, id: id.bytes) else { return nil }
            guard let record = Record(reading: contents) else { throw .corrupted }
            return record
        } catch {
            throw .store(error)
        }
    }

    /// Creates a record unless there is one, and says whether it did.
    func create(
        _ id: ContactRecordID,
        with record: some ContactRecord
    ) throws(ContactError) -> Bool {
        do throws(StoreError) {
            return try store.create(
                id.recordKind,
                id: id.bytes,
                contents: record.bytes.span
            )
        } catch {
            throw .store(error)
        }
    }

    /// Creates records in one go, and says whether all of them were new.
    func create(_ records: [(id: [UInt8], contents: [UInt8])]) throws(ContactError) -> Bool {
        guard !records.isEmpty else { return true }
        do throws(StoreError) {
            return try store.create(.contacts, records: records).allSatisfy(\.self)
        } catch {
            throw .store(error)
        }
    }

    func replace(
        _ id: ContactRecordID,
        with record: some ContactRecord
    ) throws(ContactError) {
        do throws(StoreError) {
            try store.replace(id.recordKind, id: id.bytes, contents: record.bytes.span)
        } catch {
            throw .store(error)
        }
    }

    /// Makes durable what is found as it should be: the run that wrote it may have been stopped
    /// before it saw to that.
    func sync(_ kind: RecordKind = .contacts) throws(ContactError) {
        do throws(StoreError) {
            try store.sync(kind)
        } catch {
            throw .store(error)
        }
    }

    /// Removes a record, also one that can't be read, and says whether it was there.
    @discardableResult
    func removeRecord(_ id: ContactRecordID) throws(ContactError) -> Bool {
        do throws(StoreError) {
            return try store.remove(id.recordKind, id: id.bytes)
        } catch {
            throw .store(error)
        }
    }
}

extension SenderIdentity {
    /// Reads an identity from a record: one that was checked before, or the record is damaged.
    init(stored bytes: [UInt8]) throws(ContactError) {
        do throws(WireError) {
            try self.init(reading: bytes.span)
        } catch {
            throw .store(.corrupted)
        }
    }
}
