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

/// `version | revoked 1 bit, changed 1 bit, trust 6 bits | preview | name`: what was decided about an identity, and its
/// name without a code.
struct IdentityRecord: ContactRecord, Equatable {
    private(set) var standing: ContactStanding
    /// Whether it is changed beneath being blocked, as unblocking shows.
    private(set) var isChangedBeneath = false
    /// Nil where only codes have names.
    var name: String?

    // The place in these lists is what is stored: a new case goes to the end.
    private static let trusts: [ContactTrust] = [.unverified, .verified, .changed, .blocked]
    private static let previews: [PreviewPolicy] = [.full, .senderOnly, .hidden]
    /// Both stand in the byte of the trust.
    private static let revoked: UInt8 = 0x80
    private static let changedBeneath: UInt8 = 0x40

    init(standing: ContactStanding, name: String?) {
        self.standing = standing
        self.name = name
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count >= 3, bytes[0] == version else { return nil }
        let trust = Int(bytes[1] & ~(Self.revoked | Self.changedBeneath))
        let preview = Int(bytes[2])
        guard Self.trusts.indices.contains(trust), Self.previews.indices.contains(preview) else {
            return nil
        }
        standing = ContactStanding(
            trust: Self.trusts[trust],
            preview: Self.previews[preview],
            isRevoked: bytes[1] & Self.revoked != 0
        )
        isChangedBeneath = bytes[1] & Self.changedBeneath != 0
        guard !isChangedBeneath || standing.trust == .blocked else { return nil }
        guard bytes.count > 3 else { return }
        guard let name = String(storedName: bytes.dropFirst(3)) else { return nil }
        self.name = name
    }

    var bytes: [UInt8] {
        var trust = Self.byte(standing.trust, in: Self.trusts)
        if standing.isRevoked { trust |= Self.revoked }
        if isChangedBeneath { trust |= Self.changedBeneath }
        return [version, trust, Self.byte(standing.preview, in: Self.previews)] + (name ?? "").utf8
    }

    /// Takes what was decided; who is blocked while changed is changed again once unblocked.
    mutating func decide(_ decided: ContactStanding) {
        let isChanged = standing.trust == .changed || isChangedBeneath
        isChangedBeneath = decided.trust == .blocked && isChanged
        standing = decided
    }

    /// Marks the contact as changed; of a blocked one that shows once it is unblocked.
    mutating func markChanged() {
        if standing.trust == .blocked {
            isChangedBeneath = true
        } else {
            standing.trust = .changed
        }
    }

    /// Takes over that another one of the same sender is blocked or changed, or both.
    mutating func join(_ other: IdentityRecord) {
        if other.standing.trust == .changed || other.isChangedBeneath { markChanged() }
        guard other.standing.trust == .blocked else { return }
        var blocked = standing
        blocked.trust = .blocked
        decide(blocked)
    }

    private static func byte<Value: Equatable>(_ value: Value, in values: [Value]) -> UInt8 {
        guard let place = values.firstIndex(of: value) else {
            preconditionFailure("a case has no place in the list of its kind")
        }
        return UInt8(place)
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
