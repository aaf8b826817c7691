// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension CardProperty {
    /// The text of ours that a `KEY` holds; nil for another key, such as OpenPGP's.
    ///
    /// Address books write it as a URI, a text with backslashes, in base64 or as a `data:` URI, put
    /// white space into it, and change the case of the scheme, which is the same in either. No
    /// text of ours has white space or a backslash.
    var ownKey: String? {
        guard let bytes = decoded(.v4) else { return nil }
        return Self.ownKey(in: bytes, isData: false)
    }

    private static func ownKey(in bytes: [UInt8], isData: Bool) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let scalars = text.unicodeScalars.lazy.filter { scalar in
            scalar != "\\" && !scalar.properties.isWhitespace
                && !scalar.properties.isDefaultIgnorableCodePoint
        }
        func begins(_ word: String) -> Bool {
            let start = scalars.prefix(word.unicodeScalars.count)
            return String(String.UnicodeScalarView(start)).lowercased() == word
        }
        if !isData, begins("data:") {
            let whole = Array(String(String.UnicodeScalarView(scalars)).utf8)
            guard let comma = whole.firstIndex(of: UInt8(ascii: ",")) else { return nil }
            let kind = String(decoding: whole[..<comma], as: UTF8.self).lowercased()
            let data = unescapingPercents(whole[(comma + 1)...])
            let content = kind.hasSuffix(";base64") ? base64(data) : data
            return content.flatMap { ownKey(in: $0, isData: true) }
        }
        // No text of ours has a percent sign, so a URI's are resolved wherever they stand.
        let escaped = Array(String(String.UnicodeScalarView(scalars)).utf8)
        let whole = String(decoding: unescapingPercents(escaped[...]), as: UTF8.self)
        guard whole.lowercased().hasPrefix("sealedpush-") else { return nil }
        let scheme = whole.prefix { $0 != ":" }
        return scheme.lowercased() + whole.dropFirst(scheme.count)
    }

    private static func unescapingPercents(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte == UInt8(ascii: "%"), code.count == 2,
                let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
