// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore

/// One round of changes, known by its number: creates, replaces, removes, claims and empties.
package struct ProbeStep {
    /// The number.
    package let number: Int

    /// The prekey whose claims all steps use.
    package static let prekey = PrekeyRecord.ID([1, 2, 3, 4, 5, 6, 7, 8])

    /// How many steps a record lives that a step creates.
    package static let life = 3

    /// The step with this number.
    package init(_ number: Int) {
        self.number = number
    }

    /// The id of the record that the step creates.
    package var id: [UInt8] { bytes(8) }

    /// What the step's records hold; the size differs from step to step.
    package var contents: [UInt8] { bytes(8 + number % 500) }

    /// The message that the step claims.
    package var claim: Claim {
        Claim(
            envelopeHash: EnvelopeHash(bytes(EnvelopeHash.count)),
            expiry: Timestamp(clamping: 1_800_000_000_000),
            sender: bytes(32),
            content: contents,
            created: Timestamp(clamping: 1_800_000_000_000)
        )
    }

    /// Where it claims it.
    package var place: ClaimPlace {
        ClaimPlace(prekeyID: Self.prekey, envelope: claim.envelopeHash)
    }

    func run(in store: RecordStore) throws(StoreError) {
        _ = try store.create(.epochs, id: id, contents: contents.span)
        try store.replace(.states, id: [1], contents: contents.span)
        try store.remove(.epochs, id: ProbeStep(number - Self.life).id)
        let book = ClaimBook(of: store)
        _ = try book.claim(claim, at: place)
        try book.empty(place, now: claim.expiry)
    }

    /// The number, repeated until there are `count` bytes.
    private func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes.append(bigEndian: UInt64(number)) }
        return Array(bytes.prefix(count))
    }
}
