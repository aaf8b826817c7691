// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension RecordStore {
    /// Removes the records of a kind that nobody will ever read again, and says how many.
    ///
    /// Such a file is shorter than anything that is sealed, or does not open under the store's key, which opened the
    /// header and so is the right one; or, of a watched kind, it was put back. Each is read twice. What can't be read
    /// for another reason may be whole and stays, and so does what opens, whatever it says, and a record that stands in
    /// another's place: it may be moved back.
    ///
    /// - Throws: What removing throws; what can't be looked at is passed over, as whoever lists the records learns why.
    package func removeDamaged(_ kind: RecordKind) throws(StoreError) -> Int {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        var count = 0
        for name in names {
            let path = StorePath(folder: kind.folder, name: name)
            guard isLost(path, kind), isLost(path, kind) else { continue }
            if try folder.remove(path) { count += 1 }
        }
        return count
    }

    private func isLost(_ path: StorePath, _ kind: RecordKind) -> Bool {
        let file: [UInt8]
        do throws(StoreError) {
            guard let found = kind.isWatched ? try current(path) : try folder.read(path) else {
                return false
            }
            file = found
        } catch .rolledBack {
            return true
        } catch .corrupted {
            return true  // larger than any file of ours
        } catch {
            return false
        }
        do throws(StoreError) {
            _ = try sealer.open(file.span, at: path)
            return false
        } catch .truncated {
            return true
        } catch {
            return (try? !isMisplaced(file, at: path, kind: kind)) ?? false
        }
    }
}
