// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushStore

/// The sender identity of a store.
public enum SenderIdentities {
    private static let defaultID = Array("default".utf8)

    /// Makes a sender in a store: its identity and its secret, in one record.
    ///
    /// - Throws: ``KeyError/identityExists`` where the store has one, ``KeyError/store(_:)``.
    public static func create(in store: RecordStore) throws(KeyError) -> SenderKeys {
        let keys = SenderKeys()
        var contents = SecretBytes(count: SigningKey.seedCount + SenderKeys.secretCount)
        contents.withMutableBytes { contents in
            keys.signingKey.withSeed { seed in contents.copy(from: seed) }
            keys.secret.withBytes { secret in contents.copy(from: secret, at: SigningKey.seedCount)
            }
        }
        let isFirst: Bool
        do throws(StoreError) {
            isFirst = try contents.withBytes { contents throws(StoreError) in
                try store.create(.senders, id: defaultID, contents: contents)
            }
        } catch {
            throw .store(error)
        }
        guard isFirst else { throw .identityExists }
        return keys
    }

    /// Loads the sender of a store; it is durable by then, also where its maker was killed before it saw to that.
    ///
    /// - Throws: ``KeyError/noSender`` where the store has none, ``KeyError/store(_:)``.
    public static func load(from store: RecordStore) throws(KeyError) -> SenderKeys {
        do {
            guard let contents = try store.readSecret(.senders, id: defaultID) else {
                throw KeyError.noSender
            }
            guard contents.count == SigningKey.seedCount + SenderKeys.secretCount else {
                throw StoreError.corrupted
            }
            try store.sync(.senders)
            let seed = contents.withBytes { contents in
                SecretBytes(copying: contents.extracting(first: SigningKey.seedCount))
            }
            let secret = contents.withBytes { contents in
                SecretBytes(copying: contents.extracting(last: SenderKeys.secretCount))
            }
            return try SenderKeys(signingKey: SigningKey(seed: seed), secret: secret)
        } catch let error as KeyError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .store(.corrupted)
        }
    }
}
