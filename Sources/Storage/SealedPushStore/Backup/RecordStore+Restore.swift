// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension RecordStore {
    /// Makes a new store from a backup, which `finishing` changes before it is at its place.
    package static func restore(
        from backup: String,
        passphrase: borrowing SecretBytes,
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock,
        now: Duration,
        files: any BackupFileSystem,
        finishing: (RecordStore) throws(BackupError) -> Void
    ) throws(BackupError) -> RecordStore {
        let reader = try BackupReader.open(path: backup, passphrase: passphrase, files: files)
        let draft: StoreDraft
        do throws(StoreError) {
            draft = try StoreDraft(at: path, key: source, access: access, files: files)
        } catch {
            throw .store(error)
        }
        return try restore(from: reader, into: draft, now: now, finishing: finishing)
    }

    /// Fills a draft with what a backup holds, and places it.
    static func restore(
        from reader: consuming BackupReader,
        into draft: consuming StoreDraft,
        now: Duration,
        finishing: (RecordStore) throws(BackupError) -> Void = { _ in }
    ) throws(BackupError) -> RecordStore {
        let store = draft.store
        var restored = now
        while let part = try reader.next() {
            try part.withBytes { bytes throws(BackupError) in
                try BackupEntry.forEach(in: bytes) { kind, id, contents throws(BackupError) in
                    if RestoreNote.isNote(kind, id: id) {
                        guard let before = RestoreNote.time(contents) else { throw .damaged }
                        restored = max(restored, before)
                    } else {
                        try store.fill(kind, id: id, contents: contents)
                    }
                }
            }
        }
        let note = RestoreNote.contents(restored)
        let id = RestoreNote.id
        try store.fill(.settings, id: id.span, contents: note.span)
        try finishing(store)
        do throws(StoreError) {
            for kind in RecordKind.all { try store.sync(kind) }
            return try draft.commit()
        } catch {
            throw .store(error)
        }
    }

    /// Puts a record into a store that no other process sees yet: there the file itself is made
    /// durable, and its name when all are there.
    private func fill(
        _ kind: RecordKind,
        id: Span<UInt8>,
        contents: Span<UInt8>
    ) throws(BackupError) {
        let id = [UInt8](copying: id)
        let path = path(of: id, kind: kind)
        let sealed: [UInt8]
        do throws(StoreError) {
            sealed = try seal(kind, id: id, contents: contents, at: path)
        } catch {
            throw .store(error)
        }
        do throws(FileError) {
            try folder.files.create(folder.absolute(path.text), contents: sealed.span)
            try folder.files.sync(file: folder.absolute(path.text))
        } catch .exists {
            throw .damaged
        } catch {
            throw .store(StoreError(error))
        }
    }
}

extension RecordStore {
    /// When the store was restored from a backup, as the time since 1970, or nil if it never was;
    /// the latest time if it was twice.
    ///
    /// A sender passes over one-time records made before (S-12): the copy of its memory that the
    /// backup was made of may have used them since.
    package func restoredAt() throws(StoreError) -> Duration? {
        guard let contents = try read(.settings, id: RestoreNote.id) else { return nil }
        guard let time = RestoreNote.time(contents.span) else { throw .corrupted }
        return time
    }
}

/// When a store was restored from a backup: one of its settings, `u64` milliseconds since 1970.
enum RestoreNote {
    static let id = Array("restored at".utf8)

    /// The latest time that every JSON reader keeps, in milliseconds.
    private static let latest: UInt64 = (1 << 53) - 1

    /// What the record holds.
    static func contents(_ time: Duration) -> [UInt8] {
        let (seconds, attoseconds) = time.components
        var bytes: [UInt8] = []
        bytes.append(
            bigEndian: UInt64(clamping: seconds) * 1000
                + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
        )
        return bytes
    }

    /// Reads the record, or gives nil if we would not have written it.
    static func time(_ contents: Span<UInt8>) -> Duration? {
        guard contents.count == 8 else { return nil }
        let milliseconds = contents.bigEndian(UInt64.self, at: 0)
        return milliseconds <= latest ? .milliseconds(milliseconds) : nil
    }

    /// Whether this is the record.
    static func isNote(_ kind: RecordKind, id: Span<UInt8>) -> Bool {
        kind == .settings && Array(copying: id) == Self.id
    }
}
