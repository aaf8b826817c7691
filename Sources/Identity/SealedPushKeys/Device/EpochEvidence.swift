// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

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
