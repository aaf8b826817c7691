// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with an object of JSON, such as a line of a file; its reader says which one.
package enum LineError: Error {
    /// It is not JSON.
    case json(JSONError)
    /// It is not an object.
    case notAnObject
    /// A member is missing.
    case missing(String)
    /// A member has no meaning as it is.
    case wrong(String)
    /// Members were left over, which have no meaning here.
    case unknown([String])
    /// Of these members a line has one.
    case tooMany([String])
    /// Another line has this value of a member.
    case repeated(String)

    /// What to tell people.
    ///
    /// Names of members are shown, in quotes and without what could be dangerous on a screen;
    /// values are not.
    package var message: String {
        switch self {
        case .json(let error): "it is not JSON: \(error.message)"
        case .notAnObject: "it is not a JSON object"
        case .missing(let key): "'\(key)' is missing"
        case .wrong(let key): "'\(key)' has a value of no use"
        case .unknown(let keys): "\(Self.list(keys)) means nothing here"
        case .tooMany(let keys): "of \(Self.list(keys)) one is enough"
        case .repeated(let key): "an earlier line has this '\(key)'"
        }
    }

    private static func list(_ keys: [String]) -> String {
        keys.sorted().map { key in
            let isPlain = key.utf8.allSatisfy { (0x20...0x7E).contains($0) } && key.utf8.count <= 40
            return isPlain ? "'\(key)'" : "a member"
        }
        .joined(separator: ", ")
    }
}

/// The members of an object, each of which is taken once; what is left over was mistyped.
package struct Members {
    private var left: [String: JSONValue]

    /// Takes the members of the object that `line` is.
    package init(_ line: [UInt8]) throws(LineError) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(reading: line).root
        } catch {
            throw .json(error)
        }
        try self.init(root)
    }

    /// Takes the members of the object that a value is.
    package init(_ value: JSONValue) throws(LineError) {
        guard let members = value.members else { throw .notAnObject }
        // A document has a key once.
        left = Dictionary(
            members.map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Takes a member, where it is there.
    ///
    /// - Throws: Where it has no meaning.
    package mutating func take<Value>(
        _ key: String,
        _ meaning: (JSONValue) -> Value?
    ) throws(LineError) -> Value? {
        guard let value = left.removeValue(forKey: key) else { return nil }
        guard let meant = meaning(value) else { throw .wrong(key) }
        return meant
    }

    /// Takes a string.
    package mutating func string(_ key: String) throws(LineError) -> String? {
        try take(key) { $0.string }
    }

    /// Takes an integer from 0 on.
    package mutating func count(_ key: String) throws(LineError) -> Int? {
        try take(key) { value in value.integer.flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// Takes an integer from 1 on.
    package mutating func ordinal(_ key: String) throws(LineError) -> Int? {
        try take(key) { value in value.integer.flatMap { $0 >= 1 ? $0 : nil } }
    }

    /// Takes a moment in milliseconds since 1970.
    package mutating func moment(_ key: String) throws(LineError) -> Timestamp? {
        try take(key) { value in
            value.integer.flatMap { UInt64(exactly: $0) }.flatMap(Timestamp.init(milliseconds:))
        }
    }

    /// Throws where something is left.
    package consuming func end() throws(LineError) {
        guard left.isEmpty else { throw .unknown(Array(left.keys)) }
    }
}

extension Optional {
    /// The member `key`, which is needed.
    package func needed(_ key: String) throws(LineError) -> Wrapped {
        guard let self else { throw .missing(key) }
        return self
    }
}
