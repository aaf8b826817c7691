// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why the store can't do what it was asked; no case holds a path, a name, a key or content.
///
/// The answers are never mixed up, and none of them is a reason to make a new identity: only a reset that a
/// person asked for does that.
@nonexhaustive
public enum StoreError: Error, Hashable {
    /// No store is at this place.
    case empty
    /// Something is already at the place where a store was to be made.
    case alreadyExists
    /// The store or its key can't be reached at present: it is on a volume that is not there, or the
    /// system denies access. The same call may work later. Holds the system's error number.
    case unavailable(code: Int32)
    /// The device is locked, and the store's access class does not allow its key now. The same call works once it is
    /// unlocked; until then messages can be deferred.
    case locked
    /// The key or the passphrase is not the one that this store was made with.
    case wrongKey
    /// The store was made with another kind of key than the one that was offered.
    case otherKeyKind
    /// The key file inside the store's folder is gone for good, and with it what the store held.
    case orphaned
    /// The service manager gave no credential of the name that the store's key has.
    case credentialMissing
    /// What the store holds is damaged: a header or a record was changed, cut or put in another's
    /// place, or a folder went while the store was open. No waiting mends that.
    case corrupted
    /// Folders of the store are missing that may have held what has to be known, such as contacts.
    ///
    /// Folders that were empty may be made again by hand.
    case foldersMissing(MissingFolders)
    /// The store was made by a later version, in this format.
    case tooNew(version: Int)
    /// A passphrase has no byte.
    case emptyPassphrase
    /// A symbolic link stands where a file or folder of ours should.
    case symbolicLink
    /// A file or folder is not what it should be: a folder for a file, a device, a pipe.
    case unexpectedKind
    /// A file or folder belongs to another user.
    case foreignOwner
    /// A file or folder is open to other users than its owner.
    case unsafePermissions
    /// A record would be larger than 64 KiB.
    case recordTooLarge
    /// The volume or the user's share of it is full.
    case outOfSpace
    /// The system refused for another reason, which its error number tells.
    case inputOutput(code: Int32)
}
