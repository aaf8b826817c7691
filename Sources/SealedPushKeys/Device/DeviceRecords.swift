// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// How a device's identity is kept: the seed, created once; the statement that retires it; the topic.
enum DeviceRecords {
    private static let identityID = Array("identity".utf8)
    private static let retirementID = Array("retirement".utf8)
    private static let topicID = Array("topic".utf8)

    /// The identity comes last: whoever sees it finds the rest.
    static func create(
        _ key: borrowing SigningKey,
        topic: Topic,
        in store: RecordStore
    ) throws(KeyError) {
        do throws(StoreError) {
            guard try store.readSecret(.device, id: identityID) == nil else {
                throw .alreadyExists
            }
            let topic = Array(topic.text.utf8)
            try store.replace(.settings, id: topicID, contents: topic.span)
            let isFirst = try key.withSeed { seed throws(StoreError) in
                try store.create(.device, id: identityID, contents: seed)
            }
            guard isFirst else { throw .alreadyExists }
        } catch .alreadyExists {
            throw .identityExists
        } catch {
            throw .store(error)
        }
        _ = try retirement(in: store)
    }

    static func signingKey(in store: RecordStore) throws(KeyError) -> SigningKey? {
        do {
            guard let seed = try store.readSecret(.device, id: identityID) else { return nil }
            return try SigningKey(seed: seed)
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .store(.corrupted)
        }
    }

    static func identity(in store: RecordStore) throws(KeyError) -> DeviceIdentity? {
        guard let key = try signingKey(in: store) else { return nil }
        return DeviceIdentity(key.publicKey)
    }

    static func topic(in store: RecordStore) throws(KeyError) -> Topic? {
        do throws(StoreError) {
            guard let bytes = try store.read(.settings, id: topicID),
                let text = String(validating: bytes, as: UTF8.self)
            else { return nil }
            return Topic(text)
        } catch {
            throw .store(error)
        }
    }

    /// The statement; where a killed init did not come to keep it, it is signed again, to the same bytes.
    static func retirement(in store: RecordStore) throws(KeyError) -> DeviceRetirement {
        guard let key = try signingKey(in: store) else { throw .noDevice }
        let retirement = DeviceRetirement(signing: key)
        do throws(StoreError) {
            _ = try store.create(.statements, id: retirementID, contents: retirement.bytes.span)
        } catch {
            throw .store(error)
        }
        return retirement
    }
}
