// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Words of a push in a sentence: short, with nothing in them that a terminal obeys.
enum Quoted {
    private static let limit = 48

    /// A value between quotation marks; of a long one the beginning.
    static func value(_ text: some StringProtocol) -> String { "'\(short(text))'" }

    /// A value of JSON's own, without marks.
    static func plain(_ text: some StringProtocol) -> String { short(text) }

    /// The path of a member, such as `aps.alert.body`.
    static func path(_ keys: [String]) -> String {
        short(keys.map { short($0) }.joined(separator: "."), upTo: 3 * limit)
    }

    private static func short(_ text: some StringProtocol, upTo limit: Int = limit) -> String {
        let scalars = text.unicodeScalars
        let rest = scalars.dropFirst(limit)
        let beginning = String(String.UnicodeScalarView(scalars.prefix(limit)))
        return TerminalText.line(beginning) + (rest.isEmpty ? "" : "...")
    }
}

extension String {
    /// The text, which is a sentence without its form, as one.
    var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
