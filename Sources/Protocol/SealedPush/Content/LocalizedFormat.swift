// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Fills the arguments into the format of a localised text, as an alert's `loc-args` are.
package enum LocalizedFormat {
    /// How many bytes of UTF-8 a localised line holds.
    package static let limit = 4096

    /// The text of `format`, its placeholders replaced.
    ///
    /// `%@` takes the arguments in order, `%1$@` the one of that number, and `%%` is a per cent
    /// sign. A placeholder without an argument leaves nothing behind. Everything else stays as it
    /// is, a per cent sign that starts none of these, too. What an argument holds is never read as
    /// a placeholder.
    ///
    /// The text has at most ``limit`` bytes: a short format can name a long argument many times.
    /// The text never grows beyond the limit, and ends with its last whole character.
    package static func fill(_ format: String, with arguments: [String]) -> String {
        var result = BoundedText(limit: limit)
        var rest = format.unicodeScalars[...]
        var next = 0
        while !result.isFull, let scalar = rest.popFirst() {
            guard scalar == "%" else {
                result.append(scalar)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                result.append("%")
            } else if rest.first == "@" {
                rest.removeFirst()
                result.append(contentsOf: argument(next, of: arguments))
                next += 1
            } else if let number = position(at: &rest) {
                result.append(contentsOf: argument(number - 1, of: arguments))
            } else {
                result.append(scalar)
            }
        }
        return result.text
    }

    /// The text, or as much of it as a line holds.
    package static func cut(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        var result = BoundedText(limit: limit)
        result.append(contentsOf: text.unicodeScalars)
        return result.text
    }

    /// The number of a placeholder `12$@`, which is then taken off the text, or nil if it is none.
    private static func position(at text: inout Substring.UnicodeScalarView) -> Int? {
        let digits = text.prefix { "0"..."9" ~= $0 }
        let end = text[digits.endIndex...]
        guard end.starts(with: "$@".unicodeScalars), let number = Int(String(digits)), number > 0
        else { return nil }
        text = end.dropFirst(2)
        return number
    }

    private static func argument(_ index: Int, of arguments: [String]) -> String.UnicodeScalarView {
        arguments.indices.contains(index) ? arguments[index].unicodeScalars : "".unicodeScalars
    }
}

/// A text that grows up to a limit, and ends with a whole character there.
struct BoundedText {
    private var scalars = String.UnicodeScalarView()
    private var count = 0
    private let limit: Int
    /// The first scalar that found no space; nothing is added after it.
    private var overflow: Unicode.Scalar?

    /// An empty text of at most `limit` bytes of UTF-8.
    init(limit: Int) {
        self.limit = limit
    }

    var isFull: Bool { overflow != nil }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard !isFull else { return }
        let size = UTF8.width(scalar)
        guard count + size <= limit else {
            overflow = scalar
            return
        }
        scalars.append(scalar)
        count += size
    }

    mutating func append(contentsOf text: String.UnicodeScalarView) {
        for scalar in text {
            append(scalar)
            if isFull { return }
        }
    }

    /// The text so far, without the part of a character whose rest found no space.
    var text: String {
        let text = String(scalars)
        guard let overflow else { return text }
        var longer = text
        longer.unicodeScalars.append(overflow)
        return longer.count > text.count ? text : String(text.dropLast())
    }
}
