// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// The reason for which a private half was erased.
public enum ErasureReason: String, Hashable, Sendable, CaseIterable {
    /// It was past its end, its grace, and the time that deferred messages may wait.
    case overAge
    /// One-time, and of an epoch that was revoked.
    case revoked
    /// The record of the last epoch is damaged, and nothing else tells whether it was a revocation.
    case perhapsRevoked
    /// Its claim directory was missing, so a second copy of a message would have counted as new.
    case claimsLost
}

/// The reason for which new reusable prekeys were made.
public enum RotationReason: String, Hashable, Sendable, CaseIterable {
    /// There were none.
    case noneHeld
    /// The newest is missing: its making was stopped, or it is damaged.
    case incomplete
    /// The newest begins in the future: the clock was set back by more than a day.
    case clockSetBack
    /// The newest were 7 days old.
    case age
    /// All earlier ones were revoked.
    case revocation
    /// A prekey was damaged, or its claim directory was missing: it was, or may have been, a
    /// reusable one.
    case damage
    /// The caller asked for it.
    case demand
}

/// The work of one run of maintenance, and the rest that it leaves.
public struct MaintenanceReport: Hashable, Sendable {
    /// Something that was due and is done.
    public enum Change: Hashable, Sendable {
        /// A private half was erased.
        case erased(PrekeyRecord.ID, PrekeyRecord.Class, epoch: UInt32, ErasureReason)
        /// Messages that were opened and not yet handed over are lost, since their claims were
        /// damaged.
        case lostMessages(Int)
        /// Files of prekeys and of their states were removed, as they were damaged.
        case removedDamaged(prekeys: Int, states: Int)
        /// A reusable prekey was made.
        case madeReusable(epoch: UInt32, RotationReason)
        /// One-time prekeys for the directory were made.
        case filledStock(epoch: UInt32, count: Int)
        /// A generation was noted as replaced by a later one that the directory has.
        case superseded(epoch: UInt32)
        /// Things that have had their time were removed: tombstones of messages that were
        /// handed over, claim directories of prekeys that are gone, states of generations that are
        /// over, files that killed processes left, damaged messages that were deferred too long
        /// ago.
        case removed(tombstones: Int, directories: Int, states: Int, files: Int)
    }

    /// The changes, in order; empty if nothing was due.
    public internal(set) var changes: [Change] = []
    /// The number of one-time prekeys left of those for the directory, without those that are too
    /// old for the longest message.
    public internal(set) var stock = 0
    /// The epoch below which all is revoked.
    public internal(set) var minimumEpoch: UInt32 = 0
    /// The number of damaged deferred messages; they go when no copy of them could count any more.
    public internal(set) var damagedDeferred = 0
    /// The errors of things that could not be read, made or erased: they are as they were, and the
    /// next run tries again.
    public internal(set) var failures: [StoreError] = []
}

extension MaintenanceReport {
    /// True if prekeys or their states were lost or discarded for damage, so that others have to be
    /// published.
    public var hasDiscardedDamaged: Bool {
        changes.contains { change in
            switch change {
            case .removedDamaged, .erased(_, _, epoch: _, .claimsLost),
                .erased(_, _, epoch: _, .perhapsRevoked), .madeReusable(epoch: _, .incomplete):
                true
            default: false
            }
        }
    }
}
