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
