// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

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
