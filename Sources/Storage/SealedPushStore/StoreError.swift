// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error of a store; no case holds a path, a name, a key or content.
///
/// No case is a reason to make a new identity: only a reset that the user asked for is.
@nonexhaustive
public enum StoreError: Error, Hashable {
    /// No store is at this place.
    case empty
    /// Something is already at the place where a store was to be made.
    case alreadyExists
    /// The store or its key cannot be reached at present, with the system's error number: its
    /// volume is missing, or the system denies access. The same call may work later.
    case unavailable(code: Int32)
    /// The device is locked, and the store's access class does not allow its key now. The same call
    /// works once it is unlocked; until then messages can be deferred.
    case locked
    /// The key or the passphrase is not the store's.
    case wrongKey
    /// The key file does not have 32 bytes.
    case malformedKey
    /// The store's key is of another kind.
    case otherKeyKind
    /// The key file inside the store's folder is gone, so the store can never be opened again.
    case orphaned
    /// The service manager gave no credential of this name.
    case credentialMissing
    /// The store is damaged: a header or record was changed, cut or exchanged, or a folder was
    /// removed while the store was open. Waiting does not help.
    case corrupted
    /// Folders are missing that may have held records, such as contacts.
    ///
    /// A folder that was empty may be made again by hand.
    case foldersMissing(MissingFolders)
    /// The store was made by a later version, in this format.
    case tooNew(version: Int)
    /// The store was made by an earlier edition, in this format.
    case tooOld(version: Int)
    /// A passphrase has no byte.
    case emptyPassphrase
    /// At this place of the store's folder, such as `claims`, there is something else than the file
    /// or folder that belongs there; the store does not remove it.
    case obstructed(StorePlace)
    /// A symbolic link is in the place of a file or folder of the store.
    case symbolicLink
    /// A file or folder has the wrong type: it is a folder, a device or a pipe.
    case unexpectedKind
    /// A file or folder belongs to another user.
    case foreignOwner
    /// A file or folder is open to other users than its owner.
    case unsafePermissions
    /// A record would be larger than 64 KiB.
    case recordTooLarge
    /// The volume or the user's share of it is full.
    case outOfSpace
    /// The system refused for another reason, with its error number.
    case inputOutput(code: Int32)
}

extension StoreError: NamedError {
    /// The name and the fault, in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .empty: ("empty", "there is no store at this place")
        case .alreadyExists: ("alreadyExists", "there is something else at this place")
        case .unavailable(let code):
            ("unavailable", "the store or its key can't be used: \(SystemReason.words(code))")
        case .locked:
            (
                "locked",
                "the device is locked, and the store's access class keeps its key until it is unlocked"
            )
        case .wrongKey: ("wrongKey", "this is not the key or the passphrase of the store")
        case .malformedKey:
            ("malformedKey", "the file of the store's key does not have 32 bytes, as a key has")
        case .otherKeyKind: ("otherKeyKind", "the store was made with another kind of key")
        case .orphaned:
            (
                "orphaned",
                "the key file in the store's folder is gone, and with it what the store held"
            )
        case .credentialMissing:
            ("credentialMissing", "the service manager gave no credential of this name")
        case .corrupted: ("corrupted", "the store is damaged")
        case .foldersMissing(let folders):
            (
                "foldersMissing",
                "folders of the store are missing: \(folders.names.joined(separator: ", "))"
            )
        case .tooNew(let version):
            ("tooNew", "the store was made by a later version, in format \(version)")
        case .tooOld(let version):
            (
                "tooOld",
                "the store was made by an earlier edition, in format \(version), which is not read"
            )
        case .emptyPassphrase: ("emptyPassphrase", "the passphrase is empty")
        case .obstructed(let place):
            (
                "obstructed",
                "what stands at '\(place.text)' in the store's folder does not belong there"
            )
        case .symbolicLink:
            ("symbolicLink", "a symbolic link stands in the place of a file of the store")
        case .unexpectedKind:
            (
                "unexpectedKind",
                "what stands at the place of the store or of its key does not belong there"
            )
        case .foreignOwner:
            ("foreignOwner", "a file or folder of the store belongs to another user")
        case .unsafePermissions:
            ("unsafePermissions", "a file or folder of the store is open to other users")
        case .recordTooLarge: ("recordTooLarge", "a record is too large for the store")
        case .outOfSpace:
            (
                "outOfSpace",
                "the disk or the user's share of it is full, or no file may be so large (ulimit -f)"
            )
        case .inputOutput(let code):
            ("inputOutput", "the store can't be read or written: \(SystemReason.words(code))")
        }
    }
}

extension StoreError {
    /// What is wrong with a file or folder that is not the store's own, behind "can't be read: ".
    package var reason: String {
        switch self {
        case .unavailable(let code), .inputOutput(let code): SystemReason.words(code)
        case .unexpectedKind: "it is no plain file, or its folder is no folder"
        case .symbolicLink: "a symbolic link stands in its place"
        case .foreignOwner: "it belongs to another user"
        case .unsafePermissions: "it is open to other users"
        default: message
        }
    }
}

extension StoreError {
    /// The system's number for "no such file".
    static let noSuchFile = ENOENT
    /// The system's number for "out of memory".
    static let outOfMemory = ENOMEM

    /// Whether the disk can't be written.
    package var isReadOnly: Bool { self == .unavailable(code: EROFS) }
    /// Whether the system denies access.
    package var isDenied: Bool {
        [.unavailable(code: EACCES), .unavailable(code: EPERM)].contains(self)
    }
}
