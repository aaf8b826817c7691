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
    /// Revoking first makes new reusable prekeys whose epoch is the lowest that serves: senders who see them seal to no
    /// earlier prekey any more, and every earlier one-time prekey is erased with what was sealed to it. Reusable prekeys
    /// keep opening what is on its way until their end.
    ///
    /// - Throws: ``KeyError/store(_:)``. What may not be kept any more is erased by then, unless erasing failed; nothing
    ///   is made where something can't be read at present that is perhaps there.
    public func maintain(
        at now: Timestamp,
        revoking: Bool = false
    ) throws(KeyError) -> MaintenanceReport {
        var report = MaintenanceReport()
        var forgotten = 0
        for isRevoking in revoking ? [true, false] : [false] {
            let snapshot = try snapshot()
            for action in snapshot.lifecycle.due(at: now, revoking: isRevoking) {
                if case .forget = action { forgotten += 1 }
                try perform(action, from: snapshot, at: now, &report)
            }
        }
        let cleared = try clear(at: now)
        if cleared.count + forgotten > 0 {
            report.deeds.append(
                .cleared(
                    marks: cleared.claims.marks,
                    rooms: cleared.claims.rooms,
                    states: forgotten,
                    files: cleared.files
                )
            )
        }
        let left = try snapshot()
        // Also for prekeys whose room was taken away while they were being made.
        try inStore { () throws(StoreError) in try complete(left.lifecycle.prekeys.map(\.id)) }
        report.stock = left.lifecycle.stock(at: now).count
        report.minimumEpoch = left.lifecycle.minimumEpoch
        report.failures = left.prekeyFailures + left.stateFailures + cleared.claims.failures
        return report
    }

    /// Clears away what has had its time: prekeys that are over age, marks that have died, and what killed processes
    /// left half written.
    ///
    /// The part of ``maintain(at:revoking:)`` that makes nothing. A message that was claimed and not handed over stays,
    /// however old it is.
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
        return try failures + clear(at: now).claims.failures
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
            report.deeds.append(
                .erased(prekey.id, prekey.suite, terms.class, epoch: terms.epoch, reason)
            )
        case .revoke:
            try snapshot.checkWhole()
            let made = try generateReusable(now: now, revoking: true)
            report.deeds += made.prefix(1).map {
                .madeReusable(epoch: $0.terms.epoch, .revocation)
            }
        case .makeReusable(let reason):
            try snapshot.checkWhole()
            let made = try generateReusable(now: now)
            report.deeds += made.prefix(1).map { .madeReusable(epoch: $0.terms.epoch, reason) }
        case .makeStock(let count):
            try snapshot.checkWhole()
            let made = try generateStock(count, now: now)
            report.deeds += made.prefix(1).map {
                .filledStock(epoch: $0.terms.epoch, count: made.count)
            }
        case .supersede(let epoch):
            try snapshot.checkWhole()
            guard let state = snapshot.lifecycle.superseding(epoch, at: now) else { return }
            try inStore { () throws(StoreError) in try write([epoch: state]) }
            report.deeds.append(.superseded(epoch: epoch))
        case .forget(let epoch):
            try snapshot.checkWhole()
            try inStore { () throws(StoreError) in
                _ = try store.remove(.states, id: GenerationState.id(of: epoch))
            }
        }
    }

    private func clear(
        at now: Timestamp
    ) throws(KeyError) -> (claims: ClaimSweep, files: Int, count: Int) {
        try inStore { () throws(StoreError) in
            let claims = try ClaimBook(of: store).sweep(now: now) { id throws(StoreError) in
                do throws(StoreError) {
                    return try store.readSecret(.prekeys, id: id.bytes) != nil
                } catch  where error.isDamage {
                    return true  // there, if damaged; it was told of
                }
            }
            let files = try store.sweep()
            return (claims, files, claims.marks + claims.rooms + files)
        }
    }
}
