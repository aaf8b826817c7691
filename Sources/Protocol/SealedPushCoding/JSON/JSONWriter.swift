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
