// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
