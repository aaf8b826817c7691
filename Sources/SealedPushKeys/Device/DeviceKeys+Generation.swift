// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import SealedPushStore

extension DeviceKeys {
    /// Makes a reusable prekey of each suite, one generation.
    ///
    /// The statement that retires the device comes first, where a killed init did not come to keep it: a device whose
    /// prekeys are published can be retired.
    @discardableResult
    package func generateReusable(now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        _ = try retirement()
        return try generate(Suite.allCases, class: .reusable, now: now)
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
        let device = try DeviceRecords.load(from: store)
        let terms = PrekeyTerm.terms(`class`, epoch: try takeEpoch(now: now), now: now)
        var records: [PrekeyRecord] = []
        for suite in suites {
            records.append(try make(suite, terms: terms, signedBy: device.key))
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
    func takeEpoch(now: Timestamp) throws(KeyError) -> UInt32 {
        let chain = RecordChain(store: store, kind: .epochs, name: [])
        var epoch: UInt32 = 0
        do throws(StoreError) {
            try chain.append { last throws(StoreError) in
                epoch = UInt32(clamping: now.milliseconds / 3_600_000)
                if let last {
                    guard last.count == 4 else { throw .corrupted }
                    let taken = last.span.bigEndian(UInt32.self, at: 0)
                    guard taken < .max else { throw .corrupted }
                    epoch = max(epoch, taken + 1)
                }
                var contents: [UInt8] = []
                contents.append(bigEndian: epoch)
                return contents
            }
        } catch {
            throw .store(error)
        }
        return epoch
    }
}
