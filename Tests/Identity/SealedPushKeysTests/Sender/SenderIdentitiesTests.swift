// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import Testing

struct SenderIdentitiesTests {
    let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
    }

    @Test func `a sender is loaded as it was made, identity and secret`() throws {
        #expect(throws: KeyError.noSender) { try SenderIdentities.load(from: temporary.store) }
        let made = try SenderIdentities.create(in: temporary.store)
        let loaded = try SenderIdentities.load(from: temporary.reopened())
        #expect(loaded.identity == made.identity)
        let message: [UInt8] = [1, 2, 3]
        #expect(
            loaded.signingKey.signature(for: message.span)
                == made.signingKey.signature(for: message.span)
        )
        let isSameSecret = loaded.secret.matches(made.secret)
        #expect(isSameSecret)
    }

    @Test func `a second sender is refused and nothing changes`() throws {
        _ = try SenderIdentities.create(in: temporary.store)
        let before = try temporary.contents()
        #expect(throws: KeyError.identityExists) {
            try SenderIdentities.create(in: temporary.store)
        }
        #expect(try temporary.contents() == before)
    }

    @Test func `of racing creations one wins`() async throws {
        let made = try await race { [temporary] _ -> SenderIdentity? in
            do throws(KeyError) {
                return try SenderIdentities.create(in: temporary.store).identity
            } catch .identityExists {
                return nil
            }
        }
        #expect(made.compactMap(\.self).count == 1)
        let loaded = try SenderIdentities.load(from: temporary.store)
        #expect(made.contains(loaded.identity))
    }

    @Test func `a damaged sender is corrupted`() throws {
        _ = try SenderIdentities.create(in: temporary.store)
        try temporary.damage("senders")
        #expect(throws: KeyError.senderDamaged) {
            try SenderIdentities.load(from: temporary.store)
        }
    }

    @Test(arguments: [0, 32, 63, 65])
    func `a sender record of the wrong size is corrupted`(count: Int) throws {
        let contents = [UInt8](repeating: 1, count: count)
        let id = Array("default".utf8)
        #expect(try temporary.store.create(.senders, id: id, contents: contents.span))
        #expect(throws: KeyError.senderDamaged) {
            try SenderIdentities.load(from: temporary.store)
        }
    }
}
