// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension RecordStore {
    /// The contents of a record that holds no secret, or nil if there is none.
    ///
    /// - Throws: ``StoreError/corrupted`` if it is not as it was written there.
    package func read(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> [UInt8]? {
        guard let frame = try frame(kind, id: id) else { return nil }
        return frame.withParts { _, contents in Array(copying: contents) }
    }

    /// The contents of a record in guarded memory, or nil if there is none.
    ///
    /// - Throws: ``StoreError/corrupted`` if it is not as it was written there.
    package func readSecret(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> SecretBytes? {
        guard let frame = try frame(kind, id: id) else { return nil }
        return frame.withParts { _, contents in SecretBytes(copying: contents) }
    }

    /// Whether there is a record, whatever it holds: one look at its name.
    package func contains(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> Bool {
        try folder.contains(path(of: id, kind: kind))
    }

    /// Creates a record unless there is one, and says whether it did; either way one is durable
    /// then.
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

    /// Creates records of one kind unless they are there, and says of each whether it did; all are
    /// durable then.
    ///
    /// Far faster than one after the other. If it throws, any of them may have been created.
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
        guard try folder.replace(path, contents: sealed.span) != .noFolder else {
            throw .corrupted
        }
    }

    /// Removes a record, durably, and says whether it was there.
    @discardableResult
    package func remove(_ kind: RecordKind, id: [UInt8]) throws(StoreError) -> Bool {
        guard try folder.remove(path(of: id, kind: kind)) else {
            try checkFolder(of: kind)
            return false
        }
        return true
    }

    /// Makes durable which records of a kind there are, also those that other processes changed.
    ///
    /// For a run that goes on with what another process has begun: if that one was killed, it
    /// might not have synced it.
    package func sync(_ kind: RecordKind) throws(StoreError) {
        try folder.sync(kind.folder)
    }

    /// Removes temporary files that killed processes left behind more than an hour ago, and says
    /// how many.
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

    /// The record at a place, or nil if there is none; checks that it is the one that the file's
    /// name says.
    func frame(at path: StorePath, kind: RecordKind) throws(StoreError) -> RecordFrame? {
        guard let file = try folder.read(path) else { return nil }
        let frame = try RecordFrame(reading: sealer.open(file.span, at: path), block: kind.block)
        let name = frame.withParts { id, _ in sealer.name(of: id, kind: kind) }
        guard name == path.name else { throw .corrupted }
        return frame
    }

    /// Tells a record that is absent from a store that is: it may be deleted or taken away while it
    /// is open.
    private func checkFolder(of kind: RecordKind) throws(StoreError) {
        guard try folder.exists(kind.folder) else { throw .corrupted }
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
