// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a device of vectors knows by statements that came with messages (section 2 of
/// `display.md`); no candidate is taken, removed or blocked there.
struct VectorStatements {
    /// Each candidate with its contact.
    private var candidates: [[UInt8]: [UInt8]] = [:]
    private var revoked: Set<[UInt8]> = []

    /// The contact whose names count: the identity itself or, of a candidate, its contact.
    func contact(of identity: [UInt8], _ opening: VectorOpening) -> [UInt8]? {
        if opening.contacts.contains(identity) { return identity }
        return candidates[identity].flatMap { opening.contacts.contains($0) ? $0 : nil }
    }

    func status(of identity: [UInt8], _ opening: VectorOpening) -> ContactStatus? {
        guard let contact = contact(of: identity, opening) else { return nil }
        return ContactStatus(
            trust: opening.blocked.contains(contact) ? .blocked : .unverified,
            isCandidate: contact != identity
        )
    }

    func isRevoked(_ identity: [UInt8], _ opening: VectorOpening) -> Bool {
        revoked.contains(identity) || opening.revoked.contains(identity)
    }

    mutating func apply(_ statements: [Statement], _ opening: VectorOpening) {
        for statement in statements {
            switch statement {
            case .succession(let succession):
                let new = succession.new.bytes
                guard let contact = contact(of: succession.old.bytes, opening),
                    !opening.contacts.contains(new), candidates[new] == nil,
                    candidates.count(where: { $0.value == contact }) < 8
                else { continue }
                candidates[new] = contact
            case .revocation(let revocation):
                guard contact(of: revocation.sender.bytes, opening) != nil else { continue }
                revoked.insert(revocation.sender.bytes)
            default: continue
            }
        }
    }
}
