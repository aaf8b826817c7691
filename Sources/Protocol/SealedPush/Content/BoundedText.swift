// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
