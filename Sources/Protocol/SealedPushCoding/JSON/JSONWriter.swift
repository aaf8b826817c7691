// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON: members in the order given, strings with as few escapes as JSON allows.
///
/// What is written cannot be malformed: an object is only ever given members, an array elements.
///
/// ```swift
/// let bytes = JSONWriter.object { payload in
///     payload.object("aps") { aps in
///         aps.add("alert", "New message")
///         aps.add("mutable-content", 1)
///     }
///     payload.array("tags") { $0.add("chat") }
/// }
/// ```
///
/// `pretty` puts each member and element on a line of its own, indented by two spaces a level; then
/// the text is for people, and a file of it wants a line feed at its end.
package enum JSONWriter {
    /// The text of an object with the members that `body` adds.
    package static func object<Failure: Error>(
        pretty: Bool = false,
        _ body: (inout Object) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var output = JSONOutput(pretty: pretty)
        try Object.write(to: &output, body)
        return output.bytes
    }

    /// The text of an array with the elements that `body` adds.
    package static func array<Failure: Error>(
        pretty: Bool = false,
        _ body: (inout Array) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var output = JSONOutput(pretty: pretty)
        try Array.write(to: &output, body)
        return output.bytes
    }

    /// The text of a string.
    package static func string(_ string: String) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONOutput.append(string.utf8, to: &bytes)
        return bytes
    }
}

extension JSONWriter {
    /// An object that is being written.
    ///
    /// Each method adds one member at the end. A key given twice stops the program.
    package struct Object: ~Copyable {
        private var output: JSONOutput
        private var keys: Set<[UInt8]> = []

        static func write<Failure: Error>(
            to output: inout JSONOutput,
            _ body: (inout Object) throws(Failure) -> Void
        ) throws(Failure) {
            output.open(UInt8(ascii: "{"))
            var object = Object(output: output.take())
            try body(&object)
            output = object.output
            output.close(UInt8(ascii: "}"))
        }

        private init(output: consuming JSONOutput) {
            self.output = output
        }

        private mutating func key(_ key: String) {
            precondition(keys.insert([UInt8](key.utf8)).inserted, "an object has a key once")
            output.item()
            output.key(key)
        }

        /// Adds a string.
        package mutating func add(_ key: String, _ string: String) {
            self.key(key)
            output.string(string)
        }

        /// Adds a string that is the base64url of `bytes`.
        package mutating func add(_ key: String, base64URL bytes: Span<UInt8>) {
            self.key(key)
            output.string(base64URL: bytes)
        }

        /// Adds an integer.
        package mutating func add(_ key: String, _ integer: some BinaryInteger) {
            self.key(key)
            output.token("\(integer)")
        }

        /// Adds `true` or `false`.
        package mutating func add(_ key: String, _ bool: Bool) {
            self.key(key)
            output.token(bool ? "true" : "false")
        }

        /// Adds a value of a document, byte for byte as it is there.
        package mutating func add(_ key: String, _ value: JSONValue) {
            self.key(key)
            output.raw(value.bytes)
        }

        /// Adds a value that a writer has written.
        package mutating func add(_ key: String, written json: [UInt8]) {
            self.key(key)
            output.raw(json[...])
        }

        /// Adds a number by its text, such as `0.25`; text that is not a JSON number stops the
        /// program.
        package mutating func number(_ key: String, _ text: String) {
            self.key(key)
            output.number(text)
        }

        /// Adds `null`.
        package mutating func null(_ key: String) {
            self.key(key)
            output.token("null")
        }

        /// Adds an object with the members that `body` adds.
        package mutating func object<Failure: Error>(
            _ key: String,
            _ body: (inout Object) throws(Failure) -> Void
        ) throws(Failure) {
            self.key(key)
            try Object.write(to: &output, body)
        }

        /// Adds an array with the elements that `body` adds.
        package mutating func array<Failure: Error>(
            _ key: String,
            _ body: (inout Array) throws(Failure) -> Void
        ) throws(Failure) {
            self.key(key)
            try Array.write(to: &output, body)
        }
    }
}

extension JSONWriter {
    /// An array that is being written.
    ///
    /// Each method adds one element at the end.
    package struct Array: ~Copyable {
        private var output: JSONOutput

        static func write<Failure: Error>(
            to output: inout JSONOutput,
            _ body: (inout Array) throws(Failure) -> Void
        ) throws(Failure) {
            output.open(UInt8(ascii: "["))
            var array = Array(output: output.take())
            try body(&array)
            output = array.output
            output.close(UInt8(ascii: "]"))
        }

        private init(output: consuming JSONOutput) {
            self.output = output
        }

        /// Adds a string.
        package mutating func add(_ string: String) {
            output.item()
            output.string(string)
        }

        /// Adds an integer.
        package mutating func add(_ integer: some BinaryInteger) {
            output.item()
            output.token("\(integer)")
        }

        /// Adds `true` or `false`.
        package mutating func add(_ bool: Bool) {
            output.item()
            output.token(bool ? "true" : "false")
        }

        /// Adds a value of a document, byte for byte as it is there.
        package mutating func add(_ value: JSONValue) {
            output.item()
            output.raw(value.bytes)
        }

        /// Adds a number by its text, such as `0.25`; text that is not a JSON number stops the
        /// program.
        package mutating func number(_ text: String) {
            output.item()
            output.number(text)
        }

        /// Adds `null`.
        package mutating func null() {
            output.item()
            output.token("null")
        }

        /// Adds an object with the members that `body` adds.
        package mutating func object<Failure: Error>(
            _ body: (inout Object) throws(Failure) -> Void
        ) throws(Failure) {
            output.item()
            try Object.write(to: &output, body)
        }

        /// Adds an array with the elements that `body` adds.
        package mutating func array<Failure: Error>(
            _ body: (inout Array) throws(Failure) -> Void
        ) throws(Failure) {
            output.item()
            try Array.write(to: &output, body)
        }
    }
}
