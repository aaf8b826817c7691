// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension StoreKeySource {
    /// The name of the key file inside a store's folder.
    static let keyFile = "key"

    /// Gets the key of a store whose header is of the same kind.
    func key(of header: StoreHeader, in folder: StoreFolder) throws(StoreError) -> SecretBytes {
        switch self {
        case .folder:
            let file = Self.ownFile(in: folder)
            guard let key = try file.read() else { throw .orphaned }
            return key
        case .file(let path):
            let file = StoreKeyFile(files: folder.files, path: path)
            // The volume that holds it may only be away, so it does not count as gone for
            // good.
            guard let key = try file.read() else {
                throw .unavailable(code: StoreError.noSuchFile)
            }
            return key
        case .credential(let name, let path):
            return try StoreCredential(name: name, folder: path).read()
        #if canImport(Darwin)
            case .keychain(let service, let accessGroup):
                let item = StoreKeychain(service: service, accessGroup: accessGroup)
                guard let key = try item.key(of: header.storeID) else { throw .orphaned }
                return key
        #endif
        case .passphrase(let passphrase):
            guard let wrap = header.wrap else { throw .corrupted }
            return try wrap.unwrap(passphrase: passphrase, storeID: header.storeID)
        }
    }

    private static func ownFile(in folder: StoreFolder) -> StoreKeyFile {
        StoreKeyFile(files: folder.files, path: folder.absolute(keyFile), isInStore: true)
    }

    /// Makes the key of a new store, and its file if it has one.
    func makeKey(
        of storeID: StoreID,
        access: AccessClass,
        in folder: StoreFolder
    ) throws(StoreError) -> SecretBytes {
        switch self {
        case .folder:
            return try Self.ownFile(in: folder).make()
        case .file(let path):
            return try StoreKeyFile(files: folder.files, path: path).make()
        case .credential(let name, let path):
            return try StoreCredential(name: name, folder: path).read()
        case .passphrase:
            return SecretBytes(randomCount: StoreKeys.keyCount)
        #if canImport(Darwin)
            case .keychain(let service, let accessGroup):
                let item = StoreKeychain(service: service, accessGroup: accessGroup)
                return try item.makeKey(of: storeID, access: access)
        #endif
        }
    }

    /// Wraps the key of a new store, if this is a passphrase.
    func wrap(
        _ key: borrowing SecretBytes,
        of storeID: StoreID,
        parameters: Argon2id
    ) throws(StoreError) -> PassphraseWrap? {
        switch self {
        case .passphrase(let passphrase):
            return try PassphraseWrap(
                wrapping: key,
                passphrase: passphrase,
                parameters: parameters,
                storeID: storeID
            )
        default:
            return nil
        }
    }
}
