// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension DeviceKeys {
    /// A bundle for one sender: the newest reusable prekey, made anew if that is due, and fresh
    /// one-time prekeys.
    ///
    /// Each one-time prekey serves one message of one sender (V-11). Every call makes new ones,
    /// which no other call and no directory gets. Give each bundle to one sender only.
    ///
    /// - Throws: ``KeyError/tooManyPrekeys(limit:)``, ``KeyError/store(_:)``.
    public func bundle(oneTime count: Int = 0, at now: Timestamp) throws(KeyError) -> DeviceBundle {
        let limit = DeviceBundle.maximumRecords - 1
        guard (0...limit).contains(count) else { throw .tooManyPrekeys(limit: limit) }
        while true {
            let records = try [reusable(at: now)] + generateOneTime(count, now: now)
            // If another process has revoked meanwhile, a part of this is dead.
            let minimum = try minimumEpoch()
            guard records.allSatisfy({ $0.terms.epoch >= minimum }) else { continue }
            return try bundle(of: records)
        }
    }

    /// A bundle for a directory: the newest reusable prekey, made anew if that is due, and the
    /// one-time prekeys that it has not acknowledged.
    ///
    /// The directory gives each one-time prekey to one sender. Until the directory's prekeys are
    /// acknowledged (``acknowledge(_:at:)``), every call offers the same again; a directory ignores
    /// records that it has or has given out. Missing one-time prekeys are made by
    /// ``maintain(at:rotating:revoking:)``.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func offer(at now: Timestamp) throws(KeyError) -> DeviceBundle {
        let reusable = try reusable(at: now)
        let snapshot = try wholeSnapshot()
        let stock = snapshot.lifecycle.unpublishedStock(at: now)
        let records = try [reusable] + publish(stock, of: snapshot, at: now)
        return try bundle(of: records)
    }

    /// Acknowledges the prekeys of a bundle, and returns how many were not acknowledged before.
    ///
    /// Acknowledging again changes nothing. Prekeys that were erased, or handed out by hand, are
    /// ignored.
    ///
    /// - Throws: ``KeyError/otherDevice`` for the bundle of another device, ``KeyError/store(_:)``.
    @discardableResult
    public func acknowledge(
        _ bundle: DeviceBundle,
        at now: Timestamp
    ) throws(KeyError) -> Int {
        guard bundle.device == identity else { throw .otherDevice }
        // Of a generation that is seen in part the rest would be written over.
        let lifecycle = try wholeSnapshot().lifecycle
        let changed = lifecycle.acknowledging(Set(bundle.records.map(\.id)), at: now)
        try inStore { () throws(StoreError) in try write(changed) }
        return changed.reduce(0) { count, change in
            let before = lifecycle.states[change.key]?.published ?? []
            return count + change.value.published.subtracting(before).count
        }
    }

    /// Notes that a directory has lost the prekeys of a bundle, and returns how many were
    /// acknowledged.
    ///
    /// The reusable prekey is offered again. One-time prekeys are not, as the directory may have
    /// given some out; messages to these still open. All one-time prekeys of any offer count as
    /// handed out, and ``maintain(at:rotating:revoking:)`` makes others.
    ///
    /// - Throws: ``KeyError/otherDevice`` for the bundle of another device, ``KeyError/store(_:)``.
    @discardableResult
    public func takeBackAcknowledgement(of bundle: DeviceBundle) throws(KeyError) -> Int {
        guard bundle.device == identity else { throw .otherDevice }
        let lifecycle = try wholeSnapshot().lifecycle
        let ids = Set(bundle.records.map(\.id))
        let changed = lifecycle.takingBack(ids)
        try inStore { () throws(StoreError) in
            for (epoch, state) in changed {
                if let state {
                    try write([epoch: state])
                } else {
                    _ = try store.remove(.states, id: GenerationState.id(of: epoch))
                }
            }
        }
        return changed.keys.reduce(0) { count, epoch in
            let state = lifecycle.states[epoch]
            let lost = state?.use == .stock ? state?.published : state?.published.intersection(ids)
            return count + (lost?.count ?? 0)
        }
    }

    /// The newest reusable prekey, made anew if that is due, and ready to be published.
    private func reusable(at now: Timestamp) throws(KeyError) -> PrekeyRecord {
        let snapshot = try wholeSnapshot()
        if let newest = snapshot.lifecycle.newest, snapshot.lifecycle.rotation(at: now) == nil,
            let record = try publish([newest], of: snapshot, at: now).first
        {
            return record
        }
        let made = try generateReusable(now: now)
        var state = GenerationState(.reusable, made: now)
        state.offered = now
        try inStore { () throws(StoreError) in try write([made.terms.epoch: state]) }
        return made
    }

    /// Does what is left of making prekeys if their maker was stopped: durable with their claim
    /// directories, they can be published; and notes that they are.
    private func publish(
        _ prekeys: [PrekeyLifecycle.Prekey],
        of snapshot: PrekeySnapshot,
        at now: Timestamp
    ) throws(KeyError) -> [PrekeyRecord] {
        try inStore { () throws(StoreError) in
            try settle()
            try write(snapshot.lifecycle.offering(prekeys, at: now))
        }
        return prekeys.compactMap { snapshot.records[$0.id] }
    }

    /// What is held, if all of it can be read.
    ///
    /// A damaged prekey will never be read, so others take its place; maintenance tells of it.
    private func wholeSnapshot() throws(KeyError) -> PrekeySnapshot {
        let snapshot = try snapshot()
        try snapshot.checkWhole()
        return snapshot
    }

    private func bundle(of records: [PrekeyRecord]) throws(KeyError) -> DeviceBundle {
        do {
            return try DeviceBundle(device: identity, records: records)
        } catch {
            throw .store(.corrupted)
        }
    }
}
