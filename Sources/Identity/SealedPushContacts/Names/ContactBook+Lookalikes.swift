// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension ContactBook {
    /// The setting of whether a contact of another identity than `identity` has this name, or one
    /// that looks like it.
    ///
    /// The device asks before it shows a title that a service chose for one of its users, and an
    /// app may ask before it adds a contact. One read, and if others have such a name, more for
    /// each of them: an identity that `identity` succeeded has the name no longer for itself.
    ///
    /// - Parameters:
    ///   - name: A name as it would be shown.
    ///   - identity: The identity that may have the name, 32 bytes.
    ///   - labels: What stands before and after a name that a device labels; a name inside them
    ///     counts as well.
    /// - Returns: True also if more than 16 identities have such names, or a record that is read is
    ///   damaged.
    /// - Throws: ``ContactError/store(_:)``.
    public func isName(
        _ name: String,
        ofOtherThan identity: [UInt8],
        labelled labels: [(before: String, after: String)] = []
    ) throws(ContactError) -> Bool {
        for skeleton in NameSkeleton.all(of: name, labelled: labels) {
            guard let record = try lookalikes(skeleton.digest) else { continue }
            if record.isFull { return true }
            for other in record.identities where other != identity {
                if try !hasSuccessor(other, identity) { return true }
            }
        }
        return false
    }

    /// Whether an identity has the successor `later`, at once or after others.
    private func hasSuccessor(_ identity: [UInt8], _ later: [UInt8]) throws(ContactError) -> Bool {
        var passed: Set<[UInt8]> = []
        var next = identity
        do throws(ContactError) {
            while passed.insert(next).inserted,
                let successor = try identityRecord(of: next)?.successor
            {
                if successor == later { return true }
                next = successor
            }
        } catch .store(.corrupted) {
            return false
        }
        return false
    }

    /// Writes the index of look-alikes anew from all names.
    ///
    /// For maintenance in the app, never in an extension: it reads every contact. A contact that
    /// was renamed leaves a superfluous entry, which this removes, as it does damaged ones.
    ///
    /// - Returns: How many records it changed.
    /// - Throws: ``ContactError/store(_:)``.
    @discardableResult
    public func rebuildLookalikes() throws(ContactError) -> Int {
        try whileWriting { () throws(ContactError) in
            var wanted: [[UInt8]: LookalikeRecord] = [:]
            for contact in try list().contacts {
                guard let name = contact.name else { continue }
                wanted[NameSkeleton(of: name).digest, default: LookalikeRecord()]
                    .insert(contact.identity.bytes)
            }
            return try write(only: wanted)
        }
    }

    /// Notes whose name this is, before the name is written: a kill between the two leaves an entry
    /// too many, never one too few.
    func noteLookalike(_ name: String, of identity: [UInt8]) throws(ContactError) {
        try noteLookalikes([(name, identity)])
    }

    /// Notes many names; the records that are new are created in one go.
    func noteLookalikes(_ names: [(name: String, identity: [UInt8])]) throws(ContactError) {
        var fresh: [[UInt8]: LookalikeRecord] = [:]
        for (name, identity) in names {
            let id = NameSkeleton(of: name).digest
            if fresh[id] == nil, let earlier = try lookalikes(id) {
                var record = earlier
                record.insert(identity)
                if record != earlier || record.isFull { try replaceLookalikes(id, record) }
            } else {
                fresh[id, default: LookalikeRecord()].insert(identity)
            }
        }
        guard !fresh.isEmpty, try !createLookalikes(fresh) else { return }
        // Another process created some of them meanwhile.
        for (name, identity) in names { try noteLookalike(name, of: identity) }
    }

    /// Forgets that an identity that is removed had a name.
    func forgetLookalike(_ name: String, of identity: [UInt8]) throws(ContactError) {
        let id = NameSkeleton(of: name).digest
        guard var record = try lookalikes(id) else { return }
        record.remove(identity)
        guard record.isEmpty else { return try replaceLookalikes(id, record) }
        try removeLookalikes(id)
    }
}

// MARK: - Records

extension ContactBook {
    private func write(
        only wanted: [[UInt8]: LookalikeRecord]
    ) throws(ContactError) -> Int {
        do throws(StoreError) {
            var changes = try store.removeDamaged(.names).count
            for (id, record) in wanted where try store.read(.names, id: id) != record.bytes {
                try store.replace(.names, id: id, contents: record.bytes.span)
                changes += 1
            }
            for record in try store.list(.names).records where wanted[record.id] == nil {
                if try store.remove(.names, id: record.id) { changes += 1 }
            }
            return changes
        } catch {
            throw .store(error)
        }
    }

    /// Whose names have a skeleton; everybody's if the record is damaged.
    private func lookalikes(_ id: [UInt8]) throws(ContactError) -> LookalikeRecord? {
        do throws(StoreError) {
            guard let contents = try store.read(.names, id: id) else { return nil }
            return LookalikeRecord(reading: contents) ?? .ofEverybody
        } catch .corrupted {
            return .ofEverybody
        } catch {
            throw .store(error)
        }
    }

    private func replaceLookalikes(
        _ id: [UInt8],
        _ record: LookalikeRecord
    ) throws(ContactError) {
        do throws(StoreError) {
            try store.replace(.names, id: id, contents: record.bytes.span)
        } catch {
            throw .store(error)
        }
    }

    /// Creates records in one go, and says whether all of them were new.
    private func createLookalikes(
        _ records: [[UInt8]: LookalikeRecord]
    ) throws(ContactError) -> Bool {
        do throws(StoreError) {
            let all = records.map { (id: $0, contents: $1.bytes) }
            return try store.create(.names, records: all).allSatisfy(\.self)
        } catch {
            throw .store(error)
        }
    }

    private func removeLookalikes(_ id: [UInt8]) throws(ContactError) {
        do throws(StoreError) {
            try store.remove(.names, id: id)
        } catch {
            throw .store(error)
        }
    }
}

/// `version | overflow | identities`: whose names have one skeleton.
struct LookalikeRecord: Equatable {
    /// The most identities that a record names.
    static let limit = 16

    private(set) var identities: [[UInt8]] = []
    /// Whether there are, or were, more identities than the record can name.
    private(set) var isFull = false

    private static let version: UInt8 = 1

    /// A record of no identity.
    init() {}

    /// What stands for a record that cannot be read, until maintenance writes it anew.
    static let ofEverybody: LookalikeRecord = {
        var record = LookalikeRecord()
        record.isFull = true
        return record
    }()

    init?(reading bytes: [UInt8]) {
        let rest = bytes.dropFirst(2)
        guard bytes.count >= 2, bytes[0] == Self.version, bytes[1] <= 1,
            rest.count.isMultiple(of: SenderIdentity.count),
            rest.count <= Self.limit * SenderIdentity.count
        else { return nil }
        isFull = bytes[1] == 1
        identities = stride(from: rest.startIndex, to: rest.endIndex, by: SenderIdentity.count)
            .map { Array(rest[$0..<$0 + SenderIdentity.count]) }
    }

    var bytes: [UInt8] { [Self.version, isFull ? 1 : 0] + identities.flatMap(\.self) }

    var isEmpty: Bool { identities.isEmpty && !isFull }

    mutating func insert(_ identity: [UInt8]) {
        guard !identities.contains(identity) else { return }
        if identities.count < Self.limit { identities.append(identity) } else { isFull = true }
    }

    mutating func remove(_ identity: [UInt8]) {
        identities.removeAll { $0 == identity }
    }
}
