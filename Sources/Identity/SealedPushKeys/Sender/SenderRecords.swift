// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// How senders are kept: a record for each name, which holds the name's first identity, and a
/// record for each identity, which holds its seed and its secret.
///
/// So the keys of an earlier identity can be erased, and the name stays.
enum SenderRecords {
    /// No name begins like these, since they have a control character.
    private static let prefix = Array("key\0".utf8)
    private static let endpointKeyPrefix = Array("endpoint key\0".utf8)

    static func id(of identity: SenderIdentity) -> [UInt8] { prefix + identity.bytes }

    /// The record of the key by which relays know the sender of a name.
    static func endpointKeyID(of name: String) -> [UInt8] { endpointKeyPrefix + name.utf8 }

    /// Keeps the keys of a new identity, durably.
    static func create(_ keys: SenderKeys, in store: RecordStore) throws(KeyError) {
        var contents = SecretBytes(count: SigningKey.seedCount + SenderKeys.secretCount)
        contents.withMutableBytes { contents in
            keys.signingKey.withSeed { seed in contents.copy(from: seed) }
            keys.secret.withBytes { secret in contents.copy(from: secret, at: SigningKey.seedCount)
            }
        }
        do throws(StoreError) {
            let isNew = try contents.withBytes { contents throws(StoreError) in
                try store.create(.senders, id: id(of: keys.identity), contents: contents)
            }
            guard isNew else { throw .corrupted }
        } catch {
            throw .store(error)
        }
    }

    /// Erases the private key and the secret of an identity, durably, if they are there.
    static func erase(_ identity: SenderIdentity, in store: RecordStore) throws(KeyError) {
        do throws(StoreError) {
            try store.remove(.senders, id: id(of: identity))
        } catch {
            throw .store(error)
        }
    }

    /// Gives a name its first identity, durably, unless it has one.
    static func create(
        _ name: String,
        first identity: SenderIdentity,
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        do throws(StoreError) {
            return try store.create(
                .senders,
                id: Array(name.utf8),
                contents: identity.bytes.span
            )
        } catch {
            throw .store(error)
        }
    }

    /// The first identity of a name, nil if there is no such name.
    static func first(
        of name: String,
        in store: RecordStore
    ) throws(KeyError) -> SenderIdentity? {
        do {
            guard let bytes = try store.read(.senders, id: Array(name.utf8)) else { return nil }
            return try SenderIdentity(reading: bytes.span)
        } catch let error as StoreError where error != .corrupted {
            throw .store(error)
        } catch {
            throw .senderDamaged
        }
    }

    /// The keys of an identity, nil if there are none.
    static func load(
        _ identity: SenderIdentity,
        from store: RecordStore
    ) throws(KeyError) -> SenderKeys? {
        let id = id(of: identity)
        do {
            guard let contents = try store.readSecret(.senders, id: id) else { return nil }
            guard contents.count == SigningKey.seedCount + SenderKeys.secretCount else {
                throw StoreError.corrupted
            }
            let seed = contents.withBytes { contents in
                SecretBytes(copying: contents.extracting(first: SigningKey.seedCount))
            }
            let secret = contents.withBytes { contents in
                SecretBytes(copying: contents.extracting(last: SenderKeys.secretCount))
            }
            let keys = try SenderKeys(signingKey: SigningKey(seed: seed), secret: secret)
            guard keys.identity == identity else { throw StoreError.corrupted }
            return keys
        } catch let error as StoreError where error != .corrupted {
            throw .store(error)
        } catch {
            throw .senderDamaged
        }
    }

    /// The names that have a sender, in order, and why others can't be read.
    static func names(
        in store: RecordStore
    ) throws(KeyError) -> (names: [String], failures: [KeyError]) {
        var ids: [[UInt8]] = []
        var failures: [KeyError] = []
        do throws(StoreError) {
            failures = try store.forEach(.senders) { id, _ in ids.append([UInt8](copying: id)) }
                .map { $0 == .corrupted ? .senderDamaged : .store($0) }
        } catch {
            throw .store(error)
        }
        var names: [String] = []
        for id in ids where !id.starts(with: prefix) && !id.starts(with: endpointKeyPrefix) {
            if let name = String(validating: id, as: UTF8.self) {
                names.append(name)
            } else {
                failures.append(.senderDamaged)
            }
        }
        return (names.sorted(), failures)
    }

    /// Why a store has no keys of a name: it never had a sender, or lost the only ones.
    ///
    /// Only a sender pins and uses prekeys, and none is ever removed. Beside another sender nothing
    /// tells of a removed one.
    static func absence(in store: RecordStore) throws(KeyError) -> KeyError {
        do throws(StoreError) {
            guard try store.count(.senders) == 0 else { return .noSender }
            let traces = try store.count(.pins) + store.count(.removals) + store.count(.used)
            return traces == 0 ? .noSender : .senderDamaged
        } catch {
            throw .store(error)
        }
    }
}
