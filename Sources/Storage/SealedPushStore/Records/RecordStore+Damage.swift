// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension RecordStore {
    /// Removes files of a kind that do not open as records, and says how many, and why others are
    /// still there.
    ///
    /// For kinds of which a record may be lost. What the system can't read stays, since it may be
    /// whole, and so does what opens, whatever it says: a later version may have written it.
    package func removeDamaged(
        _ kind: RecordKind
    ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        var count = 0
        var failures: [StoreError] = []
        for name in names {
            let path = StorePath(folder: kind.folder, name: name)
            do throws(StoreError) {
                guard isDamaged(path) else { continue }
                if try folder.remove(path) { count += 1 }
            } catch {
                failures.append(error)
            }
        }
        return (count, failures)
    }

    private func isDamaged(_ path: StorePath) -> Bool {
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
