// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import SealedPushStore

extension DeviceKeys {
    /// Makes a reusable prekey of each suite, one generation.
    @discardableResult
    package func generateReusable(now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        try generate(Suite.allCases, class: .reusable, now: now)
    }

    /// Makes `count` one-time prekeys of the strongest suite, one generation.
    package func generateOneTime(_ count: Int, now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        try generate(Array(repeating: .xwing, count: count), class: .oneTime, now: now)
    }

    /// One generation takes one epoch, durably, before anything of it can be published.
    private func generate(
        _ suites: [Suite],
        class: PrekeyRecord.Class,
        now: Timestamp
    ) throws(KeyError) -> [PrekeyRecord] {
        guard !suites.isEmpty else { return [] }
        guard let identityKey = try DeviceRecords.signingKey(in: store) else { throw .noDevice }
        let terms = PrekeyTerm.terms(`class`, epoch: try takeEpoch(now: now), now: now)
        var records: [PrekeyRecord] = []
        for suite in suites {
            records.append(try make(suite, terms: terms, signedBy: identityKey))
        }
        return records
    }

    private func make(
        _ suite: Suite,
        terms: PrekeyRecord.Terms,
        signedBy identityKey: borrowing SigningKey
    ) throws(KeyError) -> PrekeyRecord {
        let seed = SecretBytes(randomCount: DevicePrekey.seedCount)
        let publicKey: PrekeyRecord.PublicKey
        do {
            publicKey = try seed.withBytes { seed throws(CryptoError) in
                try DevicePrekey.publicKey(of: suite, seed: seed)
            }
        } catch {
            throw .unusableKey
        }
        let record = PrekeyRecord(signing: publicKey, terms: terms, with: identityKey)
        do throws(StoreError) {
            // The folder of its claims first, since a message can be claimed as soon as the prekey is seen; and once
            // more, since a sweep in between takes an empty folder without a prekey away.
            let claims = ClaimBook(of: store)
            try claims.prepare(record.id)
            try StoredPrekey.create(seed: seed, record: record, in: store)
            try claims.prepare(record.id)
        } catch {
            throw .store(error)
        }
        return record
    }

    /// Takes the next epoch: above every earlier one, and not below the hours since 1970.
    private func takeEpoch(now: Timestamp) throws(KeyError) -> UInt32 {
        do throws(StoreError) {
            let taken = try store.list(.epochs).records.compactMap { record in
                record.id.count == 4 ? record.id.span.bigEndian(UInt32.self, at: 0) : nil
            }
            let hours = UInt32(clamping: now.milliseconds / 3_600_000)
            var epoch = max((taken.max() ?? 0) &+ 1, hours)
            let nothing: [UInt8] = []
            while try !store.create(.epochs, id: Self.epochID(epoch), contents: nothing.span) {
                epoch += 1
            }
            // Recent ones stay, so that a process that was stopped in between can't take one of them again.
            for earlier in taken where earlier < epoch && epoch - earlier > Self.epochsKept {
                try store.remove(.epochs, id: Self.epochID(earlier))
            }
            return epoch
        } catch {
            throw .store(error)
        }
    }

    /// Epochs count at least the hours, so this is at least a year unless the clock goes back.
    private static let epochsKept: UInt32 = 366 * 24

    private static func epochID(_ epoch: UInt32) -> [UInt8] {
        var id: [UInt8] = []
        id.append(bigEndian: epoch)
        return id
    }
}
