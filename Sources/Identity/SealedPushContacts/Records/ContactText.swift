// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The rules for what people type: a name, a code.
package enum ContactText {
    /// Refuses a name that cannot be stored, or of which nothing would be shown (D-17).
    package static func check(name: String) throws(ContactError) {
        guard name.utf8.count <= Contact.maximumNameCount else { throw .nameTooLong }
        guard !name.unicodeScalars.contains(where: isRefused) else { throw .nameRefused }
        guard !NameText.cleaned(name, limit: .max).isEmpty else { throw .nameEmpty }
    }

    /// Refuses what is no code: nothing, more than 64 bytes, control characters.
    package static func check(code: String) throws(ContactError) {
        guard !code.isEmpty else { throw .codeEmpty }
        guard code.utf8.count <= Contact.maximumCodeCount else { throw .codeTooLong }
        guard !code.unicodeScalars.contains(where: isRefused) else { throw .codeRefused }
    }

    /// Refuses a file name that could lead out of a folder, or be hidden in it.
    static func check(avatar: String) throws(ContactError) {
        guard isAvatar(avatar) else { throw .avatarRefused }
    }

    static func isAvatar(_ file: String) -> Bool {
        1...Contact.maximumAvatarCount ~= file.utf8.count && !file.hasPrefix(".")
            && !file.unicodeScalars.contains { $0 == "/" || isRefused($0) }
    }

    /// Refuses an entry that can't be stored.
    static func check(_ entry: ContactEntry) throws(ContactError) {
        if let name = entry.name { try check(name: name) }
        guard let code = entry.code else { return }
        guard entry.name != nil else { throw .nameEmpty }
        try check(code: code)
    }

    /// Whether two names have the same bytes: `==` takes other spellings of an accent for the same.
    static func isSame(_ earlier: String?, _ name: String) -> Bool {
        earlier.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }

    /// Whether a message's code could be one that was added.
    static func isCode(_ code: String) -> Bool {
        do throws(ContactError) {
            try check(code: code)
            return true
        } catch {
            return false
        }
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The embeddings, overrides and isolates of the bidirectional algorithm (UAX #9), which
        // turn the text around them. Its marks (LRM, RLM, ALM) stand beside letters that go that
        // way anyhow, joiners between letters; names in Hebrew, Arabic or Persian may need them.
        // The display of a name drops the marks all the same.
        default: ("\u{202A}"..."\u{202E}" ~= scalar) || ("\u{2066}"..."\u{2069}" ~= scalar)
        }
    }
}
