// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension RecordStore {
    /// Removes files of a kind that can't be read as records and are older than any record of it may become, by the file
    /// system's own clock, and says how many, and why others are still there.
    ///
    /// Only its age makes a damaged file worthless: until then it may be put back, or the disk may answer otherwise. What
    /// the system can't read stays however old it is, and so does what opens, whatever it says.
    package func removeDamaged(
        _ kind: RecordKind,
        olderThan age: Duration
    ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        var count = 0
        var failures: [StoreError] = []
        for name in names {
            let path = StorePath(folder: kind.folder, name: name)
            do throws(StoreError) {
                guard isDamaged(path, kind), try folder.isOlder(path, than: age) else { continue }
                if try folder.remove(path) { count += 1 }
            } catch {
                failures.append(error)
            }
        }
        return (count, failures)
    }

    private func isDamaged(_ path: StorePath, _ kind: RecordKind) -> Bool {
        do throws(StoreError) {
            guard let file = try folder.read(path) else { return false }
            _ = try sealer.open(file.span, at: path)
            return false
        } catch .corrupted {
            return true
        } catch {
            return false
        }
    }
}
