// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a record about an identity or a code holds.
protocol ContactRecord {
    /// Reads the record, or gives nil for one that we would not have written.
    init?(reading bytes: [UInt8])

    var bytes: [UInt8] { get }
}

private let version: UInt8 = 1

/// `version | flags 4 bits, decision 4 bits | preview | successor | name`: what was decided about an
/// identity, whether its codes speak against it, who succeeded it, and its name without a code.
///
/// The flags are, from the highest: has a successor, changed, a service. The successor has 32 bytes
/// if there is one, and else none.
struct IdentityRecord: ContactRecord, Equatable {
    /// What a person decided; the raw value is what is stored.
    private enum Decision: UInt8 {
        case none = 0
        case verified = 1
        case blocked = 2
    }

    private var decision = Decision.none
    /// Whether it has a successor, or another identity turned up for one of its codes, since a
    /// person decided.
    ///
    /// A blocked contact shows that once it is unblocked.
    private var isChanged = false
    /// The identity that was taken as its successor.
    private(set) var successor: [UInt8]?
    var kind: ContactStatus.Kind
    var preview: ContactStatus.PreviewPolicy
    /// Nil if only codes have names.
    var name: String?

    // The place in this list is what is stored: a new case goes to the end.
    private static let previews: [ContactStatus.PreviewPolicy] = [.full, .senderOnly, .hidden]
    private static let succeeded: UInt8 = 0x80
    private static let changed: UInt8 = 0x40
    private static let service: UInt8 = 0x20
    private static let decisions: UInt8 = 0x0F

    init(
        trust: ContactStatus.Trust,
        preview: ContactStatus.PreviewPolicy,
        kind: ContactStatus.Kind = .person
    ) {
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
        kind = bytes[1] & Self.service != 0 ? .service : .person
        preview = Self.previews[Int(bytes[2])]
        var rest = bytes.dropFirst(3)
        if bytes[1] & Self.succeeded != 0 {
            guard rest.count >= SenderIdentity.count else { return nil }
            successor = Array(rest.prefix(SenderIdentity.count))
            rest = rest.dropFirst(SenderIdentity.count)
        }
        guard !rest.isEmpty else { return }
        guard let name = String(storedName: rest) else { return nil }
        self.name = name
    }

    var bytes: [UInt8] {
        guard let place = Self.previews.firstIndex(of: preview) else {
            preconditionFailure("a preview policy has no place in the list")
        }
        var trust = decision.rawValue
        if successor != nil { trust |= Self.succeeded }
        if isChanged { trust |= Self.changed }
        if kind == .service { trust |= Self.service }
        return [version, trust, UInt8(place)] + (successor ?? []) + (name ?? "").utf8
    }

    var trust: ContactStatus.Trust {
        switch decision {
        case .none: isChanged ? .changed : .unverified
        case .verified: .verified
        case .blocked: .blocked
        }
    }

    /// Takes a person's decision, which ends what was known to speak against the identity, unless
    /// it blocks.
    mutating func decide(_ trust: ContactStatus.Trust) {
        switch trust {
        case .unverified: (decision, isChanged) = (.none, false)
        case .verified: (decision, isChanged) = (.verified, false)
        case .changed: (decision, isChanged) = (.none, true)
        case .blocked: decision = .blocked
        }
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

    /// Notes who was taken as its successor; from then on its own messages are labelled.
    mutating func succeed(by successor: [UInt8]) {
        self.successor = successor
        markChanged()
    }
}

/// `version | state | contact`: an identity that a succession named after a contact.
struct CandidateRecord: ContactRecord {
    /// What the person made of it; the raw value is what is stored.
    enum State: UInt8 {
        case open = 0
        case removed = 1
        case blocked = 2
    }

    let contact: [UInt8]
    var state = State.open

    init(of contact: [UInt8]) {
        self.contact = contact
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count == 2 + SenderIdentity.count, bytes[0] == version,
            let state = State(rawValue: bytes[1])
        else { return nil }
        (self.state, contact) = (state, Array(bytes.dropFirst(2)))
    }

    var bytes: [UInt8] { [version, state.rawValue] + contact }
}

/// A revocation as its owner signed it; it was verified before it was stored.
struct RevocationRecord: ContactRecord {
    let bytes: [UInt8]

    init(_ revocation: SenderIdentity.Revocation) {
        bytes = revocation.bytes
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count == SenderIdentity.Revocation.count else { return nil }
        self.bytes = bytes
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
