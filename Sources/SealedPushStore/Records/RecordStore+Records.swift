// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension RecordStore {
    /// The contents of a record that holds no secret, or nil where there is none.
    ///
    /// - Throws: ``StoreError/corrupted``, ``StoreError/truncated``, ``StoreError/misplaced`` and
    ///   ``StoreError/rolledBack`` where it is not as it was last written there.
    package func read(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> [UInt8]? {
        guard let frame = try frame(kind, id: id) else { return nil }
        return frame.withParts { _, contents in Array(copying: contents) }
    }

    /// The contents of a record in guarded memory, or nil where there is none.
    ///
    /// - Throws: ``StoreError/corrupted``, ``StoreError/truncated``, ``StoreError/misplaced`` and
    ///   ``StoreError/rolledBack`` where it is not as it was last written there.
    package func readSecret(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> SecretBytes? {
        guard let frame = try frame(kind, id: id) else { return nil }
        return frame.withParts { _, contents in SecretBytes(copying: contents) }
    }

    /// Whether there is a record, whatever it holds: one look at its name.
    package func contains(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> Bool {
        try folder.contains(path(of: id, kind: kind))
    }

    /// Creates a record unless there is one, and says whether it did; either way one is durable then.
    package func create(
        _ kind: RecordKind,
        id: [UInt8],
        contents: Span<UInt8>
    ) throws(StoreError) -> Bool {
        let path = path(of: id, kind: kind)
        let sealed = try seal(kind, id: id, contents: contents, at: path)
        switch try folder.create(path, contents: sealed.span) {
        case .created: return true
        case .present: return false
        case .noFolder: throw .corrupted
        }
    }

    /// Creates records of one kind unless they are there, and says of each whether it did; all are durable then.
    ///
    /// Far faster than one after the other. Where it throws, any of them may have been created.
    package func create(
        _ kind: RecordKind,
        records: [(id: [UInt8], contents: [UInt8])]
    ) throws(StoreError) -> [Bool] {
        var files: [(file: StorePath, contents: [UInt8])] = []
        for (id, contents) in records {
            let path = path(of: id, kind: kind)
            files.append((path, try seal(kind, id: id, contents: contents.span, at: path)))
        }
        try checkFolder(of: kind)
        return try folder.create(files).map { $0 == .created }
    }

    /// Puts a record in place of the one there is, or where there is none.
    ///
    /// A kind whose records never change has no such call: asking for it is a caller's bug.
    package func replace(
        _ kind: RecordKind,
        id: [UInt8],
        contents: Span<UInt8>
    ) throws(StoreError) {
        precondition(kind.change == .replaced, "records of this kind are never replaced")
        let path = path(of: id, kind: kind)
        let sealed = try seal(kind, id: id, contents: contents, at: path)
        let past = fileToForget(path, kind)
        guard try folder.replace(path, contents: sealed.span) != .noFolder else {
            throw .corrupted
        }
        if let past { try notePast(past, at: path) }
    }

    /// Removes a record, durably, and says whether it was there.
    @discardableResult
    package func remove(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> Bool {
        let path = path(of: id, kind: kind)
        let past = fileToForget(path, kind)
        guard try folder.remove(path) else {
            try checkFolder(of: kind)
            return false
        }
        if let past { try notePast(past, at: path) }
        return true
    }

    /// Makes durable which records of a kind there are, whoever created, replaced or removed them.
    ///
    /// For whoever goes on with what another process has begun and may not have come to make durable.
    package func sync(_ kind: RecordKind) throws(StoreError) {
        try folder.sync(kind.folder)
    }

    /// Removes temporary files that killed processes left behind more than an hour ago, and says how many.
    @discardableResult
    package func sweep() throws(StoreError) -> Int {
        try folder.sweepTemporaryFiles()
    }

    func path(of id: [UInt8], kind: RecordKind) -> StorePath {
        StorePath(folder: kind.folder, name: sealer.name(of: id.span, kind: kind))
    }

    private func frame(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> RecordFrame? {
        guard let frame = try frame(at: path(of: id, kind: kind), kind: kind) else {
            try checkFolder(of: kind)
            return nil
        }
        return frame
    }

    /// The record at a place, or nil where there is none.
    func frame(at path: StorePath, kind: RecordKind) throws(StoreError) -> RecordFrame? {
        let file = kind.isWatched ? try current(path) : try folder.read(path)
        guard let file else { return nil }
        return try frame(file, at: path, kind: kind)
    }

    /// Tells a record that is absent from a store that is: it may be deleted or taken away while it is open.
    private func checkFolder(of kind: RecordKind) throws(StoreError) {
        guard try folder.exists(kind.folder) else { throw .corrupted }
    }

    /// Opens what a record's file holds, and checks that it is the record that the file's name says.
    private func frame(
        _ sealed: [UInt8],
        at path: StorePath,
        kind: RecordKind
    ) throws(StoreError) -> RecordFrame {
        guard sealed.count >= RecordSealer.overhead + max(RecordFrame.leastCount, kind.block) else {
            throw .truncated
        }
        do throws(StoreError) {
            return try openFrame(sealed, at: path, kind: kind)
        } catch .corrupted {
            throw try isMisplaced(sealed, at: path, kind: kind) ? .misplaced : .corrupted
        }
    }

    private func openFrame(
        _ sealed: [UInt8],
        at path: StorePath,
        kind: RecordKind
    ) throws(StoreError) -> RecordFrame {
        let frame = try RecordFrame(
            reading: sealer.open(sealed.span, at: path),
            block: kind.block
        )
        let name = frame.withParts { id, _ in sealer.name(of: id, kind: kind) }
        guard name == path.name else { throw .corrupted }
        return frame
    }

    /// How many other places are tried where a record does not open at its own.
    private static let placesToTry = 256

    /// Whether a file that does not open is another record of its kind, whose own place is there too.
    ///
    /// Only asked for where something is wrong already, and of so many places at most.
    func isMisplaced(
        _ sealed: [UInt8],
        at path: StorePath,
        kind: RecordKind
    ) throws(StoreError) -> Bool {
        let others = try folder.names(in: kind.folder) ?? []
        return others.filter { $0 != path.name }.prefix(Self.placesToTry).contains { name in
            let place = StorePath(folder: kind.folder, name: name)
            do throws(StoreError) {
                _ = try openFrame(sealed, at: place, kind: kind)
                return true
            } catch {
                return false
            }
        }
    }

    func seal(
        _ kind: RecordKind,
        id: [UInt8],
        contents: Span<UInt8>,
        at path: StorePath
    ) throws(StoreError) -> [UInt8] {
        try RecordFrame(id: id.span, contents: contents, block: kind.block).withBytes { frame in
            sealer.seal(frame, at: path)
        }
    }
}
