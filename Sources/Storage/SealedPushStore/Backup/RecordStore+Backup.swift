// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A summary of a backup: how many records it has, and which could not be read.
public struct BackupSummary: Hashable, Sendable {
    /// A record that could not be read, and so is not in the backup.
    public struct Omission: Hashable, Sendable {
        /// The kind of the record, as its folder is called: `contacts`, say.
        public let kind: String
        /// The reason for which it could not be read.
        public let reason: StoreError
    }

    /// The number of records in the backup.
    public internal(set) var records = 0
    /// The records that are not in the backup.
    public internal(set) var omissions: [Omission] = []
}

extension RecordStore {
    /// Writes a backup to a new file at `path`.
    ///
    /// It has contacts, senders with their secrets and memory, settings and statements. It never
    /// has a device's identity, prekeys, claims or deferred messages. The backup has a passphrase
    /// of its own, whatever the store's key is; one line feed at its end is not part of it. The
    /// call takes 64 MiB and a noticeable moment. The file has mode 0600, and is durable when the
    /// call returns; if the call fails, there is no file. Changes of the store meanwhile may be in
    /// it or not.
    ///
    /// - Returns: How many records are in the backup, and which could not be read.
    /// - Throws: ``BackupError/file(_:)``, with ``StoreError/alreadyExists`` if something is at
    ///   `path`; ``BackupError/store(_:)``.
    public func backUp(
        to path: String,
        passphrase: borrowing SecretBytes
    ) throws(BackupError) -> BackupSummary {
        try backUp(to: path, passphrase: passphrase, files: POSIXFileSystem())
    }

    /// Writes a backup on a file system that tests may put in place of the real one, with other
    /// costs.
    package func backUp(
        to path: String,
        passphrase: borrowing SecretBytes,
        parameters: Argon2id = .standard,
        files: any BackupFileSystem
    ) throws(BackupError) -> BackupSummary {
        var writer = try BackupWriter.make(
            path: path,
            passphrase: passphrase,
            parameters: parameters,
            sealer: sealer,
            files: files
        )
        var summary = BackupSummary()
        // Statements before the keys that they name, which are there first: so no statement is in a
        // backup without its keys. Each kind until nothing new is listed: so no record is without
        // one that was there before it. And both kinds once more if keys were new: a key that went
        // away before it was read was replaced, and the statement that says so is there by then.
        var listed: [RecordKind: Set<String>] = [:]
        var isComplete = false
        while !isComplete {
            isComplete = true
            for kind in RecordKind.all.reversed() where kind.isBackedUp {
                while true {
                    let fresh = try names(of: kind).filter {
                        listed[kind, default: []].insert($0).inserted
                    }
                    guard !fresh.isEmpty else { break }
                    if kind == .senders || kind == .statements { isComplete = false }
                    for name in fresh { try add(kind, name, to: &writer, &summary) }
                }
            }
        }
        try writer.finish()
        return summary
    }

    /// Adds a record, unless it went away meanwhile, and counts it.
    private func add(
        _ kind: RecordKind,
        _ name: String,
        to writer: inout BackupWriter,
        _ summary: inout BackupSummary
    ) throws(BackupError) {
        switch readFrame(StorePath(folder: kind.folder, name: name), kind: kind) {
        case .frame(let frame):
            try frame.withParts { id, contents throws(BackupError) in
                try writer.add(kind, id: id, contents: contents)
            }
            summary.records += 1
        case .absent: break
        case .unreadable(let reason):
            summary.omissions.append(.init(kind: kind.folder, reason: reason))
        }
    }

    private func names(of kind: RecordKind) throws(BackupError) -> [String] {
        do throws(StoreError) {
            guard let names = try folder.names(in: kind.folder) else { throw .corrupted }
            return names
        } catch {
            throw .store(error)
        }
    }

    /// What stands at the place of a record.
    private enum Found: ~Copyable {
        case frame(RecordFrame)
        case absent
        case unreadable(StoreError)
    }

    private func readFrame(_ path: StorePath, kind: RecordKind) -> Found {
        do throws(StoreError) {
            guard let frame = try frame(at: path, kind: kind) else { return .absent }
            return .frame(frame)
        } catch {
            return .unreadable(error)
        }
    }
}
