// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Hides the messages of a contact and its candidates, or of one candidate, from now on.
    ///
    /// A candidate that is blocked is none of the contact's 8, and stays blocked also if the
    /// contact is removed or takes another one.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func block(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) {
            $0.decide(.blocked)
        } orCandidate: { id throws(ContactError) in
            try put(.blocked, id)
        }
    }

    /// Shows the messages of a contact, or of a candidate, again.
    ///
    /// The contact is unverified then, or changed if it was changed before or meanwhile; the
    /// candidate is as it was before. What is not blocked stays as it is; a revoked identity stays
    /// revoked.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func unblock(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) {
            $0.unblock()
        } orCandidate: { id throws(ContactError) in
            try unblockCandidate(id)
        }
    }

    /// Decides how much of a contact's messages is shown.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setPreview(
        _ preview: ContactStatus.PreviewPolicy,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { $0.preview = preview }
    }

    /// Decides whether a contact is a person or a service.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setKind(
        _ kind: ContactStatus.Kind,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { $0.kind = kind }
    }

    /// Replaces a contact's status, except for its revocation.
    ///
    /// If the trust is the same as before, what speaks against a blocked contact stays.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setStatus(
        _ status: ContactStatus,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { contact in
            if contact.trust != status.trust { contact.decide(status.trust) }
            contact.preview = status.preview
            contact.kind = status.kind
        }
    }

    private func change(
        _ identity: SenderIdentity,
        _ body: (inout IdentityRecord) -> Void,
        orCandidate: ([UInt8]) throws(ContactError) -> Bool = { _ in false }
    ) throws(ContactError) {
        try whileWriting { () throws(ContactError) in
            if try update(identity.bytes, body) != nil { return }
            guard try orCandidate(identity.bytes) else { throw .unknownContact }
        }
    }
}
