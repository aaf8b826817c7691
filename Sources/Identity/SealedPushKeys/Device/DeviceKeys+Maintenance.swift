// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
public import SealedPushStore

extension DeviceKeys {
    /// Renews, refills and erases prekeys as they are due, and reports what it did.
    ///
    /// It erases prekeys that are over age or revoked, makes a reusable prekey every 7 days and
    /// one-time prekeys if the stock is low, notes which prekeys were superseded, removes dead
    /// tombstones, and finishes what a killed process has begun. Call it once a day from the app or
    /// a timer. More calls change nothing, also if two processes run at once or extensions open
    /// messages meanwhile.
    ///
    /// The age of a prekey or a tombstone is judged by an earlier reading of the clock, which this
    /// one confirms: a key goes with the first run for which an earlier one, at least 20 hours
    /// before, was past its end and its grace. So one false time erases nothing.
    ///
    /// Rotating makes new reusable prekeys even if the newest are not a week old; the earlier ones
    /// keep opening what is on its way. Revoking first makes a new reusable prekey whose epoch is
    /// the lowest that serves: senders who see it seal to no earlier prekey any more, and every
    /// earlier one-time prekey is erased with what was sealed to it (V-10). Reusable prekeys keep
    /// opening what is on its way until their end.
    ///
    /// If a step fails, the report says why, the others are still done, and the next run repeats
    /// it. Nothing is made if a record that may be there cannot be read at present. Prekeys that
    /// are damaged or have lost their claim directory are discarded, and others take their place;
    /// so are damaged states, and claims whose content is lost.
    ///
    /// - Throws: ``KeyError/store(_:)`` if the prekeys cannot be listed, or the revocation failed.
    ///   It may have begun then; the next one, or the next bundle, completes it.
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
        // While a deferred message can't be read, every prekey may be needed, and none is erased
        // (T-1).
        var failures = snapshot.deferredFailures.filter { $0 != .corrupted }
        let previous = try previousTime(at: now, &failures)
        var damage: [StoreError] = []
        let sound = try noting(&failures) { () throws(KeyError) in
            try removingDamage(from: snapshot, &report, &damage)
        }
        failures += damage
        let moment = Moment(now: now, previous: previous)
        try tidy(sound ?? snapshot, at: moment, rotating: rotating, &report, &failures)
        try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try store.folder.makeReserve() }
        }
        report.failures = failures
        return report
    }

    /// True if a run at `now` may erase more than the last one; it takes one small read.
    ///
    /// An extension calls ``sweep(at:)`` only then, after the hand-over.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func isMaintenanceDue(at now: Timestamp) throws(KeyError) -> Bool {
        try inStore { () throws(StoreError) in try ClockRecord.isDue(at: now, in: store) }
    }

    /// Removes prekeys that are over age, dead tombstones, and files that killed processes left
    /// half written.
    ///
    /// The part of ``maintain(at:rotating:revoking:)`` that makes nothing. A message that was
    /// claimed and not handed over stays, however old it is.
    ///
    /// - Returns: An error for each record that could not be read; it stays as it is.
    /// - Throws: ``KeyError/store(_:)`` if the records cannot be listed.
    @discardableResult
    public func sweep(at now: Timestamp) throws(KeyError) -> [StoreError] {
        var failures: [StoreError] = []
        let previous = try previousTime(at: now, &failures)
        let left = try noting(&failures) { () throws(KeyError) in
            try eraseOverAge(judgedBy: previous)
        }
        var cleared = Cleared()
        try clear(judgedBy: previous, &cleared)
        return failures + (left ?? []) + cleared.claims.failures
    }

    /// The reading of the clock by which age is judged; nothing is over age if the store can't keep
    /// the new one.
    private func previousTime(
        at now: Timestamp,
        _ failures: inout [StoreError]
    ) throws(KeyError) -> Timestamp {
        let previous = try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try ClockRecord.update(at: now, in: store) }
        }
        return previous ?? Timestamp(clamping: 0)
    }

    /// Erases what is over age, and gives why some can't be read or erased.
    private func eraseOverAge(
        judgedBy previous: Timestamp
    ) throws(KeyError) -> [StoreError] {
        let (records, failures) = try inStore { () throws(StoreError) in try heldRecords() }
        var left = failures
        var awaited = Set(records.map(\.id))
        try noting(&left) { () throws(KeyError) in
            awaited = try inStore { () throws(StoreError) in
                try DeferredBook(of: store).awaitedPrekeys()
            }
        }
        let lifecycle = PrekeyLifecycle(
            prekeys: records.map(PrekeyLifecycle.Prekey.init),
            awaited: awaited
        )
        for prekey in lifecycle.prekeys
        where lifecycle.erasure(of: prekey, judgedBy: previous) != nil {
            try noting(&left) { () throws(KeyError) in try erase(prekey.id) }
        }
        return left
    }

    private func revoke(
        at now: Timestamp,
        _ report: inout MaintenanceReport
    ) throws(KeyError) {
        try snapshot().checkWhole()
        let made = try generateReusable(now: now, revoking: true)
        report.changes.append(.madeReusable(epoch: made.terms.epoch, .revocation))
    }

    /// How long after its making a prekey is kept at most: as long as a deferred message may need
    /// it.
    private static let longestLife =
        PrekeyTerm.validity + DevicePrekey.grace + DevicePrekey.awaitedGrace

    /// What is held once what is damaged is gone.
    private func removingDamage(
        from snapshot: PrekeySnapshot,
        _ report: inout MaintenanceReport,
        _ failures: inout [StoreError]
    ) throws(KeyError) -> PrekeySnapshot {
        guard snapshot.hasDamage else { return snapshot }
        let prekeys = try removeDamaged(.prekeys, &failures)
        let states = try removeDamaged(.states, &failures)
        guard prekeys + states > 0 else { return snapshot }
        report.changes.append(.removedDamaged(prekeys: prekeys, states: states))
        var left = try self.snapshot()
        left.lifecycle.removed = prekeys
        return left
    }

    /// Removes what is damaged of a kind, and says how many.
    private func removeDamaged(
        _ kind: RecordKind,
        _ failures: inout [StoreError]
    ) throws(KeyError) -> Int {
        let removed = try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try store.removeDamaged(kind) }
        }
        failures += removed?.failures ?? []
        return removed?.count ?? 0
    }

    /// Does what is due, as far as it can be done, and clears away what has had its time.
    private func tidy(
        _ snapshot: PrekeySnapshot,
        at moment: Moment,
        rotating: Bool,
        _ report: inout MaintenanceReport,
        _ failures: inout [StoreError]
    ) throws(KeyError) {
        var cleared = Cleared()
        let (now, previous) = (moment.now, moment.previous)
        let due = snapshot.lifecycle.due(at: now, judgedBy: previous, rotating: rotating)
        for action in due {
            // If something can't be read at present, things are erased and nothing else is done.
            if snapshot.obstacle != nil, !action.isErasure { continue }
            let done: Void? = try noting(&failures) { () throws(KeyError) in
                try perform(action, from: snapshot, at: now, &report)
            }
            if done != nil, case .forget = action { cleared.states += 1 }
        }
        // Looks at every claim, so it is none of the sweep's, which an extension runs as well.
        try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try ClaimBook(of: store).rebuildUnfinished() }
        }
        let lost = try noting(&failures) { () throws(KeyError) in try clearDamagedClaims(at: now) }
        if let lost, lost.count > 0 { report.changes.append(.lostMessages(lost.count)) }
        failures += lost?.failures ?? []
        try noting(&failures) { () throws(KeyError) in
            try clear(judgedBy: previous, removingDamaged: true, &cleared)
        }
        if snapshot.deferredFailures.contains(.corrupted) {
            try noting(&failures) { () throws(KeyError) in
                (cleared.deferred, report.damagedDeferred) = try clearDeferred()
            }
        }
        if let change = cleared.change { report.changes.append(change) }
        let left = try noting(&failures) { () throws(KeyError) in try self.snapshot() }
        let lifecycle = (left ?? snapshot).lifecycle
        try noting(&failures) { () throws(KeyError) in
            try inStore { () throws(StoreError) in try settle() }
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
        case .erase(let prekey, var reason):
            // Its maker may have come to make the directory meanwhile.
            if reason == .claimsLost, try hasClaims(prekey.id) { return }
            if reason == .revoked, snapshot.hasDamagedEpoch { reason = .perhapsRevoked }
            try erase(prekey.id)
            let terms = prekey.terms
            report.changes.append(.erased(prekey.id, terms.class, epoch: terms.epoch, reason))
        case .makeReusable(let reason):
            let made = try generateReusable(now: now)
            report.changes.append(.madeReusable(epoch: made.terms.epoch, reason))
        case .makeStock:
            let made = try fillStock(now: now)
            report.changes += made.prefix(1).map {
                .filledStock(epoch: $0.terms.epoch, count: made.count)
            }
        case .supersede(let epoch):
            guard let state = snapshot.lifecycle.superseding(epoch, at: now) else { return }
            try inStore { () throws(StoreError) in try write([epoch: state]) }
            report.changes.append(.superseded(epoch: epoch))
        case .forget(let epoch):
            try inStore { () throws(StoreError) in
                _ = try store.remove(.states, id: GenerationState.id(of: epoch))
            }
        }
    }

    private func hasClaims(_ prekey: PrekeyRecord.ID) throws(KeyError) -> Bool {
        try inStore { () throws(StoreError) in try ClaimBook(of: store).hasDirectory(of: prekey) }
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

    private func clear(
        judgedBy previous: Timestamp,
        removingDamaged removesDamaged: Bool = false,
        _ cleared: inout Cleared
    ) throws(KeyError) {
        do throws(StoreError) {
            let claims = ClaimBook(of: store)
            cleared.claims = try claims.sweep(
                before: previous,
                removingDamaged: removesDamaged
            ) { id throws(StoreError) in
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

    /// Clears unfinished claims that are damaged, and says how many messages are lost with them,
    /// and why others are still there.
    private func clearDamagedClaims(
        at now: Timestamp
    ) throws(KeyError) -> (count: Int, failures: [StoreError]) {
        try inStore { () throws(StoreError) in
            try ClaimBook(of: store).clearDamaged(now: now) { prekey throws(StoreError) in
                _ = try store.remove(.prekeys, id: prekey.bytes)
            }
        }
    }

    /// Removes damaged deferred messages of which no copy can count any more, and says how many
    /// went and are left.
    private func clearDeferred() throws(KeyError) -> (removed: Int, left: Int) {
        try inStore { () throws(StoreError) in
            let book = DeferredBook(of: store)
            let removed = try book.removeDamaged(olderThan: Self.longestLife)
            return (removed, try book.list().failures.count { $0 == .corrupted })
        }
    }
}

/// When a run takes place.
private struct Moment {
    /// What the clock says.
    let now: Timestamp
    /// The earlier reading, by which age is judged.
    let previous: Timestamp
}

/// What was cleared away.
private struct Cleared {
    var claims = ClaimSweep()
    /// What killed processes left half written.
    var files = 0
    var states = 0
    /// Damaged messages.
    var deferred = 0

    var change: MaintenanceReport.Change? {
        guard claims.tombstones + claims.rooms + files + states + deferred > 0 else { return nil }
        return .removed(
            tombstones: claims.tombstones,
            directories: claims.rooms,
            states: states,
            files: files + deferred
        )
    }
}

extension PrekeyLifecycle.Action {
    fileprivate var isErasure: Bool {
        if case .erase = self { true } else { false }
    }
}
