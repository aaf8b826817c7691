// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a backend calls a recipient: the code that its own user has, such as a number.
package struct RecipientCode: Hashable, Sendable {
    /// 1 to 64 bytes of UTF-8 without control characters.
    package let text: String

    /// The most bytes of a code.
    package static let byteLimit = 64

    /// Takes a code, or gives nil for a text that is none.
    package init?(_ text: String) {
        guard (1...Self.byteLimit).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.text = text
    }
}
