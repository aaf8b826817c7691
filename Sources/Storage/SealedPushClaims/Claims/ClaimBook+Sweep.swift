// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore

extension ClaimBook {
    /// Removes tombstones whose prekey is gone and whose time of death is before `time`, and
    /// folders that are empty then.
    ///
    /// As long as the private half is there, a second copy of the message may come: also one that
    /// was deferred, however long ago it was handed over. So a tombstone stays as long, and to its
    /// own death if that is later. Content never dies by age (T-7). What can't be read stays too;
    /// why is returned. What is damaged goes if `removesDamaged` says so: its prekey is gone, so it
    /// keeps nothing out. `prekeyExists` tells whether the prekey's record is there at the moment
    /// of its call. A folder that was empty stays for an hour, because it may be waiting for its
    /// prekey to be created.
    package func sweep(
        before time: Timestamp,
        removingDamaged removesDamaged: Bool = false,
        prekeyExists: (PrekeyRecord.ID) throws(StoreError) -> Bool
    ) throws(StoreError) -> ClaimSweep {
        var sweep = ClaimSweep()
        do throws(StoreError) { try removeCounts(before: time) } catch {
            sweep.failures.append(error)
        }
        var gone: [PrekeyRecord.ID] = []
        for prekey in try prekeys() {
            do throws(StoreError) {
                if try !prekeyExists(prekey) { gone.append(prekey) }
            } catch {
                sweep.failures.append(error)
            }
        }
        // An erasure that is under way need not be durable yet (T-8): a prekey that came back
        // would have lost its tombstones, or its claim directory.
        if !gone.isEmpty { try folder.sync(RecordKind.prekeys.folder) }
        for prekey in gone {
            do throws(StoreError) {
                guard try hasDirectory(of: prekey) else {
                    // Something else stands in its place, unless another sweep was faster.
                    if removesDamaged, try folder.remove(ClaimPlace.path(of: prekey)) {
                        sweep.rooms += 1
                    }
                    continue
                }
                let before = sweep.tombstones
                if removesDamaged { sweep.tombstones += try removeDamaged(under: prekey) }
                sweep.failures += try forEach(under: prekey) { place, record throws(StoreError) in
                    guard case .mark(_, let death) = record, death < time else { return }
                    if try folder.remove(place.path) { sweep.tombstones += 1 }
                }
                // Asked once more: a prekey whose room was just prepared may be there by now.
                guard try count(for: prekey) == 0, try !prekeyExists(prekey) else { continue }
                let hadTombstones = sweep.tombstones > before
                if try removeIfEmpty(prekey, atOnce: hadTombstones) { sweep.rooms += 1 }
            } catch {
                sweep.failures.append(error)
            }
        }
        return sweep
    }

    /// The folder and its names go together: if a claim came just now, the folder stays.
    ///
    /// It goes at once if tombstones have just gone from it: its prekey is not to come, but was there,
    /// and a run that has slept since then must not find the place free.
    func removeIfEmpty(_ prekey: PrekeyRecord.ID, atOnce: Bool) throws(StoreError) -> Bool {
        let path = folder.absolute(ClaimPlace.folder(of: prekey))
        do throws(FileError) {
            if !atOnce {
                let now = try folder.now()
                guard try folder.files.status(of: path).isLeftover(at: now) else { return false }
            }
            try folder.files.removeFolder(path)
            try folder.files.sync(folder: folder.absolute(StoreFolder.claims))
            return true
        } catch .exists {
            return false  // Not empty.
        } catch .absent {
            return false  // Another process was faster.
        } catch {
            throw StoreError(error)
        }
    }

    /// The prekeys that have a folder; what else lies about there is not ours to judge.
    func prekeys() throws(StoreError) -> [PrekeyRecord.ID] {
        guard let names = try folder.names(in: StoreFolder.claims) else { throw .corrupted }
        return names.compactMap { name in
            guard let bytes = Hex.decode(name), bytes.count == PrekeyRecord.ID.count else {
                return nil
            }
            return PrekeyRecord.ID(bytes)
        }
    }

    /// Lends each claim and mark under a prekey, and returns why some could not be read or dealt
    /// with.
    private func forEach(
        under prekey: PrekeyRecord.ID,
        _ body: (ClaimPlace, ClaimRecord) throws(StoreError) -> Void
    ) throws(StoreError) -> [StoreError] {
        var failures: [StoreError] = []
        for file in try folder.names(in: ClaimPlace.folder(of: prekey)) ?? [] {
            do throws(StoreError) {
                guard let place = ClaimPlace(prekeyID: prekey, file: file) else { throw .corrupted }
                if let record = try record(at: place.path) { try body(place, record) }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }
}
