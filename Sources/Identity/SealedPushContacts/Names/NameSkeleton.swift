// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto

/// What is left of a name for a reader who does not look closely: two names that look alike have
/// one skeleton.
///
/// It is never shown. Some look-alikes have different skeletons, and some names that a reader tells
/// apart have one.
struct NameSkeleton: Hashable {
    let text: String

    init(of name: String) {
        let cleaned = NameText.cleaned(name, limit: .max)
        // Before compatibility takes them for other letters.
        let plain = String(
            String.UnicodeScalarView(cleaned.unicodeScalars.map { Self.early[$0] ?? $0 })
        )
        let latin = plain.precomposedStringWithCompatibilityMapping.unicodeScalars.map {
            Self.capitals[$0] ?? $0
        }
        // Scalar by scalar: what a letter stands beside makes no difference.
        let upper = latin.map(\.properties.uppercaseMapping).joined()
        let folded = upper.unicodeScalars.map(\.properties.lowercaseMapping).joined()
            .precomposedStringWithCompatibilityMapping
        let letters = folded.unicodeScalars.filter(Self.isKept).map { Self.letters[$0] ?? $0 }
        let text = String(String.UnicodeScalarView(letters))
            .replacing("rn", with: "m").replacing("vv", with: "w")
        self.text = text.isEmpty ? plain.precomposedStringWithCompatibilityMapping : text
    }

    private init(text: String) { self.text = text }

    /// What stands between two others; nil if this is not of that form, or nothing is there.
    func inside(_ before: NameSkeleton, _ after: NameSkeleton) -> NameSkeleton? {
        guard text.hasPrefix(before.text), text.hasSuffix(after.text),
            !(before.text + after.text).isEmpty
        else { return nil }
        let inner = text.dropFirst(before.text.count).dropLast(after.text.count)
        return inner.isEmpty ? nil : NameSkeleton(text: String(inner))
    }

    /// The first 16 bytes of the skeleton's SHA-256.
    var digest: [UInt8] { Array(SHA256.hash(Array(text.utf8).span).prefix(16)) }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation, .connectorPunctuation, .otherPunctuation: false
        // Marks that compose with nothing, and characters that are invisible or in no font.
        case .format, .nonspacingMark, .enclosingMark, .unassigned, .privateUse, .control: false
        default: true
        }
    }

    // Pinned, so that every device and every version has the same skeletons: a character, then the
    // Latin letter that it looks like.

    private static let early = table("ϲcϹCϳjǀlᴏo")

    /// Greek and Cyrillic capitals, whose small letters look different.
    private static let capitals = table(
        "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX" + "АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXҺHԀDԚQԜW"
    )

    /// Small letters and digits.
    private static let letters = table(
        "αaβbγyεeηnιlκkμuνvοoρpσoτtυuχxωw"
            + "аaвbгrеeзzиuкkмmнhоoпnрpсcтtуyхxьbѕsіlјjһhԁdԛqԝwѵvӏl" + "ɑaɡgılil0o1l|l"
    )

    private static func table(_ pairs: String) -> [Unicode.Scalar: Unicode.Scalar] {
        let scalars = Array(pairs.unicodeScalars)
        let all = stride(from: 0, to: scalars.count - 1, by: 2)
            .map { (scalars[$0], scalars[$0 + 1]) }
        return Dictionary(all, uniquingKeysWith: { first, _ in first })
    }
}
