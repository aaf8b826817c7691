// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The life of a device's prekeys: generated, offered, acknowledged, superseded, erased.
///
/// What a device holds at one moment goes in, what is due comes out. Nothing is read or written here and no clock is
/// looked at, so every rule is tested on values; ``DeviceKeys`` does what is due. It may be stopped at any instant and
/// be several processes: whatever they left is a state that this decides from again.
struct PrekeyLifecycle: Sendable {
    /// A prekey whose private half is held.
    struct Prekey: Hashable, Sendable {
        let id: PrekeyID
        let terms: PrekeyRecord.Terms
    }

    /// Something that is due.
    enum Action: Hashable, Sendable {
        /// Erase a private half.
        case erase(Prekey, ErasureReason)
        /// Make a reusable prekey, of an epoch that is the lowest to serve from then on.
        case revoke
        /// Make a reusable prekey.
        case makeReusable(RotationReason)
        /// Make this many one-time prekeys for the directory.
        case makeStock(Int)
        /// Note that a reusable generation has been replaced.
        case supersede(UInt32)
        /// Remove the state of a generation that is over.
        case forget(UInt32)
    }

    /// What is held.
    var prekeys: [Prekey]
    /// The state of each generation that has one.
    var states: [UInt32: GenerationState] = [:]
    /// What lies below is revoked.
    var minimumEpoch: UInt32 = 0
    /// The reusable prekeys that have as many claims as one may have.
    var full: Set<PrekeyID> = []
    /// The prekeys that parked messages wait for.
    var awaited: Set<PrekeyID> = []
    /// How many one-time prekeys there are to be.
    var level = StockLevel.standard

    /// What is due now, in the order in which it is to be done.
    ///
    /// Rotating makes new reusable prekeys whatever the age of the newest. A revocation stands alone: once it is made,
    /// ask again. Erasing comes before making, so that a full disk keeps no key alive.
    func due(
        at now: Timestamp,
        rotating: Bool = false,
        revoking: Bool = false
    ) -> [Action] {
        guard !revoking else { return [.revoke] }
        var actions: [Action] = []
        var kept: [Prekey] = []
        for prekey in prekeys {
            if let reason = erasure(of: prekey, at: now) {
                actions.append(.erase(prekey, reason))
            } else {
                kept.append(prekey)
            }
        }
        if let reason = rotation(at: now) ?? (rotating ? .demand : nil) {
            actions.append(.makeReusable(reason))
        }
        let left = stock(at: now).count
        if left < level.low { actions.append(.makeStock(level.full - left)) }
        actions += superseded(of: kept).map { .supersede($0) }
        actions += forgettable(at: now, keeping: kept).map { .forget($0) }
        return actions
    }

    // MARK: - Erasing

    /// Why a private half may not be kept any more, or nil where it may.
    func erasure(of prekey: Prekey, at now: Timestamp) -> ErasureReason? {
        if prekey.terms.class == .oneTime, prekey.terms.epoch < minimumEpoch { return .revoked }
        let grace = awaited.contains(prekey.id) ? DevicePrekey.awaitedGrace : .zero
        if now >= prekey.endOfLife.advanced(by: grace) { return .overAge }
        return isOutlived(prekey, at: now, by: grace) ? .clockSetBack : nil
    }

    /// Whether a prekey begins in the future, and a reusable one that was made after it is over age.
    ///
    /// The clock was far ahead when it was made, and has been behind that for a prekey's whole life since then: it
    /// would be kept until it was far ahead again. While the clock may yet turn out to be wrong now, it stays.
    private func isOutlived(
        _ prekey: Prekey,
        at now: Timestamp,
        by grace: Duration
    ) -> Bool {
        guard now < prekey.terms.notBefore else { return false }
        return prekeys.contains { later in
            later.terms.class == .reusable && later.terms.epoch > prekey.terms.epoch
                && now >= later.endOfLife.advanced(by: grace)
        }
    }

    /// The prekeys that may not be kept any more.
    func over(at now: Timestamp) -> Set<Prekey> {
        Set(prekeys.filter { erasure(of: $0, at: now) != nil })
    }

    // MARK: - Reusable prekeys

    /// The newest reusable prekey.
    ///
    /// An older one never takes its place, not even where the clock was set back and the newest is not valid yet:
    /// senders that have seen the newest refuse every older one.
    var newest: Prekey? {
        prekeys.filter { $0.terms.class == .reusable }.max { $0.terms.epoch < $1.terms.epoch }
    }

    /// Why a new generation of reusable prekeys is due, or nil where the newest serves.
    func rotation(at now: Timestamp) -> RotationReason? {
        guard let newest else { return .noneHeld }
        let terms = newest.terms
        if terms.epoch < minimumEpoch { return .revocation }
        if now < terms.notBefore { return .clockSetBack }
        if now >= PrekeyTerm.made(terms).advanced(by: PrekeyTerm.rotation) { return .age }
        if full.contains(newest.id) { return .full }
        // A later generation was begun, and may be known to senders: nothing is left of it.
        let begun = states.filter { $0.value.use == .reusable }.keys.max()
        if let begun, begun > terms.epoch { return .incomplete }
        return nil
    }

    /// The highest reusable generation that the directory has; it supersedes those below.
    var acknowledgedEpoch: UInt32? {
        prekeys.filter { prekey in
            prekey.terms.class == .reusable
                && states[prekey.terms.epoch]?.published.contains(prekey.id) == true
        }.map(\.terms.epoch).max()
    }

    /// The generations that were replaced and are not noted as such.
    private func superseded(of prekeys: [Prekey]) -> [UInt32] {
        guard let acknowledged = acknowledgedEpoch else { return [] }
        let earlier = prekeys.filter {
            $0.terms.class == .reusable && $0.terms.epoch < acknowledged
        }
        return Set(earlier.map(\.terms.epoch)).filter { epoch in
            states[epoch].map { $0.superseded == nil } ?? false
        }.sorted()
    }

    // MARK: - One-time prekeys

    /// The one-time prekeys that the directory has, or will have, to give out.
    ///
    /// Those that are too old would cut a message of the longest time to live short. Those that begin more than a day from
    /// now were made when the clock was far ahead: they serve nobody yet.
    func stock(at now: Timestamp) -> [Prekey] {
        prekeys.filter { prekey in
            prekey.terms.class == .oneTime && states[prekey.terms.epoch]?.use == .stock
                && prekey.terms.epoch >= minimumEpoch && !Self.isStale(prekey.terms, at: now)
                && prekey.terms.notBefore <= now.advanced(by: PrekeyTerm.backdating)
        }
    }

    /// Whether a one-time prekey is too old for the stock.
    static func isStale(_ terms: PrekeyRecord.Terms, at now: Timestamp) -> Bool {
        now >= PrekeyTerm.made(terms).advanced(by: PrekeyTerm.stocking)
    }

    // MARK: - States

    /// The generations of which nothing is left, and nothing can come any more from whoever is still making them.
    private func forgettable(at now: Timestamp, keeping prekeys: [Prekey]) -> [UInt32] {
        let held = Set(prekeys.map(\.terms.epoch))
        let life = PrekeyTerm.validity + DevicePrekey.grace + DevicePrekey.awaitedGrace
        return states.filter { epoch, state in
            !held.contains(epoch) && now >= state.made.advanced(by: life)
        }.keys.sorted()
    }
}

extension PrekeyLifecycle.Prekey {
    init(_ record: PrekeyRecord) {
        self.init(id: record.id, terms: record.terms)
    }

    /// The moment from which nothing opens with it that arrives then.
    var endOfLife: Timestamp { terms.notAfter.advanced(by: DevicePrekey.grace) }
}
