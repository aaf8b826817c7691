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
    let text: String

    package init(of name: String) {
        let cleaned = NameText.cleaned(name, limit: .max)
        // Before compatibility takes characters for others than those that they look like.
        let seen = Self.replaced(cleaned.decomposedStringWithCanonicalMapping) { String($0) }
        let folded = Self.replaced(seen.decomposedStringWithCompatibilityMapping) {
            NameText.folded(String($0))
        }.precomposedStringWithCanonicalMapping
        let kept = String(String.UnicodeScalarView(folded.unicodeScalars.filter(Self.isKept)))
        let text = kept.replacing("vv", with: "w")
        // Of signs alone, all count.
        self.text = text.isEmpty ? cleaned.precomposedStringWithCompatibilityMapping : text
    }

    private init(text: String) { self.text = text }

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
        let labels = labels.map { (NameSkeleton(of: $0.before), NameSkeleton(of: $0.after)) }
        var skeletons = [NameSkeleton(of: name)]
        while let last = skeletons.last,
            let inner = labels.lazy.compactMap({ last.inside($0, $1) }).first
        {
            skeletons.append(inner)
        }
        return skeletons
    }

    /// What stands between two others; nil if this is not of that form, or nothing is there.
    private func inside(_ before: NameSkeleton, _ after: NameSkeleton) -> NameSkeleton? {
        guard text.hasPrefix(before.text), text.hasSuffix(after.text),
            !(before.text + after.text).isEmpty
        else { return nil }
        let inner = text.dropFirst(before.text.count).dropLast(after.text.count)
        return inner.isEmpty ? nil : NameSkeleton(text: String(inner))
    }

    /// The first 16 bytes of the skeleton's SHA-256.
    var digest: [UInt8] { Array(SHA256.hash(Array(text.utf8).span).prefix(16)) }

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
