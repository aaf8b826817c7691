// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto

/// What is left of a name for a reader who does not look closely (D-24): two names that look alike
/// have one skeleton.
///
/// It is never shown. Some look-alikes have different skeletons, and some names that a reader tells
/// apart have one.
package struct NameSkeleton: Hashable {
    /// UTF-8, so that no letter is taken for a part of the mark behind it.
    let bytes: [UInt8]

    package init(of name: String) {
        let cleaned = NameText.cleaned(name, limit: .max)
        let letters = Self.letters(of: cleaned)
        // Of signs alone, all count.
        bytes =
            letters.isEmpty
            ? Array(cleaned.precomposedStringWithCompatibilityMapping.utf8) : letters
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func letters(of cleaned: String) -> [UInt8] {
        // Before compatibility takes characters for others than those that they look like.
        let seen = replaced(cleaned.decomposedStringWithCanonicalMapping) { String($0) }
        let folded = replaced(seen.decomposedStringWithCompatibilityMapping) {
            NameText.folded(String($0))
        }.precomposedStringWithCanonicalMapping
        let kept = String(String.UnicodeScalarView(folded.unicodeScalars.filter(isKept)))
        return Array(kept.utf8).replacing(Array("vv".utf8), with: Array("w".utf8))
    }

    /// The skeletons of a name, and of the names inside the labels that it begins and ends with,
    /// from the outermost.
    ///
    /// - Parameters:
    ///   - name: A name as it would be shown.
    ///   - labels: What stands before and after a name that a device labels.
    /// - Returns: One skeleton or more.
    package static func all(
        of name: String,
        labelled labels: [(before: String, after: String)]
    ) -> [NameSkeleton] {
        let labels = labels.map { label in
            let ends = [label.before, label.after].map { NameText.cleaned($0, limit: .max) }
            return (before: letters(of: ends[0]), after: letters(of: ends[1]))
        }
        var skeletons = [NameSkeleton(of: name)]
        while let last = skeletons.last,
            let inner = labels.lazy.compactMap({ last.inside($0.before, $0.after) }).first
        {
            skeletons.append(inner)
        }
        return skeletons
    }

    /// What stands between the letters of a label; nil if this is not of that form, nothing is
    /// there, or the label has none.
    private func inside(_ before: [UInt8], _ after: [UInt8]) -> NameSkeleton? {
        let inner = bytes.dropFirst(before.count).dropLast(after.count)
        guard inner.count < bytes.count, !inner.isEmpty, before + inner + after == bytes else {
            return nil
        }
        return NameSkeleton(bytes: Array(inner))
    }

    /// The first 16 bytes of the skeleton's SHA-256.
    var digest: [UInt8] { Array(SHA256.hash(bytes.span).prefix(16)) }

    private static func replaced(
        _ text: String,
        _ other: (Unicode.Scalar) -> String
    ) -> String {
        text.unicodeScalars.map { Confusables.prototype(of: $0) ?? other($0) }.joined()
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        case .decimalNumber, .letterNumber, .otherNumber, .spacingMark: true
        // Signs, and marks that compose with nothing.
        default: false
        }
    }
}
