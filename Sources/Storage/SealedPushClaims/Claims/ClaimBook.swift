// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore

/// The claims of a store: which message was taken, once among all processes, and what of it is
/// still held.
///
/// The opener's order, each step durable before the next: ``claim(_:at:)``, remove a one-time
/// prekey's record, hand the message over, ``empty(_:now:)``. A run that is killed on the way
/// leaves a claim that holds the content, and in the index a file that says so; the next run, or
/// the app, finds it there by ``unfinished()`` and hands it over.
package struct ClaimBook: Sendable {
    let folder: StoreFolder
    let sealer: RecordSealer

    /// The book of `store`.
    package init(of store: RecordStore) {
        folder = store.folder
        sealer = store.sealer
    }

    /// Makes the claim directory of `prekey`: without it nothing is ever claimed there (V-12,
    /// T-4).
    ///
    /// Called only by the process that makes the prekey: before its record is created, and once
    /// more after it, before it is published, as a sweep may have taken the empty folder away if an
    /// hour passed in between. A directory that is missing later is never made again: it held the
    /// tombstones.
    package func prepare(_ prekey: PrekeyRecord.ID) throws(StoreError) {
        try prepare([prekey])
    }

    /// Makes room for the claims under each prekey, with one sync for all of them.
    ///
    /// - Returns: Those that had no room before.
    @discardableResult
    package func prepare(_ prekeys: [PrekeyRecord.ID]) throws(StoreError) -> [PrekeyRecord.ID] {
        var made: [PrekeyRecord.ID] = []
        do throws(FileError) {
            for prekey in prekeys {
                do throws(FileError) {
                    try folder.files.makeFolder(folder.absolute(ClaimPlace.folder(of: prekey)))
                    made.append(prekey)
                } catch .exists {
                    // A killed run can have prepared it without a sync.
                }
            }
            try folder.files.sync(folder: folder.absolute(StoreFolder.claims))
        } catch {
            throw StoreError(error)
        }
        return made
    }

    /// Whether a prekey has a claim directory.
    package func hasDirectory(of prekey: PrekeyRecord.ID) throws(StoreError) -> Bool {
        try folder.exists(ClaimPlace.folder(of: prekey))
    }

    /// Makes durable which prekeys have a claim directory, also those that other processes made.
    package func syncDirectories() throws(StoreError) {
        try folder.sync(StoreFolder.claims)
    }

    /// Takes the room of a prekey away that was just made for it, unless a claim is in it.
    package func withdraw(_ prekey: PrekeyRecord.ID) throws(StoreError) {
        _ = try removeIfEmpty(prekey, atOnce: true)
    }

    /// Claims a message: among all processes and runs, the first one gets ``ClaimOutcome/claimed``
    /// (T-3).
    ///
    /// The file of the index is there before the claim, and looked for once more after it: a run
    /// that slept for an hour between the two may have lost it to a recovery. A message whose place
    /// is taken gets none, so a replay costs one read.
    package func claim(_ claim: Claim, at place: ClaimPlace) throws(StoreError) -> ClaimOutcome {
        var entry: StoreFolder.Creation?
        while true {
            if let state = try read(place), try folder.settle(ClaimPlace.folder(of: place.prekeyID))
            {
                if case .handedOver = state { withdraw(entry, of: place) }
                return .found(state)
            }
            let sealed = try seal(.claim(claim), at: place.path)
            let made = try folder.mark(place.entryPath)
            if entry != .created { entry = made }
            switch try folder.create(place.path, contents: sealed.span) {
            case .created:
                if try !folder.contains(place.entryPath) { _ = try folder.mark(place.entryPath) }
                return .claimed
            case .noFolder:
                withdraw(entry, of: place)
                return .gone
            case .present:
                // Another run was faster. If its mark dies just now, the place is free again.
                continue
            }
        }
    }

    /// Takes back the entry that this run made for nothing; if it can't, a recovery drops it.
    private func withdraw(_ entry: StoreFolder.Creation?, of place: ClaimPlace) {
        guard entry == .created else { return }
        _ = try? folder.remove(place.entryPath)
    }

    /// What a place holds, or nil if nothing was claimed there or all is forgotten.
    package func read(_ place: ClaimPlace) throws(StoreError) -> ClaimState? {
        try record(at: place.path)?.state
    }

    /// Empties a claim after its message was handed over: a mark without content is renamed over
    /// it, and then its entry leaves the index.
    ///
    /// Emptying again, or what is not there, changes nothing. If there is no room for the mark, the
    /// claim stays as it is: it is what tells a second copy of the message from a new one, so it is
    /// neither removed nor written over.
    package func empty(_ place: ClaimPlace, now: Timestamp) throws(StoreError) {
        switch try record(at: place.path) {
        case nil: return
        case .mark:
            // Who emptied it may have been stopped before it was durable, or before the entry went.
            try dropEntry(of: place)
        case .claim(let claim):
            let sealed = try seal(.mark(of: claim, now: now), at: place.path)
            _ = try folder.replace(place.path, contents: sealed.span)
            _ = try folder.remove(place.entryPath)
        }
    }

    /// How many messages were claimed under `prekey` and not forgotten yet, whether handed over or
    /// not.
    package func count(for prekey: PrekeyRecord.ID) throws(StoreError) -> Int {
        try folder.names(in: ClaimPlace.folder(of: prekey))?.count ?? 0
    }

    /// Opens what is at `path`, or gives nil if nothing is.
    func record(at path: StorePath) throws(StoreError) -> ClaimRecord? {
        guard let sealed = try folder.read(path) else { return nil }
        return try sealer.open(sealed.span, at: path).withBytes { bytes throws(StoreError) in
            try ClaimRecord(reading: bytes)
        }
    }

    func seal(_ record: ClaimRecord, at path: StorePath) throws(StoreError) -> [UInt8] {
        try record.withEncoding { bytes throws(StoreError) in
            guard bytes.count <= RecordFrame.limit else { throw .recordTooLarge }
            return sealer.seal(bytes, at: path)
        }
    }
}

/// What became of an attempt to claim a message.
package enum ClaimOutcome: Hashable, Sendable {
    /// The message is ours alone, durably: hand it over as new.
    case claimed
    /// There was a claim before; under a one-time prekey it may be of another message.
    case found(ClaimState)
    /// The prekey is gone, and its claims with it.
    case gone
}

/// Every claim whose content no run is known to have handed over.
package struct UnfinishedClaims: Sendable {
    /// Where each stands and what it holds, in an order that tells nothing.
    package let claims: [(place: ClaimPlace, claim: Claim)]
    /// Why others could not be read.
    package let failures: [StoreError]
    /// Whether there are more than were asked for.
    package let isCut: Bool
}

/// What a sweep of the claims took away.
package struct ClaimSweep: Hashable, Sendable {
    /// The number of tombstones.
    package var tombstones = 0
    /// How many folders of prekeys that are gone.
    package var rooms = 0
    /// Why some things could not be read; they stay.
    package var failures: [StoreError] = []

    /// A sweep that found nothing.
    package init() {}
}
