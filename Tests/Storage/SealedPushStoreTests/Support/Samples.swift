// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore

/// Values that tests of claims use.
enum Samples {
    static let prekey = PrekeyRecord.ID([1, 2, 3, 4, 5, 6, 7, 8])
    static let once = ClaimPlace(prekeyID: prekey, envelope: nil)
    static let now = Timestamp(clamping: 1_800_000_000_000)

    static func claim(
        _ number: UInt8,
        expiry: Timestamp = now.advanced(by: .hours(1)),
        content: [UInt8] = Array("a word".utf8)
    ) -> Claim {
        Claim(
            envelopeHash: EnvelopeHash([UInt8](repeating: number, count: EnvelopeHash.count)),
            expiry: expiry,
            sender: [UInt8](repeating: 9, count: 32),
            content: content,
            created: now
        )
    }

    /// Where `claim` stands under a reusable prekey.
    static func place(of claim: Claim) -> ClaimPlace {
        ClaimPlace(prekeyID: prekey, envelope: claim.envelopeHash)
    }

    /// A message that waits for the store's key.
    static func deferred(
        _ number: UInt8,
        prekey: PrekeyRecord.ID = prekey,
        arrival: Timestamp = now,
        payload: [UInt8] = Array("a payload".utf8)
    ) -> DeferredMessage {
        DeferredMessage(
            hash: EnvelopeHash([UInt8](repeating: number, count: EnvelopeHash.count)),
            prekey: prekey,
            arrival: arrival,
            payload: payload
        )
    }

    /// One of many such messages.
    static func deferred(numbered number: Int) -> DeferredMessage {
        var hash = [UInt8](repeating: 0, count: EnvelopeHash.count - 8)
        hash.append(bigEndian: UInt64(number))
        return DeferredMessage(
            hash: EnvelopeHash(hash),
            prekey: prekey,
            arrival: now.advanced(by: .seconds(number)),
            payload: [1]
        )
    }
}

extension SecretBytes {
    /// A secret of a text.
    init(_ text: String) {
        self.init(copying: Array(text.utf8).span)
    }
}

extension RecordStore {
    /// Makes a store on the real file system whose passphrase, if any, costs next to nothing.
    static func makeCheaply(
        at path: String,
        key source: borrowing StoreKeySource
    ) throws -> RecordStore {
        let parameters = try Argon2id(memory: 8, passes: 1)
        let files = POSIXFileSystem()
        let draft = try StoreDraft(at: path, key: source, parameters: parameters, files: files)
        return try draft.commit()
    }
}
