// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension ContactBook {
    /// Marks a contact as verified if `number` is the safety number of it and this device.
    ///
    /// The number comes from the other person, read out or scanned from their screen. A wrong one changes nothing: a mistyped
    /// digit is no sign of an attack, though a number that stays wrong is.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/identityRevoked``,
    ///   ``ContactError/contactBlocked``, ``ContactError/numberMismatch``, ``ContactError/store(_:)``.
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

    /// Shows the messages of a contact again, which is unverified then, or changed if it was so
    /// before or became so meanwhile.
    ///
    /// One that is not blocked stays as it is, and one that was revoked stays so.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func unblock(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { $0.unblock() }
    }

    /// Decides how much of a contact's messages is shown.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setPreview(
        _ preview: PreviewPolicy,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { $0.preview = preview }
    }

    /// Decides for whom a contact may speak.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setKind(
        _ kind: ContactKind,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { $0.kind = kind }
    }

    /// Takes the warning off a successor that nobody has confirmed yet.
    ///
    /// For an app that asked its user. Comparing the safety number does it, too.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func confirm(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { $0.confirm() }
    }

    /// Replaces what was decided about a contact; whether it is revoked stays as it is.
    ///
    /// The same trust again decides nothing: what speaks against a blocked or a verified contact
    /// stays.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setStanding(
        _ standing: ContactStanding,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { contact in
            if contact.trust != standing.trust { contact.decide(standing.trust) }
            contact.preview = standing.preview
            contact.kind = standing.kind
            if standing.isUnconfirmed { contact.markUnconfirmed() } else { contact.confirm() }
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
