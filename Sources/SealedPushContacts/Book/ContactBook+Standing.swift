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
        try change(identity) { standing throws(ContactError) in
            guard !standing.isRevoked else { throw .identityRevoked }
            guard standing.trust != .blocked else { throw .contactBlocked }
            guard number == expected else { throw .numberMismatch }
            standing.trust = .verified
        }
    }

    /// Hides the messages of a contact from now on.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func block(_ identity: SenderIdentity) throws(ContactError) {
        try change(identity) { standing in standing.trust = .blocked }
    }

    /// Shows the messages of a contact again, which is unverified then, or changed where it was so before, became so
    /// meanwhile, or two successions of it contradict each other.
    ///
    /// One that is not blocked stays as it is, and one that was revoked stays so.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func unblock(_ identity: SenderIdentity) throws(ContactError) {
        try whileWriting { () throws(ContactError) in
            let record = try knownRecord(of: identity)
            var standing = record.standing
            if standing.trust == .blocked {
                let isContradicted = try statements.isContradicted(identity.bytes)
                standing.trust =
                    record.isChangedBeneath || isContradicted ? .changed : .unverified
            }
            try decide(standing, about: identity, record)
        }
    }

    /// Decides how much of a contact's messages is shown.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setPreview(
        _ preview: PreviewPolicy,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { standing in standing.preview = preview }
    }

    /// Replaces what was decided about a contact; whether it is revoked stays as it is.
    ///
    /// - Throws: ``ContactError/unknownContact``, ``ContactError/store(_:)``.
    public func setStanding(
        _ standing: ContactStanding,
        of identity: SenderIdentity
    ) throws(ContactError) {
        try change(identity) { earlier in
            let isRevoked = earlier.isRevoked
            earlier = standing
            earlier.isRevoked = isRevoked
        }
    }

    private func change(
        _ identity: SenderIdentity,
        _ body: (inout ContactStanding) throws(ContactError) -> Void
    ) throws(ContactError) {
        try whileWriting { () throws(ContactError) in
            let record = try knownRecord(of: identity)
            var standing = record.standing
            try body(&standing)
            try decide(standing, about: identity, record)
        }
    }

    private func knownRecord(of identity: SenderIdentity) throws(ContactError) -> IdentityRecord {
        guard let record = try identityRecord(of: identity.bytes) else { throw .unknownContact }
        return record
    }

    private func decide(
        _ standing: ContactStanding,
        about identity: SenderIdentity,
        _ earlier: IdentityRecord
    ) throws(ContactError) {
        guard standing != earlier.standing else { return try sync() }
        var record = earlier
        record.decide(standing)
        try replace(.identity(identity.bytes), with: record)
    }
}
