// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// The file name of a contact's picture; nil if it has none.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func avatar(of identity: [UInt8]) throws(ContactError) -> String? {
        try record(AvatarRecord.self, .avatar(identity))?.file
    }

    /// Sets or removes the file name of a contact's picture.
    ///
    /// The app keeps the picture in a folder of its own, unsealed. The store keeps the file's name
    /// alone, which has 1 to 128 bytes without a `/`. A random name does not tell whose picture it
    /// is.
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
