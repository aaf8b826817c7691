// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Why a line of a file is none; the file's reader says which line.
struct LineError: Error {}

/// The members of an object, each of which is taken once; what is left over was mistyped.
struct Members {
    private var left: [String: JSONValue]

    /// Takes the members of the object that `line` is.
    init(_ line: [UInt8]) throws(LineError) {
        guard let members = try? JSONDocument(reading: line).root.members else { throw LineError() }
        // A document has a key once.
        left = Dictionary(
            members.map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Takes a member, where it is there.
    ///
    /// - Throws: Where it has no meaning.
    mutating func take<Value>(
        _ key: String,
        _ meaning: (JSONValue) -> Value?
    ) throws(LineError) -> Value? {
        guard let value = left.removeValue(forKey: key) else { return nil }
        guard let meant = meaning(value) else { throw LineError() }
        return meant
    }

    /// Takes a string.
    mutating func string(_ key: String) throws(LineError) -> String? {
        try take(key) { $0.string }
    }

    /// Takes an integer from 0 on.
    mutating func count(_ key: String) throws(LineError) -> Int? {
        try take(key) { value in value.integer.flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// Takes a moment in milliseconds since 1970.
    mutating func moment(_ key: String) throws(LineError) -> Timestamp? {
        try take(key) { value in
            value.numberText.flatMap { UInt64($0) }.flatMap(Timestamp.init(milliseconds:))
        }
    }

    /// Throws where something is left.
    consuming func end() throws(LineError) {
        guard left.isEmpty else { throw LineError() }
    }
}

/// What is needed and not there.
func needed<Value>(_ value: Value?) throws(LineError) -> Value {
    guard let value else { throw LineError() }
    return value
}
