// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Marks a contact as verified if `number` is the safety number of it and this device.
    ///
    /// The number comes from the other person, read out or scanned from their screen. A wrong one
    /// changes nothing: a mistyped digit is no sign of an attack, though a number that stays wrong
    /// is.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/identityRevoked``,
    ///   ``ContactError/contactBlocked``, ``ContactError/numberMismatch``,
    ///   ``ContactError/store(_:)``.
    public func verify(
        _ identity: SenderIdentity,
        by number: SafetyNumber,
        device: DeviceIdentity
    ) throws(ContactError) {
        let expected = try? SafetyNumber(sender: identity, device: device)
        try change(identity) { contact throws(ContactError) in
            guard !contact.isRevoked else { throw .identityRevoked }
            guard contact.trust != .blocked else { throw .contactBlocked }
            guard number == expected else { throw .numberMismatch }
            contact.decide(.verified)
        }
    }

    /// Hides the messages of a contact from now on.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func block(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { $0.decide(.blocked) }
    }

    /// Shows the messages of a contact again.
    ///
    /// The contact is unverified then, or changed if it was changed before or meanwhile.
    /// A contact that is not blocked stays as it is; a revoked one stays revoked.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func unblock(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { $0.unblock() }
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

    /// Confirms a successor, which takes the warning off it.
    ///
    /// Call it if the user has said so. Comparing the safety number confirms it, too.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func confirm(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { $0.confirm() }
    }

    /// Replaces a contact's status, except for its revocation.
    ///
    /// If the trust is the same as before, warnings about a blocked or verified contact stay.
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
            if status.isUnconfirmed { contact.markUnconfirmed() } else { contact.confirm() }
        }
    }

    private func change(
        _ identity: SenderIdentity,
        _ body: (inout IdentityRecord) throws(ContactError) -> Void
    ) throws(ContactError) {
        try whileWriting { () throws(ContactError) in
            guard try update(identity.bytes, body) != nil else { throw .unknownContact }
        }
    }
}
