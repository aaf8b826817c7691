// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore

/// What a device holds of prekeys at one moment, without their private halves.
struct PrekeySnapshot {
    /// What is decided from.
    var lifecycle: PrekeyLifecycle
    /// The records of the prekeys that are held.
    let records: [PrekeyRecord.ID: PrekeyRecord]
    /// Why some prekeys could not be read.
    let prekeyFailures: [StoreError]
    /// Why some states could not be read: their generations count as handed out by hand.
    let stateFailures: [StoreError]
    /// Whether the record of the last epoch is damaged, which may have been a revocation.
    let hasDamagedEpoch: Bool
    /// Why some deferred messages could not be read.
    let deferredFailures: [StoreError]
    /// Why nothing may be made from this: something can't be read at present that is perhaps there.
    let obstacle: StoreError?

    /// Whether some files hold nothing that can ever be read again.
    var hasDamage: Bool { (prekeyFailures + stateFailures).contains(.corrupted) }

    /// An error for each prekey that can no longer be used: it cannot be read, or has no claim
    /// directory.
    var lost: [StoreError] { prekeyFailures + lifecycle.claimless.map { _ in .corrupted } }

    /// Throws if nothing may be made from this.
    func checkWhole() throws(KeyError) {
        if let obstacle { throw .store(obstacle) }
    }
}

extension DeviceKeys {
    func snapshot() throws(KeyError) -> PrekeySnapshot {
        try inStore { () throws(StoreError) in
            let (records, prekeyFailures) = try heldRecords()
            let (states, stateFailures) = try generationStates()
            var obstacle = (prekeyFailures + stateFailures).first(where: \.mayPass)
            let claims = ClaimBook(of: store)
            let (held, claimless) = try split(records, by: claims)
            let deferred = try DeferredBook(of: store).list()
            // A message that can't be read at present may need any prekey (T-1).
            let isKnown = deferred.failures.allSatisfy { $0 == .corrupted }
            var lifecycle = PrekeyLifecycle(
                prekeys: held.map(PrekeyLifecycle.Prekey.init),
                claimless: claimless.map(PrekeyLifecycle.Prekey.init),
                states: states,
                awaited: Set(isKnown ? deferred.entries.map(\.prekey) : held.map(\.id)),
                level: level
            )
            var hasDamagedEpoch = false
            do throws(StoreError) {
                let last = try epochs.last()
                let told = records.map(\.terms.minimumEpoch).max() ?? 0
                lifecycle.minimumEpoch = max(last.epoch?.minimum ?? 0, told)
                hasDamagedEpoch = last.isDamaged
            } catch {
                obstacle = error
            }
            return PrekeySnapshot(
                lifecycle: lifecycle,
                records: Dictionary(held.map { ($0.id, $0) }) { first, _ in first },
                prekeyFailures: prekeyFailures,
                stateFailures: stateFailures,
                hasDamagedEpoch: hasDamagedEpoch,
                deferredFailures: deferred.failures,
                obstacle: obstacle
            )
        }
    }

    /// The record of every prekey that is held, and why some could not be read.
    func heldRecords() throws(StoreError) -> (records: [PrekeyRecord], failures: [StoreError]) {
        var records: [PrekeyRecord] = []
        var known: Set<PrekeyRecord.ID> = []
        var damage: [StoreError] = []
        let failures = try store.forEach(.prekeys) { id, contents in
            do throws(StoreError) {
                let record = try StoredPrekey.record(in: contents, of: identity)
                guard record.id.bytes == Array(copying: id) else { throw .corrupted }
                // A folder that changes while it is listed may show a name twice.
                if known.insert(record.id).inserted { records.append(record) }
            } catch {
                damage.append(error)
            }
        }
        return (records, failures + damage)
    }

    /// Parts prekeys from those whose claim directory is missing, and with it what tells a second
    /// copy of a message from the first.
    private func split(
        _ records: [PrekeyRecord],
        by claims: ClaimBook
    ) throws(StoreError) -> (held: [PrekeyRecord], claimless: [PrekeyRecord]) {
        var held: [PrekeyRecord] = []
        var claimless: [PrekeyRecord] = []
        for record in records {
            if try claims.hasDirectory(of: record.id) {
                held.append(record)
            } else if try store.contains(.prekeys, id: record.id.bytes) {
                // One that was erased since it was listed takes its directory along.
                claimless.append(record)
            }
        }
        return (held, claimless)
    }

    private func generationStates() throws(StoreError) -> (
        states: [UInt32: GenerationState], failures: [StoreError]
    ) {
        let listing = try store.list(.states)
        var states: [UInt32: GenerationState] = [:]
        var failures = listing.failures
        for record in listing.records {
            if record.id.count == 4, let state = GenerationState(stored: record.contents) {
                states[record.id.span.bigEndian(UInt32.self, at: 0)] = state
            } else {
                failures.append(.corrupted)
            }
        }
        return (states, failures)
    }

    /// The epochs that were taken.
    var epochs: EpochChain {
        EpochChain(of: store) { () throws(StoreError) in
            let (records, prekeyFailures) = try heldRecords()
            let (states, stateFailures) = try generationStates()
            // What can't be read at present may tell of a later one.
            let failures = prekeyFailures + stateFailures
            if let obstacle = failures.first(where: \.mayPass) { throw obstacle }
            return EpochEvidence(prekeys: records.map(\.terms), states: states)
        }
    }

    /// Writes the states of generations.
    func write(_ states: [UInt32: GenerationState]) throws(StoreError) {
        for (epoch, state) in states.sorted(by: { $0.key < $1.key }) {
            try store.replace(
                .states,
                id: GenerationState.id(of: epoch),
                contents: state.stored.span
            )
        }
    }

    /// Makes prekeys and their claim directories durable, also those of a run that was stopped
    /// before that.
    func settle() throws(StoreError) {
        try store.sync(.prekeys)
        try ClaimBook(of: store).syncDirectories()
    }
}

extension GenerationState {
    /// What a generation's state is called by in the store.
    static func id(of epoch: UInt32) -> [UInt8] {
        var id: [UInt8] = []
        id.append(bigEndian: epoch)
        return id
    }
}

extension StoreError {
    /// Whether what could not be read may be whole all the same, and be read later.
    fileprivate var mayPass: Bool {
        switch self {
        case .unavailable, .inputOutput: true
        default: false
        }
    }
}
