// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The bytes of a statement before its signatures, open to change.
struct StatementDraft {
    enum Kind: String {
        case deviceLink, linkOffer, succession, revocation, retirement, possession

        var slug: String {
            switch self {
            case .deviceLink: "device-link"
            case .linkOffer: "link-offer"
            default: rawValue
            }
        }

        /// How many identities it names.
        var identityCount: Int {
            switch self {
            case .deviceLink, .linkOffer, .succession: 2
            case .revocation, .retirement, .possession: 1
            }
        }
    }

    /// Whoever signs: a device or a sender.
    struct Signer {
        let sign: @Sendable ([UInt8]) -> [UInt8]

        init(_ device: TestDevice) {
            sign = { device.sign($0) }
        }

        init(_ sender: TestSender) {
            sign = { sender.sign($0) }
        }
    }

    var kind: Kind
    var label: String
    var fields: [UInt8]
    var signers: [Signer]

    private static let made = bigEndian(Moment.base.milliseconds)

    static func deviceLink() throws -> StatementDraft {
        let (old, new) = try (TestDevice("phone-1"), TestDevice("phone-2"))
        return StatementDraft(
            kind: .deviceLink,
            label: "SealedPush v1 device link\0",
            fields: [1] + old.identity.bytes + new.identity.bytes + made,
            signers: [Signer(old), Signer(new)]
        )
    }

    static func linkOffer() throws -> StatementDraft {
        var draft = try deviceLink()
        draft.kind = .linkOffer
        draft.signers.removeLast()
        return draft
    }

    static func succession() throws -> StatementDraft {
        let (old, new) = try (TestSender("server-1"), TestSender("server-2"))
        return StatementDraft(
            kind: .succession,
            label: "SealedPush v1 succession\0",
            fields: [1] + old.identity.bytes + new.identity.bytes + made,
            signers: [Signer(old), Signer(new)]
        )
    }

    static func revocation() throws -> StatementDraft {
        let sender = try TestSender("server-1")
        return StatementDraft(
            kind: .revocation,
            label: "SealedPush v1 revocation\0",
            fields: [1] + sender.identity.bytes + made,
            signers: [Signer(sender)]
        )
    }

    static func retirement() throws -> StatementDraft {
        let device = try TestDevice("phone-1")
        return StatementDraft(
            kind: .retirement,
            label: "SealedPush v1 retirement\0",
            fields: [1] + device.identity.bytes,
            signers: [Signer(device)]
        )
    }

    static func possession(origin: [UInt8]) throws -> StatementDraft {
        let device = try TestDevice("phone-1")
        let challenge = PublicText.hash("SealedPush vector challenge")
        return StatementDraft(
            kind: .possession,
            label: "SealedPush v1 possession\0",
            fields: [1] + device.identity.bytes + bigEndian(UInt16(origin.count)) + origin
                + challenge + made,
            signers: [Signer(device)]
        )
    }

    func with(_ change: (inout [UInt8]) -> Void) -> StatementDraft {
        var draft = self
        change(&draft.fields)
        return draft
    }

    func signed() -> [UInt8] {
        fields + signers.flatMap { $0.sign(Array(label.utf8) + fields) }
    }

    func accepted(_ heading: Heading) -> Vector {
        vector(heading, expected: "accepted", signed()) { vector in
            vector.array("identities") { list in
                for index in 0..<kind.identityCount {
                    list.add(Hex.encode(fields[(1 + 32 * index)..<(33 + 32 * index)].span))
                }
            }
            if kind == .possession {
                let challenge = fields.dropLast(8).suffix(32)
                let origin = fields[35..<challenge.startIndex]
                vector.add("origin", String(decoding: origin, as: UTF8.self))
                vector.add("challenge", hex: Array(challenge))
            }
            guard kind != .retirement else { return }
            vector.add("time", fields.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
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
