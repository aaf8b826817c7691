// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore
import Synchronization

/// The senders that a device knows, with their names, trust and preview policies.
///
/// Every call sees what is on disk at that moment, in one or two reads of small files, however many
/// contacts there are. Any process may read at any time, also while another one writes. One process
/// writes, the app; inside it threads may write at once. A message never changes a contact: an
/// extension only reads, notes in a record of its own when a contact was last seen, and creates
/// those of candidates and revocations.
///
/// ```swift
/// let book = ContactBook(store)
/// try book.add(name: "Ann", identity: identity)
/// try book.verify(identity, by: number, device: device)
/// ```
public struct ContactBook: Sendable {
    let store: RecordStore

    /// Held while files change, since a change is several of them; readers never wait.
    private static let writing = Mutex(())

    /// The contacts in `store`.
    public init(_ store: RecordStore) {
        self.store = store
    }

    /// The status of `identity`, 32 bytes as they come from a message; nil if it is neither a
    /// contact nor a candidate.
    ///
    /// A candidate has its contact's kind and preview policy. It is blocked if either is.
    ///
    /// Bytes that are no identity are neither. Two reads for a contact.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func status(of identity: [UInt8]) throws(ContactError) -> ContactStatus? {
        if let sender = try known(identity) {
            return sender.status(isRevoked: try isRevoked(identity))
        }
        guard try candidate(identity)?.state == .blocked else { return nil }
        return ContactStatus(trust: .blocked, isRevoked: try isRevoked(identity), isCandidate: true)
    }

    /// The name of `code` under `identity`, or without a code the name of the identity; nil if it
    /// has none.
    ///
    /// A code that cannot be added has no name. One read.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func name(
        of identity: [UInt8],
        code: String? = nil
    ) throws(ContactError) -> String? {
        guard let code else { return try identityRecord(of: identity)?.name }
        guard ContactText.isCode(code) else { return nil }
        return try record(NameRecord.self, .name(identity, code: code))?.name
    }

    /// The identity of `code`; nil if the code is not known.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    public func identity(ofCode code: String) throws(ContactError) -> SenderIdentity? {
        guard let known = try record(CodeRecord.self, .code(code)),
            try identityRecord(of: known.identity) != nil
        else { return nil }
        return try SenderIdentity(stored: known.identity)
    }

    /// Runs `body` while no other thread of this process changes contacts.
    func whileWriting<Result: Sendable>(
        _ body: () throws(ContactError) -> Result
    ) throws(ContactError) -> Result {
        try Self.writing.withLock { _ throws(ContactError) in try body() }
    }
}

extension ContactBook {
    /// All contacts: each identity under its own name, and each of its codes under the code's name.
    ///
    /// An identity that has no name at all is listed once, without one. Candidates stand beside the
    /// contacts, but not those that were removed.
    ///
    /// - Throws: ``ContactError/store(_:)`` if the records cannot be listed.
    public func list() throws(ContactError) -> ContactListing {
        try index().listing
    }

    func records(_ kind: RecordKind = .contacts) throws(ContactError) -> RecordListing {
        do throws(StoreError) {
            return try store.list(kind)
        } catch {
            throw .store(error)
        }
    }

    func index() throws(ContactError) -> ContactIndex {
        try ContactIndex(
            of: records(),
            candidates: records(.candidates),
            isRevoked: isRevoked
        )
    }
}

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
