// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// An epoch that a generation has to itself, and the lowest that still serves.
struct TakenEpoch: Hashable {
    /// The generation.
    let number: UInt32
    /// What its records say of earlier ones: those below are revoked.
    let minimum: UInt32
}

/// The epochs that a device has taken, each of them once among all processes (V-5); neither they
/// nor the lowest that serves ever go back (V-8).
///
/// A link is `epoch u32 | min_epoch u32`. If the last is damaged, prekeys and states tell of it;
/// if it was removed, they keep its epoch from being taken twice.
struct EpochChain {
    private let store: RecordStore
    private let evidence: () throws(StoreError) -> EpochEvidence

    init(
        of store: RecordStore,
        evidence: @escaping () throws(StoreError) -> EpochEvidence
    ) {
        self.store = store
        self.evidence = evidence
    }

    private func chain(
        at now: Timestamp?,
        whenDamaged: @escaping () -> Void = {}
    ) -> RecordChain {
        RecordChain(store: store, kind: .epochs, name: []) { earlier throws(StoreError) in
            whenDamaged()
            var known: TakenEpoch?
            if let link = earlier.contents { known = try TakenEpoch(link: link) }
            return try evidence().last(after: known, distance: earlier.distance, at: now).link
        }
    }

    /// The last epoch that was taken, durably, or nil if none was; and whether its record is
    /// damaged, so that prekeys and states told of it.
    func last() throws(StoreError) -> (epoch: TakenEpoch?, isDamaged: Bool) {
        var isDamaged = false
        let chain = chain(at: nil) { isDamaged = true }
        guard let link = try chain.last() else { return (nil, false) }
        try store.sync(.epochs)
        return (try TakenEpoch(link: link), isDamaged)
    }

    /// Takes the next epoch: above every earlier one, and not below the hours since 1970 (V-4).
    ///
    /// Revoking makes it the lowest that serves (V-9), in the same step.
    func take(now: Timestamp, revoking: Bool) throws(StoreError) -> TakenEpoch {
        var taken = TakenEpoch(number: 0, minimum: 0)
        try chain(at: now).append { last throws(StoreError) in
            var known = try last.map { link throws(StoreError) in try TakenEpoch(link: link) }
            if let told = try evidence().highest { known = known?.combined(with: told) ?? told }
            var number = UInt32(clamping: now.milliseconds / 3_600_000)
            if let known {
                guard known.number < .max else { throw .corrupted }
                number = max(number, known.number + 1)
            }
            taken = TakenEpoch(number: number, minimum: revoking ? number : known?.minimum ?? 0)
            return taken.link
        }
        return taken
    }
}

extension TakenEpoch {
    /// The higher numbers of both.
    fileprivate func combined(with other: TakenEpoch) -> TakenEpoch {
        TakenEpoch(number: max(number, other.number), minimum: max(minimum, other.minimum))
    }

    fileprivate var link: [UInt8] {
        var link: [UInt8] = []
        link.append(bigEndian: number)
        link.append(bigEndian: minimum)
        return link
    }

    fileprivate init(link: [UInt8]) throws(StoreError) {
        guard link.count == 8 else { throw .corrupted }
        number = link.span.bigEndian(UInt32.self, at: 0)
        minimum = link.span.bigEndian(UInt32.self, at: 4)
        guard minimum <= number else { throw .corrupted }
    }
}

/// What prekeys and states tell of the epochs that a device has taken.
struct EpochEvidence {
    /// The prekeys that are held.
    let prekeys: [PrekeyRecord.Terms]
    /// The states of generations.
    let states: [UInt32: GenerationState]

    /// The highest epoch that anything is left of, and the lowest that serves by any prekey; nil
    /// if nothing is left.
    var highest: TakenEpoch? {
        guard let number = (prekeys.map(\.epoch) + states.keys).max() else { return nil }
        return TakenEpoch(number: number, minimum: prekeys.map(\.minimumEpoch).max() ?? 0)
    }

    /// An epoch that stands for the last one if its record is damaged, and is not below it.
    ///
    /// Every record that a revocation made carries its epoch as the lowest that serves. If
    /// nothing is left of the last generation it may have been one, so all before it counts as
    /// revoked: that never goes back (V-8).
    ///
    /// - Parameters:
    ///   - known: The last epoch that can be read; nil if there is none.
    ///   - distance: How many were taken after that.
    ///   - now: What time it is, if one is to be taken: none that was taken lies further ahead,
    ///     unless the clock did.
    /// - Returns: What a damaged record may be taken to have said.
    func last(after known: TakenEpoch?, distance: UInt32, at now: Timestamp?) -> TakenEpoch {
        let start = known?.number ?? 0
        var numbers = prekeys.map(\.epoch) + states.keys
        let isTold = numbers.contains { epoch in
            guard known == nil || epoch > start else { return false }
            // Of a reusable generation only its record tells whether it revoked.
            return states[epoch]?.use == .stock || prekeys.contains { $0.epoch == epoch }
        }
        // Each was taken above the one before it, and not below the hours since 1970 (V-4).
        let hours = now.map { UInt32(clamping: $0.milliseconds / 3_600_000) } ?? 0
        let base = max(start, hours)
        numbers.append(base + min(distance, .max - base))
        let number = min(numbers.max() ?? 0, .max - 1)
        guard distance == 1, isTold else { return TakenEpoch(number: number, minimum: number) }
        let minimums = prekeys.map(\.minimumEpoch) + [known?.minimum ?? 0]
        return TakenEpoch(number: number, minimum: minimums.max() ?? 0)
    }
}
