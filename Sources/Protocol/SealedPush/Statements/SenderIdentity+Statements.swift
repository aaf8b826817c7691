// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension SenderIdentity {
    /// A sender's signed statements about its own identities: its successions, and the revocations
    /// that it has published.
    ///
    /// They go with its messages, as many as have room, so that devices learn of them.
    public struct Statements: Hashable, Sendable {
        /// A statement, and when it was signed or published.
        package struct Entry: Hashable, Sendable {
            package let text: String
            package let time: Timestamp

            package init(text: String, time: Timestamp) {
                self.text = text
                self.time = time
            }
        }

        /// The statements, in the order in which they were signed or published.
        package let entries: [Entry]

        /// The number of statements that go with one message, at most.
        package static let limit = 8
        private static let age = Duration.days(400)

        /// The statements of a sender that has signed none.
        public static let none = Statements([])

        package init(_ entries: [Entry]) {
            self.entries = entries
        }

        /// The texts of the statements, in the order in which they were signed or published.
        public var texts: [String] { entries.map(\.text) }

        /// Those that go with a message if there is room: the newest of the last 400 days (S-14).
        package func recent(at now: Timestamp) -> [String] {
            let oldest = now.advanced(by: .zero - Self.age)
            return entries.filter { $0.time >= oldest }.suffix(Self.limit).map(\.text)
        }
    }
}

extension SenderIdentity {
    /// A sender's next identity, named by the one before.
    public struct Succession: Hashable, Sendable {
        /// The earlier identity, which signs first.
        public let old: SenderIdentity
        /// The next identity, which signs second.
        public let new: SenderIdentity
        /// The whole statement, 193 bytes.
        public let bytes: [UInt8]

        /// The size of a statement in bytes.
        public static let count = Transfer.count

        /// Signs a statement with both identities; equal ones are a caller's bug.
        package init(
            from old: borrowing SigningKey,
            to new: borrowing SigningKey
        ) {
            bytes = Transfer.sign(label: Label.succession, from: old, to: new)
            self.old = SenderIdentity(old.publicKey)
            self.new = SenderIdentity(new.publicKey)
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            let transfer = try Transfer(reading: bytes, label: Label.succession)
            old = SenderIdentity(transfer.old)
            new = SenderIdentity(transfer.new)
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-succession-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.succession.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.succession.encode(bytes) }
    }
}

/// A statement by which one identity names another: `version | old | new`, then both signatures,
/// the old identity's first.
struct Transfer {
    let old: VerifyingKey
    let new: VerifyingKey

    static let version: UInt8 = 1
    private static let fieldsCount = 1 + 32 + 32
    /// The size of the statement.
    static let count = fieldsCount + 2 * Ed25519.signatureCount

    /// Signs the statement with both identities.
    static func sign(
        label: [UInt8],
        from old: borrowing SigningKey,
        to new: borrowing SigningKey
    ) -> [UInt8] {
        precondition(old.publicKey != new.publicKey, "a statement needs two identities")
        let fields = [version] + old.publicKey.bytes + new.publicKey.bytes
        let signed = label + fields
        return fields + old.signature(for: signed.span) + new.signature(for: signed.span)
    }

    /// Reads and verifies a whole statement (V-18).
    init(reading bytes: Span<UInt8>, label: [UInt8]) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count == Self.count else { throw .malformed }
        old = try VerifyingKey(identity: bytes.extracting(1..<33))
        new = try VerifyingKey(identity: bytes.extracting(33..<65))
        guard old != new else { throw .equalKeys }
        let signed = label + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
        let signatures = bytes.extracting(droppingFirst: Self.fieldsCount)
        guard old.isValidSignature(signatures.extracting(first: 64), for: signed.span),
            new.isValidSignature(signatures.extracting(last: 64), for: signed.span)
        else { throw .wrongSignature }
    }
}

extension SenderIdentity {
    /// A sender's last word: its identity is not to be believed any more.
    public struct Revocation: Hashable, Sendable {
        /// The sender that is revoked.
        public let sender: SenderIdentity
        /// The whole statement, 97 bytes.
        public let bytes: [UInt8]

        private static let fieldsCount = 1 + SenderIdentity.count

        /// The size of a statement in bytes.
        public static let count = fieldsCount + Ed25519.signatureCount

        /// Signs the revocation of a sender with its identity.
        package init(signing identity: borrowing SigningKey) {
            let fields = [Transfer.version] + identity.publicKey.bytes
            sender = SenderIdentity(identity.publicKey)
            bytes = fields + identity.signature(for: (Label.revocation + fields).span)
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            guard bytes.count >= 1 else { throw .malformed }
            guard bytes[0] == Transfer.version else { throw .unknownVersion }
            guard bytes.count == Self.count else { throw .malformed }
            sender = try SenderIdentity(reading: bytes.extracting(1..<33))
            let signed =
                Label.revocation + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
            guard sender.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
                throw .wrongSignature
            }
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-revocation-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.revocation.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.revocation.encode(bytes) }
    }
}
