// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// The identities that a name has stood for, followed from the first by the successions that the
/// store has signed.
///
/// A succession and a revocation are records created once, called by the identity that they end: so
/// of two processes that make one at once both find the same.
struct IdentityChain {
    /// The keys of the last identity.
    let keys: SenderKeys
    /// What led there, oldest first.
    let successions: [SenderIdentity.Succession]
    /// What ended the last identity, nil if nothing did.
    let revocation: SenderIdentity.Revocation?

    /// Follows a name; what it ends with is durable by then.
    ///
    /// A revoked identity has no successor: if two processes signed both at once, the revocation
    /// counts.
    init(of name: String, in store: RecordStore) throws(KeyError) {
        try SenderIdentities.check(name)
        guard var keys = try SenderRecords.load(id: Array(name.utf8), from: store) else {
            throw try SenderRecords.absence(in: store)
        }
        var successions: [SenderIdentity.Succession] = []
        var seen: Set<SenderIdentity> = []
        var revocation: SenderIdentity.Revocation?
        while true {
            // Those that this store makes lead to a new identity each time.
            guard seen.insert(keys.identity).inserted else { throw .store(.corrupted) }
            revocation = try Self.revocation(of: keys.identity, in: store)
            guard revocation == nil,
                let next = try Self.succession(of: keys.identity, in: store)
            else { break }
            let id = SenderRecords.id(of: next.new)
            guard let successor = try SenderRecords.load(id: id, from: store),
                successor.identity == next.new
            else { throw .senderDamaged }
            successions.append(next)
            keys = successor
        }
        do throws(StoreError) {
            try store.sync(.senders)
            try store.sync(.statements)
        } catch {
            throw .store(error)
        }
        self.keys = keys
        self.successions = successions
        self.revocation = revocation
    }

    static func successionID(of identity: SenderIdentity) -> [UInt8] {
        Array("own succession\0".utf8) + identity.bytes
    }

    /// The id of the record that says that a succession was shown to its caller.
    static func shownID(of succession: SenderIdentity.Succession) -> [UInt8] {
        Array("shown succession\0".utf8) + succession.new.bytes
    }

    static func revocationID(of identity: SenderIdentity) -> [UInt8] {
        Array("own revocation\0".utf8) + identity.bytes
    }

    static func succession(
        of identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Succession? {
        do {
            guard let bytes = try store.read(.statements, id: successionID(of: identity)) else {
                return nil
            }
            let succession = try SenderIdentity.Succession(reading: bytes.span)
            guard succession.old == identity else { throw StoreError.corrupted }
            return succession
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .store(.corrupted)
        }
    }

    static func revocation(
        of identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity.Revocation? {
        do {
            guard let bytes = try store.read(.statements, id: revocationID(of: identity)) else {
                return nil
            }
            let revocation = try SenderIdentity.Revocation(reading: bytes.span)
            guard revocation.sender == identity else { throw StoreError.corrupted }
            return revocation
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .store(.corrupted)
        }
    }
}
