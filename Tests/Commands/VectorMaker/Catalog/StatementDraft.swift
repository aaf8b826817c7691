// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The bytes of a statement before its signatures, open to change.
struct StatementDraft {
    enum Kind: String {
        case succession, revocation, retirement, possession, subscription
    }

    var kind: Kind
    var label: String
    var fields: [UInt8]
    /// The names of those who sign, in the order of their signatures.
    var signers: [String]

    static let succession = StatementDraft(.succession, "succession", ["server-1", "server-2"])
    static let revocation = StatementDraft(.revocation, "revocation", ["server-1"])
    static let retirement = StatementDraft(.retirement, "retirement", ["phone-1"])

    static func possession(_ origin: [UInt8]) -> StatementDraft {
        var draft = StatementDraft(.possession, "possession", ["phone-1"])
        draft.fields += bigEndian(UInt16(origin.count)) + origin
        draft.fields += PublicText.hash("SealedPush vector challenge")
        return draft
    }

    static func subscription(
        recipient: [UInt8] = Array("user-7".utf8),
        topic: String = "com.example.app",
        endpoint: String = "https://relay.example/e/Zm9v-YmFy"
    ) -> StatementDraft {
        var draft = StatementDraft(.subscription, "subscription", ["phone-1", "server-1"])
        draft.signers.removeLast()
        draft.fields += [UInt8(recipient.count)] + recipient
        draft.fields += [UInt8(topic.utf8.count)] + topic.utf8
        draft.fields += bigEndian(UInt16(endpoint.utf8.count)) + endpoint.utf8
        return draft
    }

    private init(_ kind: Kind, _ label: String, _ names: [String]) {
        self.kind = kind
        self.label = "SealedPush v1 \(label)\0"
        fields = [1] + names.flatMap { PublicText.signingKey($0).publicKey.bytes }
        signers = names
    }

    func with(_ change: (inout StatementDraft) -> Void) -> StatementDraft {
        var draft = self
        change(&draft)
        return draft
    }

    mutating func put(_ piece: [UInt8], at offset: Int) {
        fields.replaceSubrange(offset..<offset + piece.count, with: piece)
    }

    /// What is signed.
    var message: [UInt8] { Array(label.utf8) + fields }

    func signed() -> [UInt8] {
        let message = message
        return fields + signers.flatMap { PublicText.signingKey($0).signature(for: message.span) }
    }

    func accepted(_ heading: Heading, _ bytes: [UInt8]? = nil) -> Vector {
        let identities =
            switch kind {
            case .possession: fields[1..<33]
            case .subscription: fields[1..<65]
            default: fields[1...]
            }
        return vector(heading, expected: "accepted", bytes ?? signed()) { vector in
            vector.array("identities") { list in
                for start in stride(from: 1, to: identities.endIndex, by: 32) {
                    list.add(Hex.encode(Array(identities[start..<start + 32]).span))
                }
            }
            for (name, text) in terms { vector.add(name, text) }
            guard kind == .possession else { return }
            vector.add("origin", String(decoding: fields[35..<fields.count - 32], as: UTF8.self))
            vector.add("challenge", hex: fields.suffix(32))
        }
    }

    /// What a subscription says beside identities.
    private var terms: [(String, String)] {
        guard kind == .subscription else { return [] }
        var rest = fields[65...]
        return [("recipient", 1), ("topic", 1), ("endpoint", 2)].map { name, size in
            let count = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            let text = String(decoding: rest.dropFirst(size).prefix(count), as: UTF8.self)
            rest = rest.dropFirst(size + count)
            return (name, text)
        }
    }

    func refused(_ expected: WireError, _ heading: Heading) -> Vector {
        refused(expected, signed(), heading)
    }

    func refused(_ expected: WireError, _ bytes: [UInt8], _ heading: Heading) -> Vector {
        vector(heading, expected: expected.rawValue, bytes)
    }

    private func vector(
        _ heading: Heading,
        expected: String,
        _ bytes: [UInt8],
        _ body: (inout JSONWriter.Object) -> Void = { _ in }
    ) -> Vector {
        Vector(heading, kind: kind.rawValue, expected: expected) { vector in
            vector.add("bytes", hex: bytes)
            body(&vector)
        }
    }
}
