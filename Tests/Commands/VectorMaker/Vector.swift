// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// One file of the folder: one fact or one fault.
struct Vector {
    let name: String
    let bytes: [UInt8]

    /// Writes what every vector begins with, then what `body` adds.
    init(
        _ heading: Heading,
        kind: String,
        expected: String,
        _ body: (inout JSONWriter.Object) -> Void
    ) {
        name = heading.name
        let text = JSONWriter.object(pretty: true) { vector in
            vector.add("name", heading.name)
            vector.add("comment", heading.comment)
            vector.add("rule", heading.rule)
            vector.add("kind", kind)
            vector.add("expected", expected)
            body(&vector)
        }
        bytes = text + [UInt8(ascii: "\n")]
    }
}

/// What a vector is called and what it shows.
struct Heading {
    let name: String
    let comment: String
    let rule: String
}

/// The vectors of one hundred of numbers: a new one goes to the end, so that no number ever
/// changes.
struct VectorGroup {
    private(set) var vectors: [Vector] = []
    private var number: Int

    init(from number: Int) {
        self.number = number
    }

    /// Leaves numbers free, as of vectors that are gone.
    mutating func skip(_ count: Int = 1) {
        number += count
    }

    /// Goes on at a later number.
    mutating func skip(to number: Int) {
        precondition(number >= self.number, "vectors are numbered upwards")
        self.number = number
    }

    /// Adds what `make` gives for the next number.
    mutating func add(
        _ slug: String,
        rule: String,
        _ comment: String,
        _ make: (Heading) throws -> Vector
    ) rethrows {
        let digits = String(number)
        let name =
            String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "-" + slug
        vectors.append(try make(Heading(name: name, comment: comment, rule: rule)))
        number += 1
    }

    /// Adds a message vector of a line of the receiver's pseudocode.
    mutating func add(
        _ slug: String,
        _ line: Int,
        _ comment: String,
        _ make: (Heading) throws -> Vector
    ) rethrows {
        try add(slug, rule: "M-38 line \(line)", comment, make)
    }
}

extension JSONWriter.Object {
    /// Adds bytes in lower-case hex.
    mutating func add(_ key: String, hex bytes: [UInt8]) {
        add(key, Hex.encode(bytes.span))
    }

    /// Adds an array of texts.
    mutating func add(_ key: String, texts: [String]) {
        array(key) { list in
            for text in texts { list.add(text) }
        }
    }
}
