// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a record of the kind `contacts` holds, beginning with a version byte.
protocol ContactRecord {
    /// Reads the record, or gives nil for one that we would not have written.
    init?(reading bytes: [UInt8])

    var bytes: [UInt8] { get }
}

private let version: UInt8 = 1

/// `version | flags 4 bits, decision 4 bits | preview | name`: what was decided about an identity,
/// what statements and codes say of it, and its name without a code.
///
/// The flags are, from the highest: revoked, changed, a service, unconfirmed.
struct IdentityRecord: ContactRecord, Equatable {
    /// What a person decided; the raw value is what is stored.
    private enum Decision: UInt8 {
        case none = 0
        case verified = 1
        case blocked = 2
    }

    private var decision = Decision.none
    /// Whether another identity for its code, or a statement, has spoken against the identity since
    /// a person decided.
    ///
    /// A blocked contact shows that once it is unblocked, a verified one beside its trust.
    var isChanged = false
    var isRevoked: Bool
    var kind: ContactStatus.Kind
    /// Whether it succeeds a verified or unconfirmed identity, and is not confirmed yet.
    private(set) var isUnconfirmed = false
    var preview: ContactStatus.PreviewPolicy
    /// Nil if only codes have names.
    var name: String?

    // The place in this list is what is stored: a new case goes to the end.
    private static let previews: [ContactStatus.PreviewPolicy] = [.full, .senderOnly, .hidden]
    private static let revoked: UInt8 = 0x80
    private static let changed: UInt8 = 0x40
    private static let service: UInt8 = 0x20
    private static let unconfirmed: UInt8 = 0x10
    private static let decisions: UInt8 = 0x0F

    init(
        trust: ContactStatus.Trust,
        preview: ContactStatus.PreviewPolicy,
        isRevoked: Bool,
        kind: ContactStatus.Kind = .person
    ) {
        self.isRevoked = isRevoked
        self.kind = kind
        self.preview = preview
        decide(trust)
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count >= 3, bytes[0] == version,
            let decision = Decision(rawValue: bytes[1] & Self.decisions),
            Self.previews.indices.contains(Int(bytes[2]))
        else { return nil }
        self.decision = decision
        isChanged = bytes[1] & Self.changed != 0
        isRevoked = bytes[1] & Self.revoked != 0
        kind = bytes[1] & Self.service != 0 ? .service : .person
        isUnconfirmed = bytes[1] & Self.unconfirmed != 0
        preview = Self.previews[Int(bytes[2])]
        guard bytes.count > 3 else { return }
        guard let name = String(storedName: bytes.dropFirst(3)) else { return nil }
        self.name = name
    }

    var bytes: [UInt8] {
        guard let place = Self.previews.firstIndex(of: preview) else {
            preconditionFailure("a preview policy has no place in the list")
        }
        var trust = decision.rawValue
        if isRevoked { trust |= Self.revoked }
        if isChanged { trust |= Self.changed }
        if kind == .service { trust |= Self.service }
        if isUnconfirmed { trust |= Self.unconfirmed }
        return [version, trust, UInt8(place)] + (name ?? "").utf8
    }

    var trust: ContactStatus.Trust {
        switch decision {
        case .none: isChanged ? .changed : .unverified
        case .verified: .verified
        case .blocked: .blocked
        }
    }

    var status: ContactStatus {
        ContactStatus(
            trust: trust,
            preview: preview,
            isRevoked: isRevoked,
            kind: kind,
            isUnconfirmed: isUnconfirmed
        )
    }

    /// Takes a person's decision, which ends what was known to speak against the identity, unless
    /// it blocks.
    mutating func decide(_ trust: ContactStatus.Trust) {
        switch trust {
        case .unverified: (decision, isChanged) = (.none, false)
        case .verified: (decision, isChanged, isUnconfirmed) = (.verified, false, false)
        case .changed: (decision, isChanged) = (.none, true)
        case .blocked: decision = .blocked
        }
    }

    /// Marks the successor of a verified or unconfirmed identity; a verified one needs no mark.
    mutating func markUnconfirmed() {
        if decision != .verified { isUnconfirmed = true }
    }

    /// Notes that a person has confirmed the identity.
    mutating func confirm() {
        isUnconfirmed = false
    }

    mutating func unblock() {
        if decision == .blocked { decision = .none }
    }

    /// Marks the contact as changed, also a verified one; a blocked one stays blocked, and is
    /// changed once unblocked.
    mutating func markChanged() {
        if decision == .verified { decision = .none }
        isChanged = true
    }

    /// Takes over that an identity which this one succeeds is blocked or changed; by the second a
    /// verified one stays verified.
    mutating func inherit(_ earlier: IdentityRecord) {
        if earlier.decision == .blocked { decision = .blocked }
        if earlier.isChanged, earlier.decision != .verified { isChanged = true }
    }
}

/// `version | name`: what a code under an identity is called.
struct NameRecord: ContactRecord {
    let name: String

    init(name: String) {
        self.name = name
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.first == version, let name = String(storedName: bytes.dropFirst()) else {
            return nil
        }
        self.name = name
    }

    var bytes: [UInt8] { [version] + name.utf8 }
}

/// `version | file name`: where an identity's picture is.
struct AvatarRecord: ContactRecord {
    let file: String

    init(file: String) {
        self.file = file
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.first == version,
            let file = String(validating: bytes.dropFirst(), as: UTF8.self),
            ContactText.isAvatar(file)
        else { return nil }
        self.file = file
    }

    var bytes: [UInt8] { [version] + file.utf8 }
}

/// `version | identity`: whom a code is known under.
struct CodeRecord: ContactRecord {
    let identity: [UInt8]

    init(identity: [UInt8]) {
        self.identity = identity
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.first == version, bytes.count == 1 + SenderIdentity.count else { return nil }
        identity = Array(bytes.dropFirst())
    }

    var bytes: [UInt8] { [version] + identity }
}

extension String {
    fileprivate init?(storedName bytes: ArraySlice<UInt8>) {
        guard 1...Contact.maximumNameCount ~= bytes.count else { return nil }
        self.init(validating: bytes, as: UTF8.self)
    }
}
