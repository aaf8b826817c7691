// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension DeviceKeys {
    /// Does whatever is due of the life of prekeys, and says what it did.
    ///
    /// Erases what is over age or revoked, makes reusable prekeys every 7 days and one-time ones where the stock is low,
    /// notes what was superseded, clears away what has had its time, and finishes what a killed process has begun. For
    /// the app, or a timer, once a day: more often changes nothing, also where two processes do it at once or extensions
    /// open messages beside it.
    ///
    /// Rotating makes new reusable prekeys also where the newest are not a week old; the earlier ones keep opening what
    /// is on its way. Revoking first makes new reusable prekeys whose epoch is the lowest that serves: senders who see them seal to no
    /// earlier prekey any more, and every earlier one-time prekey is erased with what was sealed to it. Reusable prekeys
    /// keep opening what is on its way until their end.
    ///
    /// What fails keeps nothing else from being done: the report tells why, and the next run does what is left. Nothing is
    /// made where something can't be read at present that is perhaps there. Files of prekeys and states that are damaged
    /// are removed when they are so old that whatever they held is over age.
    ///
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to look at, or the revocation failed; it may have begun
    ///   then, and the next one, or the next bundle, completes it.
    public func maintain(
        at now: Timestamp,
        rotating: Bool = false,
        revoking: Bool = false
    ) throws(KeyError) -> MaintenanceReport {
        var report = MaintenanceReport()
        if revoking { try revoke(at: now, &report) }
        let snapshot: PrekeySnapshot
        do throws(KeyError) {
            snapshot = try self.snapshot()
        } catch {
            guard revoking, case .store(let failure) = error else { throw error }
            report.failures = [failure]
            return report
        }
        var failures: [StoreError] = []
        var damage: [StoreError] = []
        let sound = try noting(&failures) { () throws(KeyError) in
            try removingDamage(from: snapshot, &report, &damage)
        }
        failures += damage
        try tidy(sound ?? snapshot, at: now, rotating: rotating, &report, &failures)
        report.failures = failures
        return report
    }

    /// Clears away what has had its time: prekeys that are over age, marks that have died, and what killed processes
    /// left half written.
    ///
    /// The part of ``maintain(at:rotating:revoking:)`` that makes nothing. A message that was claimed and not handed
    /// over stays, however old it is.
    ///
    /// - Returns: Why some things could not be read: they stay where they are.
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to clear from.
    @discardableResult
    public func sweep(at now: Timestamp) throws(KeyError) -> [StoreError] {
        var failures: [StoreError] = []
        do throws(KeyError) {
            failures += try eraseOverAge(at: now).failures
        } catch .store(let error) {
            failures.append(error)
        }
        var cleared = Cleared()
        try clear(at: now, &cleared)
        return failures + cleared.claims.failures
    }

    private func revoke(
        at now: Timestamp,
        _ report: inout MaintenanceReport
    ) throws(KeyError) {
        let snapshot = try snapshot()
        try snapshot.checkWhole()
        for action in snapshot.lifecycle.due(at: now, revoking: true) {
            try perform(action, from: snapshot, at: now, &report)
        }
    }

    /// How long after its making a prekey is kept at most: as long as a parked message may wait for it.
    private static let longestLife =
        PrekeyTerm.validity + DevicePrekey.grace + DevicePrekey.awaitedGrace

    /// What is held once what is damaged and over age by its file's age is gone.
    private func removingDamage(
        from snapshot: PrekeySnapshot,
        _ report: inout MaintenanceReport,
        _ failures: inout [StoreError]
    ) throws(KeyError) -> PrekeySnapshot {
        guard snapshot.hasDamage else { return snapshot }
        let (prekeys, states) = try inStore { () throws(StoreError) in
            let life = Self.longestLife
            return (
                try store.removeDamaged(.prekeys, olderThan: life),
                try store.removeDamaged(.states, olderThan: life)
            )
        }
        failures += prekeys.failures + states.failures
        guard prekeys.count + states.count > 0 else { return snapshot }
        report.deeds.append(.removedDamaged(prekeys: prekeys.count, states: states.count))
        return try self.snapshot()
    }

    /// Does what is due, as far as it can be done, and clears away what has had its time.
    private func tidy(
        _ snapshot: PrekeySnapshot,
        at now: Timestamp,
        rotating: Bool,
        _ report: inout MaintenanceReport,
        _ failures: inout [StoreError]
    ) throws(KeyError) {
        var cleared = Cleared()
        for action in snapshot.lifecycle.due(at: now, rotating: rotating) {
            // Where something can't be read at present, things are erased and nothing else is done.
            if snapshot.obstacle != nil, !action.isErasure { continue }
            let done: Void? = try noting(&failures) { () throws(KeyError) in
                try perform(action, from: snapshot, at: now, &report)
            }
            if done != nil, case .forget = action { cleared.states += 1 }
        }
        try noting(&failures) { () throws(KeyError) in try clear(at: now, &cleared) }
        if snapshot.hasDamagedParked {
            try noting(&failures) { () throws(KeyError) in
                (cleared.parked, report.damagedParked) = try clearParked()
            }
        }
        if let deed = cleared.deed { report.deeds.append(deed) }
        let left = try noting(&failures) { () throws(KeyError) in try self.snapshot() }
        let lifecycle = (left ?? snapshot).lifecycle
        // Also for prekeys whose room was taken away while they were being made.
        try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try complete(lifecycle.prekeys.map(\.id)) }
        }
        report.stock = lifecycle.stock(at: now).count
        report.minimumEpoch = lifecycle.minimumEpoch
        failures += (left ?? snapshot).prekeyFailures + (left ?? snapshot).stateFailures
        failures += cleared.claims.failures
        if let obstacle = snapshot.obstacle, !failures.contains(obstacle) {
            failures.append(obstacle)
        }
    }

    private func perform(
        _ action: PrekeyLifecycle.Action,
        from snapshot: PrekeySnapshot,
        at now: Timestamp,
        _ report: inout MaintenanceReport
    ) throws(KeyError) {
        switch action {
        case .erase(let prekey, let reason):
            try erase(prekey.id)
            let terms = prekey.terms
            report.deeds.append(.erased(prekey.id, terms.class, epoch: terms.epoch, reason))
        case .revoke:
            let made = try generateReusable(now: now, revoking: true)
            report.deeds.append(.madeReusable(epoch: made.terms.epoch, .revocation))
        case .makeReusable(let reason):
            let made = try generateReusable(now: now)
            report.deeds.append(.madeReusable(epoch: made.terms.epoch, reason))
        case .makeStock:
            let made = try fillStock(now: now)
            report.deeds += made.prefix(1).map {
                .filledStock(epoch: $0.terms.epoch, count: made.count)
            }
        case .supersede(let epoch):
            guard let state = snapshot.lifecycle.superseding(epoch, at: now) else { return }
            try inStore { () throws(StoreError) in try write([epoch: state]) }
            report.deeds.append(.superseded(epoch: epoch))
        case .forget(let epoch):
            try inStore { () throws(StoreError) in
                _ = try store.remove(.states, id: GenerationState.id(of: epoch))
            }
        }
    }

    /// Does something, or notes why it failed.
    @discardableResult
    private func noting<Result>(
        _ failures: inout [StoreError],
        _ body: () throws(KeyError) -> Result
    ) throws(KeyError) -> Result? {
        do throws(KeyError) {
            return try body()
        } catch .store(let error) {
            failures.append(error)
            return nil
        }
    }

    private func clear(at now: Timestamp, _ cleared: inout Cleared) throws(KeyError) {
        do throws(StoreError) {
            cleared.claims = try ClaimBook(of: store).sweep(now: now) { id throws(StoreError) in
                do throws(StoreError) {
                    return try store.readSecret(.prekeys, id: id.bytes) != nil
                } catch .corrupted {
                    return true  // there, if damaged; it was told of
                }
            }
            cleared.files = try store.sweep()
        } catch {
            throw .store(error)
        }
    }

    /// Removes damaged parked messages of which no copy can count any more, and says how many went and are left.
    private func clearParked() throws(KeyError) -> (removed: Int, left: Int) {
        try inStore { () throws(StoreError) in
            let book = ParkedBook(of: store)
            let removed = try book.removeDamaged(olderThan: Self.longestLife)
            return (removed, try book.list().failures.count { $0 == .corrupted })
        }
    }
}

/// What was cleared away.
private struct Cleared {
    var claims = ClaimSweep()
    /// What killed processes left half written.
    var files = 0
    var states = 0
    /// Damaged messages.
    var parked = 0

    var deed: MaintenanceReport.Deed? {
        guard claims.marks + claims.rooms + files + states + parked > 0 else { return nil }
        return .cleared(
            marks: claims.marks,
            rooms: claims.rooms,
            states: states,
            files: files + parked
        )
    }
}

extension PrekeyLifecycle.Action {
    fileprivate var isErasure: Bool {
        if case .erase = self { true } else { false }
    }
}
