// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

/// An entry of the index: a place at which content waits, as far as the index knows.
package struct UnfinishedClaim: Hashable, Sendable {
    /// The place of the claim.
    package let place: ClaimPlace
    /// How many attempts to recover it have begun.
    package let attempts: Int
    /// When the entry was made or the last attempt began, in seconds since 1970 by the file
    /// system's own clock.
    package let changed: Int64

    /// Puts the parts together.
    package init(place: ClaimPlace, attempts: Int, changed: Int64) {
        self.place = place
        self.attempts = attempts
        self.changed = changed
    }
}

/// Whether an attempt to recover a claim may go on.
package enum RecoveryAttempt: Hashable, Sendable {
    /// The attempt is noted, durably, after `before` others.
    case begun(before: Int)
    /// Another run began one, or made the claim, less than 60 s ago.
    case atWork
    /// The entry is gone: the message was handed over.
    case done
}

// The index has one file for each claim whose content waits. Each of these steps is durable before
// the next: the file is made, the claim is made, the file is looked for once more, the message is
// handed over, the tombstone takes the claim's place, the file is removed. So a recovery lists the
// files, and opens nothing else.

extension ClaimBook {
    /// How long an entry whose place is absent stays: a run may be about to claim there.
    private static let entryLife = Duration.hours(1)

    /// For how many seconds a run counts as being at work.
    private static let attemptSeconds: Int64 = 60

    /// The claims whose content waits, in the order in which they came to the index or were last
    /// tried.
    ///
    /// No claim is opened, so an entry may be stale: ``recover(_:)`` tells. A name that is none of
    /// ours is passed over. A store that has no index yet gets it.
    package func unfinished() throws(StoreError) -> [UnfinishedClaim] {
        var names = try folder.names(in: StoreFolder.unfinished)
        if names == nil {
            try rebuildUnfinished()
            names = try folder.names(in: StoreFolder.unfinished)
        }
        guard let names else { throw .corrupted }
        var entries: [UnfinishedClaim] = []
        for name in names {
            guard let place = ClaimPlace(entry: name),
                let status = try folder.status(of: place.entryPath), status.kind == .file
            else { continue }
            entries.append(
                UnfinishedClaim(place: place, attempts: status.size, changed: status.modified)
            )
        }
        // Names are sorted, and sorting keeps the order of what came in the same second.
        entries.sort { $0.changed < $1.changed }
        return entries
    }

    /// Opens the claim of an entry, durable then, or gives nil if no content waits.
    ///
    /// The run that made the claim may have been stopped before it was durable: a loss of power
    /// could take it back after the prekey was erased for it. An entry whose place is a tombstone
    /// is dropped. One whose place is absent is dropped only if it is older than an hour, as a run
    /// may be about to claim there; then the place is looked at once more, and the entry is
    /// restored if a claim has come.
    package func recover(_ entry: UnfinishedClaim) throws(StoreError) -> Claim? {
        let place = entry.place
        switch try record(at: place.path) {
        case .claim(let claim):
            try folder.sync(ClaimPlace.folder(of: place.prekeyID))
            return claim
        case .mark:
            try dropEntry(of: place)
        case nil:
            guard try folder.isOlder(place.entryPath, than: Self.entryLife) else { return nil }
            _ = try folder.remove(place.entryPath)
            if try holdsContent(place) { _ = try folder.mark(place.entryPath) }
        }
        return nil
    }

    /// Notes, durably, that a recovery begins, unless another one is at work.
    ///
    /// A byte is added to the entry's file, which is never made here: if it is gone, the message is
    /// done. So the size is the number of attempts, also of those that ended the process. The run
    /// that made the claim counts as at work for its first minute, which is longer than the system
    /// gives it. Two runs that begin at the same moment both begin, and both are counted.
    package func beginAttempt(_ entry: UnfinishedClaim) throws(StoreError) -> RecoveryAttempt {
        let path = entry.place.entryPath
        guard let status = try folder.status(of: path) else { return .done }
        guard status.kind == .file else { throw .unexpectedKind }
        let now: Int64
        do throws(FileError) {
            now = try folder.now()
        } catch {
            throw StoreError(error)
        }
        // A time in the future is a clock that was set back: it would hold the message for ever.
        let age = now - status.modified
        if age >= 0, age < Self.attemptSeconds { return .atWork }
        return try folder.extend(path) ? .begun(before: status.size) : .done
    }

    /// Makes the missing entry of each claim that holds content, and the index if there is none.
    ///
    /// For maintenance in the app, and never for an extension: it looks at every claim, though only
    /// at its size. What can't be looked at stops nothing else.
    ///
    /// - Throws: Why a claim or an entry could not be dealt with, once all others were.
    package func rebuildUnfinished() throws(StoreError) {
        var known = try folder.names(in: StoreFolder.unfinished).map { Set($0) }
        if known == nil {
            // A claim that comes from here on makes its own entry: it looks for the folder
            // afterwards.
            try folder.makeFolder(StoreFolder.unfinished)
            known = []
        }
        var missing: [String] = []
        var failure: StoreError?
        for prekey in try prekeys() {
            do throws(StoreError) {
                for name in try folder.names(in: ClaimPlace.folder(of: prekey)) ?? [] {
                    guard let place = ClaimPlace(prekeyID: prekey, file: name) else { continue }
                    let entry = place.entryPath.name
                    guard known?.contains(entry) != true, try holdsContent(place) else { continue }
                    missing.append(entry)
                }
            } catch {
                failure = error
            }
        }
        try folder.mark(missing, in: StoreFolder.unfinished)
        if let failure { throw failure }
    }

    /// The claims whose content waits, opened: what no run is known to have handed over.
    ///
    /// Each is durable then.
    ///
    /// - Parameter limit: How many there is room for.
    /// - Returns: The claims, and what could not be read.
    /// - Throws: If the index can't be listed.
    package func allUnfinished(limit: Int = .max) throws(StoreError) -> UnfinishedClaims {
        var claims: [(place: ClaimPlace, claim: Claim)] = []
        var failures: [StoreError] = []
        var isCut = false
        for entry in try unfinished() {
            do throws(StoreError) {
                guard claims.count < limit else {
                    isCut = try holdsContent(entry.place)
                    if isCut { break }
                    continue
                }
                if let claim = try recover(entry) { claims.append((entry.place, claim)) }
            } catch {
                failures.append(error)
            }
        }
        return UnfinishedClaims(claims: claims, failures: failures, isCut: isCut)
    }

    /// Removes the entry of a tombstone, if it is there, once the tombstone is durable: otherwise a
    /// loss of power could bring the content back, and nothing would tell of it.
    func dropEntry(of place: ClaimPlace) throws(StoreError) {
        guard try folder.contains(place.entryPath) else { return }
        _ = try folder.settle(ClaimPlace.folder(of: place.prekeyID))
        _ = try folder.remove(place.entryPath)
    }

    /// Whether the file at a place is larger than a tombstone; it is not opened.
    private func holdsContent(_ place: ClaimPlace) throws(StoreError) -> Bool {
        guard let status = try folder.status(of: place.path) else { return false }
        return status.size > ClaimRecord.markFileSize
    }
}
