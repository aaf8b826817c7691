// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushCrypto

/// The records of one kind.
package struct RecordListing: Sendable {
    /// One record, its id and its contents.
    package struct Record: Hashable, Sendable {
        /// What the record is called.
        package let id: [UInt8]
        /// What it holds.
        package let contents: [UInt8]
    }

    /// The records that could be read, in an order that tells nothing.
    package let records: [Record]
    /// Why each of the others could not: they never hide the good ones.
    package let failures: [StoreError]
}

extension RecordStore {
    /// The records of a kind that holds no secret.
    ///
    /// What comes or goes meanwhile may be in the listing or not.
    package func list(_ kind: RecordKind) throws(StoreError) -> RecordListing {
        var records: [RecordListing.Record] = []
        let failures = try forEach(kind) { id, contents in
            records.append(.init(id: Array(copying: id), contents: Array(copying: contents)))
        }
        return RecordListing(records: records, failures: failures)
    }

    /// How many records of a kind there are, those that can't be read among them: one look at the
    /// folder.
    package func count(_ kind: RecordKind) throws(StoreError) -> Int {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        return names.count
    }

    /// Lends each record of a kind, its id and its contents, and returns why some could not be
    /// read.
    package func forEach(
        _ kind: RecordKind,
        _ body: (_ id: Span<UInt8>, _ contents: Span<UInt8>) -> Void
    ) throws(StoreError) -> [StoreError] {
        guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
        var failures: [StoreError] = []
        for name in names {
            let path = StorePath(folder: kind.folder, name: name)
            do throws(StoreError) {
                guard let frame = try frame(at: path, kind: kind) else { continue }
                frame.withParts(body)
            } catch {
                failures.append(error)
            }
        }
        return failures
    }
}

extension RecordListing.Record: Redacted {
    /// The size of the record; neither its id nor its contents are ever printed.
    package var description: String { "Record of \(contents.count) bytes" }
}

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
