// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension RecordStore {
    /// Makes an empty store at `path` and opens it.
    ///
    /// To make a store that has an identity from its first moment, fill a ``StoreDraft``.
    ///
    /// - Throws: ``StoreError/alreadyExists``, and any error in making the key.
    public static func create(
        at path: String,
        key source: borrowing StoreKeySource,
        access: AccessClass = .afterFirstUnlock
    ) throws(StoreError) -> RecordStore {
        try StoreDraft(at: path, key: source, access: access).commit()
    }

    /// Fills a new, empty folder with what a store has from the start.
    convenience init(
        building folder: StoreFolder,
        key source: borrowing StoreKeySource,
        access: AccessClass,
        parameters: Argon2id
    ) throws(StoreError) {
        let storeID = StoreID()
        let key = try source.makeKey(of: storeID, access: access, in: folder)
        let keys = StoreKeys(splitting: key, storeID: storeID)
        let header = StoreHeader(
            storeID: storeID,
            kind: source.kind,
            access: access,
            wrap: try source.wrap(key, of: storeID, parameters: parameters),
            check: StoreHeader.check(for: keys, kind: source.kind, access: access)
        )
        do throws(FileError) {
            folder.files.excludeFromBackups(folder.path)
            for name in StoreFolder.all {
                try folder.files.makeFolder(folder.absolute(name))
            }
            let file = folder.absolute(StoreHeader.file)
            try folder.files.create(file, contents: header.encoded.span)
            try folder.files.sync(file: file)
        } catch {
            throw StoreError(error)
        }
        self.init(
            folder: folder,
            sealer: RecordSealer(keys: keys, storeID: storeID),
            header: header
        )
    }
}
