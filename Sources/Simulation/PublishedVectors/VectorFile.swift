// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// One file of a folder of vectors.
package enum VectorFile {
    private static let common: Set<String> = ["name", "comment", "rule", "kind", "expected"]

    /// Checks the vector `bytes`, whose file is called `name` and `.json`.
    ///
    /// - Throws: What is wrong with the vector, or with what this implementation makes of it.
    package static func check(_ bytes: [UInt8], named name: String) throws(VectorFault) {
        guard let document = try? JSONDocument(reading: bytes) else {
            throw VectorFault("not a JSON document")
        }
        guard let kind = document.root["kind"]?.string else { throw VectorFault("no string kind") }
        guard let members = members(of: kind) else { throw VectorFault("unknown kind \(kind)") }
        let object = try VectorObject(document.root, allowed: common.union(members))
        try VectorFault.compare("name", object.string("name"), with: name)
        for key in ["comment", "rule"] where try object.string(key).isEmpty {
            throw VectorFault("\(key) is empty")
        }
        switch kind {
        case "message": try MessageVector(object).check()
        case "choice": try ChoiceVector(object).check()
        case "sealing": try SealingVector(object).check()
        case "display": try DisplayVector(object).check()
        default: try WireVector.check(object, kind: kind)
        }
    }

    private static func members(of kind: String) -> Set<String>? {
        switch kind {
        case "message": MessageVector.members
        case "choice": ChoiceVector.members
        case "sealing": SealingVector.members
        case "display": DisplayVector.members
        default: WireVector.members(of: kind)
        }
    }
}

/// An object in a vector file, whose members are read by kind; bytes are lower-case hex.
struct VectorObject {
    private let value: JSONValue

    /// The most zero bytes that one number stands for, so that a vector can't ask for all memory.
    private static let mostZeros = 1 << 20

    /// Takes an object with no other members than `allowed`, so that a misspelt one is noticed.
    init(_ value: JSONValue, allowed: Set<String>) throws(VectorFault) {
        guard let members = value.members else { throw VectorFault("an object is missing") }
        for (key, _) in members where !allowed.contains(key) {
            throw VectorFault("unknown member \(key)")
        }
        self.value = value
    }

    func has(_ key: String) -> Bool { value[key] != nil }

    func string(_ key: String) throws(VectorFault) -> String {
        guard let string = value[key]?.string else { throw VectorFault("no string \(key)") }
        return string
    }

    func bytes(_ key: String) throws(VectorFault) -> [UInt8] {
        guard let bytes = Hex.decode(try string(key)) else { throw VectorFault("\(key) is no hex") }
        return bytes
    }

    /// Bytes that may be many: hex, or an array of hex and of numbers, each of which is so many
    /// zero bytes.
    func longBytes(_ key: String) throws(VectorFault) -> [UInt8] {
        guard let pieces = value[key]?.elements else { return try bytes(key) }
        var bytes: [UInt8] = []
        for piece in pieces {
            if let zeros = piece.integer, 0...Self.mostZeros ~= zeros {
                bytes += [UInt8](repeating: 0, count: zeros)
            } else if let hex = piece.string.flatMap({ Hex.decode($0) }) {
                bytes += hex
            } else {
                throw VectorFault("\(key) has no pieces")
            }
        }
        return bytes
    }

    func strings(_ key: String) throws(VectorFault) -> [String] {
        var strings: [String] = []
        for element in value[key]?.elements ?? [] {
            guard let string = element.string else { throw VectorFault("\(key) has no strings") }
            strings.append(string)
        }
        guard value[key]?.kind == .array else { throw VectorFault("no array \(key)") }
        return strings
    }

    /// The strings of the array `key`, which may be left out.
    func stringsIfAny(_ key: String) throws(VectorFault) -> [String] {
        has(key) ? try strings(key) : []
    }

    func moment(_ key: String) throws(VectorFault) -> Timestamp {
        guard let moment = Timestamp(milliseconds: try number(key)) else {
            throw VectorFault("no moment \(key)")
        }
        return moment
    }

    /// Refuses members that have no place where the expectation is what it is.
    func lacks(_ keys: String...) throws(VectorFault) {
        for key in keys where has(key) { throw VectorFault("\(key) has no place here") }
    }

    func number<Number: FixedWidthInteger>(_ key: String) throws(VectorFault) -> Number {
        guard let number = value[key]?.integer.flatMap({ Number(exactly: $0) }) else {
            throw VectorFault("no number \(key)")
        }
        return number
    }

    /// The object `key`, or nil where it is left out.
    func object(_ key: String, allowed: Set<String>) throws(VectorFault) -> VectorObject? {
        guard let member = value[key] else { return nil }
        return try VectorObject(member, allowed: allowed)
    }

    /// The objects of the array `key`, which may be left out.
    func objects(_ key: String, allowed: Set<String>) throws(VectorFault) -> [VectorObject] {
        guard let member = value[key] else { return [] }
        guard let elements = member.elements else { throw VectorFault("no array \(key)") }
        var objects: [VectorObject] = []
        for element in elements { objects.append(try VectorObject(element, allowed: allowed)) }
        return objects
    }
}

/// What is wrong with a vector, or with what this implementation makes of it.
package struct VectorFault: Error, Hashable {
    /// The fault in words.
    package let reason: String

    /// Takes the fault in words.
    package init(_ reason: String) {
        self.reason = reason
    }
}

extension VectorFault {
    /// Throws where two values that should be the same are not.
    static func compare<Value: Equatable>(
        _ what: String,
        _ found: Value,
        with expected: Value
    ) throws(VectorFault) {
        guard found != expected else { return }
        guard let found = found as? String, let expected = expected as? String else {
            throw VectorFault("\(what) differs")
        }
        throw VectorFault("\(what) is \(found), expected \(expected)")
    }
}
