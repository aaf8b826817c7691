// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

extension ClaimBook {
    /// Clears the unfinished claims that are damaged, and says how many: their content is lost.
    ///
    /// Under a reusable prekey a tombstone takes the place of such a claim, since the message may
    /// come once more; its expiry is not known and counts as now (T-9). Under a one-time prekey it
    /// is unknown which message it was: `erase` erases the private half, durably, and the claim is
    /// removed.
    ///
    /// - Returns: How many, and why others could not be dealt with.
    /// - Throws: If the index can't be listed.
    package func clearDamaged(
        now: Timestamp,
        erase: (PrekeyRecord.ID) throws(StoreError) -> Void
    ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
        var count = 0
        var failures: [StoreError] = []
        for entry in try unfinished() {
            let place = entry.place
            do throws(StoreError) {
                guard try isDamaged(place.path) else { continue }
                if let envelope = place.envelope {
                    let death = now.advanced(by: ClaimRecord.markLife)
                    let sealed = try seal(.mark(envelope, death: death), at: place.path)
                    _ = try folder.replace(place.path, contents: sealed.span)
                } else {
                    try erase(place.prekeyID)
                    _ = try folder.remove(place.path)
                }
                _ = try folder.remove(place.entryPath)
                count += 1
            } catch {
                failures.append(error)
            }
        }
        return (count, failures)
    }

    /// Removes what is damaged under a prekey that is gone, and says how many files.
    func removeDamaged(under prekey: PrekeyRecord.ID) throws(StoreError) -> Int {
        var count = 0
        for file in try folder.names(in: ClaimPlace.folder(of: prekey)) ?? [] {
            guard let place = ClaimPlace(prekeyID: prekey, file: file),
                try isDamaged(place.path)
            else { continue }
            if try folder.remove(place.path) { count += 1 }
        }
        return count
    }

    private func isDamaged(_ path: StorePath) throws(StoreError) -> Bool {
        do throws(StoreError) {
            _ = try record(at: path)
            return false
        } catch .corrupted {
            return true
        }
    }
}
