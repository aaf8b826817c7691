// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Reads a backup, part after part.
struct BackupReader: ~Copyable {
    private let files: any BackupFileSystem
    private let path: String
    private let keyed: BackupHeader.Keyed
    private var place = BackupHeader.count
    private var parts: UInt64 = 0
    private var isAtEnd = false

    /// Opens a file with its passphrase.
    static func open(
        path: String,
        passphrase: borrowing SecretBytes,
        files: any BackupFileSystem
    ) throws(BackupError) -> BackupReader {
        let bytes = try files.piece(of: path, from: 0, count: BackupHeader.count)
        let header = try BackupHeader(reading: bytes)
        let keyed = try header.keyed(passphrase: passphrase)
        return BackupReader(path: path, keyed: keyed, files: files)
    }

    private init(path: String, keyed: consuming BackupHeader.Keyed, files: any BackupFileSystem) {
        self.files = files
        self.path = path
        self.keyed = keyed
    }

    /// What the next part holds, or nil behind the last one.
    mutating func next() throws(BackupError) -> SecretBytes? {
        guard !isAtEnd else { return nil }
        let length = try files.piece(of: path, from: place, count: BackupPart.lengthCount)
        guard length.count == BackupPart.lengthCount else { throw .truncated }
        let part = try BackupPart(number: parts, reading: length.span)
        place += length.count
        // A byte more than the last part has, so that what was added behind it shows.
        let wanted = part.sealedCount + (part.isLast ? 1 : 0)
        let sealed = try files.piece(of: path, from: place, count: wanted)
        guard sealed.count >= part.sealedCount else { throw .truncated }
        guard sealed.count == part.sealedCount || !part.isLast else { throw .damaged }
        place += sealed.count
        parts += 1
        isAtEnd = part.isLast
        return try part.open(sealed.span, key: keyed.key, header: keyed.header)
    }
}

extension BackupFileSystem {
    /// So many bytes of a file, or fewer if it ends.
    fileprivate func piece(
        of file: String,
        from offset: Int,
        count: Int
    ) throws(BackupError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        do throws(FileError) {
            let found = try read(file, from: offset, into: &span)
            bytes.removeSubrange(found...)
        } catch {
            throw BackupError(reading: error)
        }
        return bytes
    }
}

/// Writes a backup: a file of its own that was not there, mode 0600, part after part.
///
/// A writer that is dropped before its end removes the file. One that is killed leaves a file
/// without a last part, which is refused as a backup.
struct BackupWriter: ~Copyable {
    private let files: any BackupFileSystem
    private let path: String
    private let keyed: BackupHeader.Keyed
    private let sealer: RecordSealer
    /// What the next part will hold, and how much of it is filled.
    private var buffer = SecretBytes(count: BackupPart.limit)
    private var filled = 0
    private var parts: UInt64 = 0
    private var isComplete = false

    /// Makes the file.
    static func make(
        path: String,
        passphrase: borrowing SecretBytes,
        parameters: Argon2id,
        sealer: RecordSealer,
        files: any BackupFileSystem
    ) throws(BackupError) -> BackupWriter {
        let keyed = try BackupHeader.make(passphrase: passphrase, parameters: parameters)
        do throws(FileError) {
            try files.create(path, contents: Span())
        } catch {
            throw BackupError(file: error)
        }
        // From here on it removes the file if it goes before its end.
        let writer = BackupWriter(path: path, keyed: keyed, sealer: sealer, files: files)
        try writer.append(writer.keyed.header.bytes)
        return writer
    }

    private init(
        path: String,
        keyed: consuming BackupHeader.Keyed,
        sealer: RecordSealer,
        files: any BackupFileSystem
    ) {
        self.files = files
        self.path = path
        self.keyed = keyed
        self.sealer = sealer
    }

    deinit {
        guard !isComplete else { return }
        try? files.unlink(path)
    }

    /// Adds a record.
    mutating func add(
        _ kind: RecordKind,
        id: Span<UInt8>,
        contents: Span<UInt8>
    ) throws(BackupError) {
        let count = BackupEntry.count(kind, id: id, contents: contents)
        if filled + count > BackupPart.limit { try writePart(isLast: false) }
        let start = filled
        filled = buffer.withMutableBytes { bytes in
            BackupEntry.write(kind, id: id, contents: contents, into: &bytes, at: start)
        }
    }

    /// Writes the last part, and makes the file and its name durable.
    consuming func finish() throws(BackupError) {
        try writePart(isLast: true)
        do throws(FileError) {
            try files.sync(file: path)
            try files.sync(folder: PathParts(path).parent)
        } catch {
            throw BackupError(file: error)
        }
        isComplete = true
    }

    private mutating func writePart(isLast: Bool) throws(BackupError) {
        let part = BackupPart(number: parts, isLast: isLast, count: filled)
        let sealed = buffer.withBytes { bytes in
            part.seal(
                bytes.extracting(first: part.count),
                key: keyed.key,
                header: keyed.header,
                sealer: sealer
            )
        }
        try append(sealed)
        parts += 1
        filled = 0
    }

    private func append(_ bytes: [UInt8]) throws(BackupError) {
        do throws(FileError) {
            try files.append(bytes.span, to: path)
        } catch {
            throw BackupError(file: error)
        }
    }
}

/// What the file of a backup needs beside what a store does: it is too large to be in memory, and
/// may stand on a volume that knows no owners.
package protocol BackupFileSystem: StoreFileSystem {
    /// Reads a plain file of any owner from `offset` until `bytes` is full or the file ends, and
    /// returns how much that was.
    func read(
        _ file: String,
        from offset: Int,
        into bytes: inout MutableSpan<UInt8>
    ) throws(FileError) -> Int
}
