// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The texts of statements and of link offers: section 7.
enum StatementTextVectors {
    /// One row of the table in front of M-25.
    private struct Row {
        let name: String
        let draft: StatementDraft

        var kind: String { draft.kind.rawValue + "Text" }
        var right: String { text(of: draft.signed()) }

        func text(of bytes: [UInt8], label: String? = nil) -> String {
            BundleVectors.text(
                "sealedpush-\(name)-1:",
                bytes,
                "SealedPush v1 \(label ?? name.replacing("-", with: " ")) text\0"
            )
        }
    }

    static func add(to group: inout VectorGroup) throws {
        let rows = [
            Row(name: "link", draft: try .deviceLink()),
            Row(name: "link-offer", draft: try .linkOffer()),
            Row(name: "succession", draft: try .succession()),
            Row(name: "revocation", draft: try .revocation()),
            Row(name: "retirement", draft: try .retirement()),
        ]
        for (index, row) in rows.enumerated() {
            let next = rows[(index + 1) % rows.count]
            func refused(
                _ slug: String,
                _ expected: WireError,
                _ comment: String,
                _ text: String
            ) {
                group.add("text-\(row.name)-\(slug)", rule: "M-25", comment) {
                    Vector($0, kind: row.kind, expected: expected.rawValue) { vector in
                        vector.add("text", text)
                    }
                }
            }
            group.add("text-\(row.name)", rule: "M-25", "A text.") {
                Vector($0, kind: row.kind, expected: "accepted") { vector in
                    vector.add("text", row.right)
                    vector.add("bytes", hex: row.draft.signed())
                }
            }
            refused("other-prefix", .wrongPrefix, "Another kind's text.", next.right)
            refused(
                "other-label",
                .wrongCheck,
                "The check part is another kind's.",
                row.text(of: row.draft.signed(), label: next.name.replacing("-", with: " "))
            )
            var flipped = row.draft.signed()
            flipped[flipped.count - 40] ^= 1
            refused(
                "wrong-signature",
                .wrongSignature,
                "A bit of a signature is flipped; the check part is its own.",
                row.text(of: flipped)
            )
        }
        let (link, offer, succession) = (rows[0], rows[1], rows[2])
        func inside(
            _ row: Row,
            _ slug: String,
            _ expected: WireError,
            _ comment: String,
            _ other: Row
        ) {
            group.add("text-\(row.name)-\(slug)", rule: "M-25", comment) {
                Vector($0, kind: row.kind, expected: expected.rawValue) { vector in
                    vector.add("text", row.text(of: other.draft.signed()))
                }
            }
        }
        inside(link, "succession-inside", .wrongSignature, "A succession.", succession)
        inside(link, "offer-inside", .wrongLength, "An offer, which nobody completed.", offer)
        inside(offer, "link-inside", .wrongLength, "A link that is complete.", link)
        inside(succession, "link-inside", .wrongSignature, "A device link.", link)
    }
}
