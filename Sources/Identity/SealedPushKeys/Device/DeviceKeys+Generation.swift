// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore

extension DeviceKeys {
    /// Makes a reusable prekey, one generation (V-7).
    ///
    /// The statement that retires the device comes first, if a killed init did not come to keep it:
    /// a device whose prekeys are published can be retired. Revoking makes the generation's epoch
    /// the lowest that serves.
    @discardableResult
    package func generateReusable(
        now: Timestamp,
        revoking: Bool = false
    ) throws(KeyError) -> PrekeyRecord {
        try DeviceRecords.keepRetirement(in: store)
        while true {
            let made = try generate(
                1,
                class: .reusable,
                use: .reusable,
                epoch: takeEpoch(now: now, revoking: revoking),
                now: now
            )
            if let made = made.first { return made }
        }
    }

    /// Makes `count` one-time prekeys one generation, to be handed out to one sender.
    package func generateOneTime(_ count: Int, now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        try generateOneTime(count, use: nil, now: now)
    }

    /// Fills up the one-time prekeys for the directory, one generation, and gives those that it
    /// made.
    ///
    /// If several processes do it at once each stops as soon as all together have made enough: at
    /// most one too many is made by each but one. One that is stopped for good leaves what it made,
    /// and the others make the rest.
    func fillStock(now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        var gauge = try StockGauge(of: self, at: now)
        return try generateOneTime(gauge.missing, use: .stock, now: now) { () throws(KeyError) in
            try gauge.isFull()
        }
    }

    private func generateOneTime(
        _ count: Int,
        use: GenerationState.Use?,
        now: Timestamp,
        until isEnough: () throws(KeyError) -> Bool = { false }
    ) throws(KeyError) -> [PrekeyRecord] {
        guard count > 0 else { return [] }
        return try generate(
            count,
            class: .oneTime,
            use: use,
            epoch: takeEpoch(now: now),
            now: now,
            until: isEnough
        )
    }

    /// Makes a generation, all of one epoch (V-3): first its state, so that none of its prekeys is
    /// ever seen without what it is for; then the room for their claims; then the prekeys.
    private func generate(
        _ count: Int,
        class: PrekeyRecord.Class,
        use: GenerationState.Use?,
        epoch: TakenEpoch,
        now: Timestamp,
        until isEnough: () throws(KeyError) -> Bool = { false }
    ) throws(KeyError) -> [PrekeyRecord] {
        let device = try DeviceRecords.load(from: store)
        let terms = PrekeyTerm.terms(`class`, epoch: epoch, now: now)
        let seeds = seeds(DevicePrekey.seedCount * count)
        let all: [PrekeyRecord]
        do {
            all = try seeds.withBytes { seeds throws(CryptoError) in
                var records: [PrekeyRecord] = []
                for index in 0..<count {
                    let seed = seeds.extracting(Self.place(of: index))
                    let key = try DevicePrekey.publicKey(seed: seed)
                    records.append(PrekeyRecord(signing: key, terms: terms, with: device.key))
                }
                return records
            }
        } catch {
            throw .unusableKey
        }
        let claims = ClaimBook(of: store)
        try inStore { () throws(StoreError) in
            if let use { try write([epoch.number: GenerationState(use, made: now)]) }
            // The folders of claims first, since a message can be claimed as soon as its prekey is
            // seen; and once more, since a sweep in between takes an empty folder without a prekey
            // away.
            try claims.prepare(all.map(\.id))
        }
        var made: [PrekeyRecord] = []
        for (index, record) in all.enumerated() {
            if try isEnough() { break }
            try inStore { () throws(StoreError) in
                try seeds.withBytes { seeds throws(StoreError) in
                    let seed = seeds.extracting(Self.place(of: index))
                    try StoredPrekey.create(seed: seed, record: record, in: store)
                }
            }
            made.append(record)
        }
        return try inStore { () throws(StoreError) in
            var gone: Set<PrekeyRecord.ID> = []
            for prekey in try claims.prepare(made.map(\.id))
            where try !store.contains(.prekeys, id: prekey.bytes) {
                // Another run found it without its claim directory, and discarded it.
                try claims.withdraw(prekey)
                gone.insert(prekey)
            }
            return made.filter { !gone.contains($0.id) }
        }
    }

    /// Where the seed with this number stands among all of a generation.
    private static func place(of index: Int) -> Range<Int> {
        index * DevicePrekey.seedCount..<(index + 1) * DevicePrekey.seedCount
    }

    /// Takes the next epoch, durably, before anything of its generation can be published (V-6).
    func takeEpoch(now: Timestamp, revoking: Bool = false) throws(KeyError) -> TakenEpoch {
        try inStore { () throws(StoreError) in
            try epochs.take(now: now, revoking: revoking)
        }
    }
}
