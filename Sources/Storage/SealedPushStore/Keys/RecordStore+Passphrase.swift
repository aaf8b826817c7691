// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

extension RecordStore {
    /// Changes the passphrase of the store at `path`; the store's key is wrapped anew.
    ///
    /// The header is replaced in one step: a process that is stopped on the way leaves the old
    /// passphrase or the new one. If the last step fails, the new passphrase may already be in
    /// force. Open stores stay open. The old passphrase still opens copies of the folder that were
    /// made before.
    ///
    /// - Throws: ``StoreError/otherKeyKind`` if the store has no passphrase,
    ///   ``StoreError/wrongKey`` if `old` is wrong, ``StoreError/emptyPassphrase``, and what
    ///   reading and writing can throw.
    public static func changePassphrase(
        at path: String,
        from old: borrowing SecretBytes,
        to new: borrowing SecretBytes
    ) throws(StoreError) {
        try changePassphrase(at: path, from: old, to: new, files: POSIXFileSystem())
    }

    /// Changes a passphrase on a file system that tests may put in place of the real one, with
    /// other costs.
    package static func changePassphrase(
        at path: String,
        from old: borrowing SecretBytes,
        to new: borrowing SecretBytes,
        parameters: Argon2id = .standard,
        files: any StoreFileSystem
    ) throws(StoreError) {
        let folder = StoreFolder(files: files, path: PathParts(path).path)
        let header = try header(in: folder)
        guard let wrap = header.wrap else { throw .otherKeyKind }
        let key = try wrap.unwrap(passphrase: old, storeID: header.storeID)
        _ = try header.keys(from: key)
        let changed = try header.wrapped(
            in: PassphraseWrap(
                wrapping: key,
                passphrase: new,
                parameters: parameters,
                storeID: header.storeID
            )
        )
        guard try folder.exists(StoreFolder.temporary) else { throw .corrupted }
        try folder.replaceHeader(with: changed)
    }
}

extension StoreHeader {
    /// The same header with another wrap.
    fileprivate func wrapped(in wrap: PassphraseWrap) -> StoreHeader {
        StoreHeader(
            storeID: storeID,
            kind: kind,
            access: access,
            wrap: wrap,
            check: check
        )
    }
}

extension StoreFolder {
    /// Puts a header in place of the one there is: temporary file, fsync, rename, fsync the store's
    /// folder.
    fileprivate func replaceHeader(with header: StoreHeader) throws(StoreError) {
        let temporary = temporaryPath()
        do throws(FileError) {
            do throws(FileError) {
                try files.create(temporary, contents: header.encoded.span)
                try files.sync(file: temporary)
                try files.rename(temporary, to: absolute(StoreHeader.file))
            } catch {
                try? files.unlink(temporary)
                throw error
            }
            try files.sync(folder: path)
        } catch {
            throw StoreError(error)
        }
    }
}
