// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

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
