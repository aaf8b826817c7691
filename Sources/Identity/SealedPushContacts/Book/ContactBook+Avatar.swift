// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// The name of the file with a contact's picture, nil where it has none.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func avatar(of identity: [UInt8]) throws(ContactError) -> String? {
        try record(AvatarRecord.self, .avatar(identity))?.file
    }

    /// Notes which file has a contact's picture, or without one that there is none.
    ///
    /// The picture itself is the app's: it lies in a folder of the app, outside of the store and not sealed, and only the
    /// name of its file in that folder is kept here, 1 to 128 bytes without a `/`. A name like a random number tells nobody whose it is.
    ///
    /// - Throws: ``ContactError/avatarRefused``, ``ContactError/unknownContact``,
    ///   ``ContactError/store(_:)``.
    public func setAvatar(
        _ file: String?,
        of identity: SenderIdentity
    ) throws(ContactError) {
        if let file { try ContactText.check(avatar: file) }
        let id = ContactRecordID.avatar(identity.bytes)
        try whileWriting { () throws(ContactError) in
            guard try identityRecord(of: identity.bytes) != nil else { throw .unknownContact }
            if let file {
                try replace(id, with: AvatarRecord(file: file))
            } else {
                try removeRecord(id)
            }
        }
    }

    /// Gives the next identity of a sender the avatar that it had, unless it has one.
    func copyAvatar(from old: [UInt8], to new: [UInt8]) throws(ContactError) {
        guard let avatar = try record(AvatarRecord.self, .avatar(old)) else { return }
        _ = try create(.avatar(new), with: avatar)
    }
}
