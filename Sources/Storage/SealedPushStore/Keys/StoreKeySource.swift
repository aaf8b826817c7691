// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// The states of the device in which a store's key is available, chosen when the store is made.
///
/// A device that notifies from its lock screen takes ``afterFirstUnlock``. One whose messages must
/// not be read from a locked device takes ``whenUnlocked``: what arrives meanwhile is deferred,
/// still encrypted.
@nonexhaustive
public enum AccessClass: String, Hashable, Sendable, CaseIterable {
    /// From the first unlock after a start on, also while the device is locked again.
    case afterFirstUnlock = "after-first-unlock"
    /// Only while the device is unlocked.
    case whenUnlocked = "when-unlocked"

    /// True if the key is available in this state.
    public func allowsKey(in state: LockState) -> Bool {
        switch (self, state) {
        case (_, .unlocked), (.afterFirstUnlock, .locked): true
        case (_, .beforeFirstUnlock), (.whenUnlocked, .locked): false
        }
    }
}

/// The state of the device's lock.
@nonexhaustive
public enum LockState: String, Hashable, Sendable, CaseIterable {
    /// It was started and not unlocked since.
    case beforeFirstUnlock = "before-first-unlock"
    /// It was unlocked before, and is locked again.
    case locked
    /// It is unlocked.
    case unlocked
}

/// The source of a store's key, with which a caller makes or opens the store.
///
/// The key itself is always random. A key file inside the folder protects copies of other files of
/// the folder, but not from a thief of the whole folder. A key file elsewhere protects from that
/// thief, if its place is safe. A passphrase takes 64 MiB and a noticeable moment, so it is for
/// commands and servers, not for extensions.
@nonexhaustive
public enum StoreKeySource: ~Copyable {
    /// A key file that is made with the store, inside its folder.
    case folder
    /// A key file outside of the folder: 32 bytes, owned by this user, not open to others (0600).
    ///
    /// Making a store makes the file too if it is not there.
    case file(String)
    /// A credential of a service manager: a file of 32 bytes in the folder that systemd calls
    /// `$CREDENTIALS_DIRECTORY`. It belongs to this user or root; no other user may write it, and
    /// only a group may read it.
    ///
    /// It has to be there before the store is made.
    case credential(name: String, folder: String)
    /// A passphrase; one line end, as editors leave it in a file, is not part of it.
    case passphrase(SecretBytes)
    #if canImport(Darwin)
        /// A key in the keychain, as an item of this service that the members of an access group
        /// share.
        ///
        /// Making a store makes the item. It stays on this device, and the system keeps it by the
        /// store's access class.
        case keychain(service: String, accessGroup: String?)
    #endif
}

/// The kind of key that a store was made with.
@nonexhaustive
public enum StoreKeyKind: String, Hashable, Sendable {
    /// A key file inside the folder.
    case folder
    /// A key file elsewhere.
    case file
    /// A credential that a service manager gives.
    case credential
    /// A passphrase.
    case passphrase
    /// An item in the keychain of an Apple system.
    case keychain
}

extension StoreKeySource {
    /// The kind of the key.
    public var kind: StoreKeyKind {
        switch self {
        case .folder: return .folder
        case .file: return .file
        case .credential: return .credential
        case .passphrase: return .passphrase
        #if canImport(Darwin)
            case .keychain: return .keychain
        #endif
        }
    }
}

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
