// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension PrekeyLifecycle {
    /// The one-time prekeys that a directory is to be given beside the newest reusable ones, oldest
    /// generation first.
    ///
    /// Whatever it has not said to have is offered again. What it has is not: it may have given it
    /// out by now, and each one-time prekey is for one sender. At most as many as a bundle holds;
    /// the rest comes with the next offer.
    func unpublishedStock(at now: Timestamp) -> [Prekey] {
        let fresh = stock(at: now).filter { prekey in
            states[prekey.terms.epoch]?.published.contains(prekey.id) == false
        }
        let ordered = fresh.sorted { first, second in
            guard first.terms.epoch == second.terms.epoch else {
                return first.terms.epoch < second.terms.epoch
            }
            return first.id.bytes.lexicographicallyPrecedes(second.id.bytes)
        }
        return Array(ordered.prefix(DeviceBundle.maximumRecords - 1))
    }

    /// The states that change because these prekeys are now offered.
    func offering(_ offered: [Prekey], at now: Timestamp) -> [UInt32: GenerationState] {
        var changed: [UInt32: GenerationState] = [:]
        for prekey in offered {
            guard var state = states[prekey.terms.epoch], state.offered == nil else { continue }
            state.offered = now
            changed[prekey.terms.epoch] = state
        }
        return changed
    }

    /// The states that change because the directory has these prekeys.
    ///
    /// An id that is not held, was handed out by hand or is acknowledged already changes nothing.
    func acknowledging(_ ids: Set<PrekeyRecord.ID>, at now: Timestamp) -> [UInt32: GenerationState]
    {
        var changed: [UInt32: GenerationState] = [:]
        for (epoch, held) in Dictionary(grouping: prekeys, by: \.terms.epoch) {
            guard var state = states[epoch] else { continue }
            let known = state.published.intersection(held.map(\.id))
            let published = known.union(ids.intersection(held.map(\.id)))
            guard published != known else { continue }
            state.published = published
            state.acknowledged = now
            state.offered = state.offered ?? now
            changed[epoch] = state
        }
        return changed
    }

    /// The states that change because the directory does not have these prekeys after all; nil for
    /// a generation that counts as handed out by hand from now on.
    func takingBack(_ ids: Set<PrekeyRecord.ID>) -> [UInt32: GenerationState?] {
        var changed: [UInt32: GenerationState?] = [:]
        guard states.values.contains(where: { !$0.published.isDisjoint(with: ids) }) else {
            return changed
        }
        // With the last offer all that came before it is lost as well.
        for (epoch, state) in states
        where state.use == .stock
            ? !state.published.isEmpty : !state.published.isDisjoint(with: ids)
        {
            var reusable = state
            reusable.published.subtract(ids)
            reusable.acknowledged = nil
            changed[epoch] = .some(state.use == .stock ? nil : reusable)
        }
        return changed
    }

    /// The state that notes that a generation was replaced.
    func superseding(_ epoch: UInt32, at now: Timestamp) -> GenerationState? {
        var state = states[epoch]
        state?.superseded = now
        return state
    }

    /// How far a prekey has come.
    func stage(of prekey: Prekey, at now: Timestamp) -> PrekeyStage {
        if prekey.terms.epoch < minimumEpoch { return .revoked }
        let state = states[prekey.terms.epoch]
        switch prekey.terms.class {
        case .oneTime:
            guard let state, state.use == .stock else { return .handedOut }
            if Self.isStale(prekey.terms, at: now) { return .superseded }
            if state.published.contains(prekey.id) { return .acknowledged }
            return state.offered == nil ? .generated : .offered
        case .reusable:
            let isReplaced = acknowledgedEpoch.map { prekey.terms.epoch < $0 } ?? false
            guard let state else { return isReplaced ? .superseded : .offered }
            if isReplaced || state.superseded != nil { return .superseded }
            if state.published.contains(prekey.id) { return .acknowledged }
            return state.offered == nil ? .generated : .offered
        }
    }
}
