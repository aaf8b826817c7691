// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// Where the key of a store comes from: what a caller hands over to make or open one.
///
/// The key itself is always random. A key file inside the folder protects what leaves the folder
/// without it, and keeps names out of listings; it does not protect from a thief of the
/// folder. A key file elsewhere does that as far as the elsewhere is safe. A passphrase takes 64
/// MiB and a noticeable moment: it is for commands and servers, not for extensions.
@nonexhaustive
public enum StoreKeySource: ~Copyable {
    /// A key file that is made with the store, inside its folder.
    case folder
    /// A key file at a path outside of the folder: 32 bytes, ours, not open to others (0600).
    ///
    /// Making a store makes the file too if it is not there.
    case file(String)
    /// A credential that a service manager gives: a file of 32 bytes with this name in this folder,
    /// which systemd calls `$CREDENTIALS_DIRECTORY`; ours or root's, and neither to be written nor,
    /// by others than a group, read.
    ///
    /// It has to be there before the store is made.
    case credential(name: String, folder: String)
    /// A passphrase; one line feed at its end, as editors leave it in a file, is not part of it.
    case passphrase(SecretBytes)
    #if canImport(Darwin)
        /// A key in the keychain, as an item of this service, which the members of an access group
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
    /// The kind of key that this is.
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
