// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore

extension SecretBytes {
    /// A secret of a text.
    init(_ text: String) {
        self.init(copying: Array(text.utf8).span)
    }
}

extension RecordStore {
    /// Makes a store on the real file system whose passphrase, if any, costs next to nothing.
    static func makeCheaply(
        at path: String,
        key source: borrowing StoreKeySource
    ) throws -> RecordStore {
        let parameters = try Argon2id(memory: 8, passes: 1)
        let files = POSIXFileSystem()
        let draft = try StoreDraft(at: path, key: source, parameters: parameters, files: files)
        return try draft.commit()
    }
}
