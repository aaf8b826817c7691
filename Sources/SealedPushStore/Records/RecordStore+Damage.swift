// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension RecordStore {
    /// Removes the records of a kind that nobody will ever read again, and says how many, and why others are still there.
    ///
    /// Such a file is shorter than anything that is sealed, or does not open under the store's key, which opened the
    /// header and so is the right one; or, of a watched kind, it was put back. Each is read twice. What can't be read
    /// for another reason may be whole and stays, and so does what opens, whatever it says, and a record that stands in
    /// another's place: it may be moved back.
    ///
    /// What can't be looked at is passed over: whoever lists the records learns why.
    package func removeDamaged(
        _ kind: RecordKind
    ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        var count = 0
        var failures: [StoreError] = []
        for name in names {
            let path = StorePath(folder: kind.folder, name: name)
            guard isLost(path, kind), isLost(path, kind) else { continue }
            do throws(StoreError) {
                if try folder.remove(path) { count += 1 }
            } catch {
                failures.append(error)
            }
        }
        return (count, failures)
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
