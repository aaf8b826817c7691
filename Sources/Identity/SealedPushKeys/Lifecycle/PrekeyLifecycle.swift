// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The life of a device's prekeys: generated, offered, acknowledged, superseded, erased.
///
/// What a device holds at one moment goes in, what is due comes out. Nothing is read or written
/// here and no clock is looked at, so every rule is tested on values; ``DeviceKeys`` does what is
/// due. It may be stopped at any instant and be several processes: whatever they left is a state
/// that this decides from again.
struct PrekeyLifecycle: Sendable {
    /// A prekey whose private half is held.
    struct Prekey: Hashable, Sendable {
        let id: PrekeyRecord.ID
        let terms: PrekeyRecord.Terms
    }

    /// Something that is due.
    enum Action: Hashable, Sendable {
        /// Erase a private half.
        case erase(Prekey, ErasureReason)
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
    /// Those whose claim directory is missing: they open nothing, and are to be erased, since what
    /// tells a second copy of a message from the first is gone with it.
    var claimless: [Prekey] = []
    /// How many files of prekeys were removed since they were damaged; of which prekeys is unknown.
    var removed = 0
    /// The state of each generation that has one.
    var states: [UInt32: GenerationState] = [:]
    /// What lies below is revoked.
    var minimumEpoch: UInt32 = 0
    /// The prekeys that deferred messages need (V-15).
    var awaited: Set<PrekeyRecord.ID> = []
    /// How many one-time prekeys there are to be.
    var level = StockLevel.standard

    /// What is due now, in the order in which it is to be done.
    ///
    /// What is erased or forgotten for its age is judged by `previous` alone, the earlier reading
    /// of the clock. Rotating makes new reusable prekeys whatever the age of the newest. Erasing
    /// comes before making, so that a full disk keeps no key alive.
    func due(
        at now: Timestamp,
        judgedBy previous: Timestamp,
        rotating: Bool = false
    ) -> [Action] {
        var actions: [Action] = []
        var kept: [Prekey] = []
        for prekey in claimless { actions.append(.erase(prekey, .claimsLost)) }
        for prekey in prekeys {
            if let reason = erasure(of: prekey, judgedBy: previous) {
                actions.append(.erase(prekey, reason))
            } else {
                kept.append(prekey)
            }
        }
        if let reason = damage(of: .reusable) ?? rotation(at: now) ?? (rotating ? .demand : nil) {
            actions.append(.makeReusable(reason))
        }
        let left = stock(at: now).count
        let low = damage(of: .oneTime) == nil ? level.low : level.full
        if left < low { actions.append(.makeStock(level.full - left)) }
        actions += superseded(of: kept).map { .supersede($0) }
        actions += forgettable(judgedBy: previous, keeping: kept).map { .forget($0) }
        return actions
    }

    // MARK: - Erasing

    /// Why a private half is to be erased, or nil if it stays; its age is judged by `previous`
    /// alone (V-14 line 49).
    func erasure(of prekey: Prekey, judgedBy previous: Timestamp) -> ErasureReason? {
        if prekey.terms.class == .oneTime, prekey.terms.epoch < minimumEpoch { return .revoked }
        let grace = awaited.contains(prekey.id) ? DevicePrekey.awaitedGrace : .zero
        let end = prekey.terms.notAfter.advanced(by: DevicePrekey.grace + grace)
        return previous > end ? .overAge : nil
    }

    // MARK: - Damage

    /// Whether others are to take the place of prekeys of this class.
    private func damage(of class: PrekeyRecord.Class) -> RotationReason? {
        let isLost = removed > 0 || claimless.contains { $0.terms.class == `class` }
        return isLost ? .damage : nil
    }

    // MARK: - Reusable prekeys

    /// The newest reusable prekey.
    ///
    /// An older one never takes its place, not even if the clock was set back and the newest is not
    /// valid yet: senders that have seen the newest refuse every older one.
    var newest: Prekey? {
        prekeys.filter { $0.terms.class == .reusable }.max { $0.terms.epoch < $1.terms.epoch }
    }

    /// Why a new generation of reusable prekeys is due, or nil if the newest serves.
    func rotation(at now: Timestamp) -> RotationReason? {
        // A later generation was begun, and may be known to senders: nothing is left of it.
        let begun = states.filter { $0.value.use == .reusable }.map(\.key)
        let lost = claimless.filter { $0.terms.class == .reusable }.map(\.terms.epoch)
        let last = (begun + lost).max()
        guard let newest else { return last == nil ? .noneHeld : .incomplete }
        let terms = newest.terms
        if terms.epoch < minimumEpoch { return .revocation }
        if now < terms.notBefore { return .clockSetBack }
        if now >= PrekeyTerm.made(terms).advanced(by: PrekeyTerm.rotation) { return .age }
        if let last, last > terms.epoch { return .incomplete }
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
    /// Those that are too old would cut a message of the longest time to live short. Those that
    /// begin more than a day from now were made when the clock was far ahead: they are not valid
    /// yet.
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

    /// The generations of which nothing is left, and to which no process can still add.
    private func forgettable(judgedBy previous: Timestamp, keeping prekeys: [Prekey]) -> [UInt32] {
        let held = Set(prekeys.map(\.terms.epoch))
        let life = PrekeyTerm.validity + DevicePrekey.grace + DevicePrekey.awaitedGrace
        return states.filter { epoch, state in
            !held.contains(epoch) && previous > state.made.advanced(by: life)
        }.keys.sorted()
    }
}

extension PrekeyLifecycle.Prekey {
    init(_ record: PrekeyRecord) {
        self.init(id: record.id, terms: record.terms)
    }
}
