// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// How a sender's keys are kept: seed and secret in one record, the first of a name under the name
/// itself, a successor under its identity.
enum SenderRecords {
    /// No name begins like this, since it has a control character.
    private static let prefix = Array("key\0".utf8)

    static func id(of identity: SenderIdentity) -> [UInt8] { prefix + identity.bytes }

    /// Keeps keys, durably, unless there are some of this id.
    static func create(
        _ keys: SenderKeys,
        id: [UInt8],
        in store: RecordStore
    ) throws(KeyError) -> Bool {
        var contents = SecretBytes(count: SigningKey.seedCount + SenderKeys.secretCount)
        contents.withMutableBytes { contents in
            keys.signingKey.withSeed { seed in contents.copy(from: seed) }
            keys.secret.withBytes { secret in contents.copy(from: secret, at: SigningKey.seedCount)
            }
        }
        do throws(StoreError) {
            return try contents.withBytes { contents throws(StoreError) in
                try store.create(.senders, id: id, contents: contents)
            }
        } catch {
            throw .store(error)
        }
    }

    /// The keys of this id, nil if there are none.
    static func load(id: [UInt8], from store: RecordStore) throws(KeyError) -> SenderKeys? {
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
            return try SenderKeys(signingKey: SigningKey(seed: seed), secret: secret)
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
        for id in ids where !id.starts(with: prefix) {
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
            let traces = try store.count(.pins) + store.count(.used)
            return traces == 0 ? .noSender : .senderDamaged
        } catch {
            throw .store(error)
        }
    }
}
