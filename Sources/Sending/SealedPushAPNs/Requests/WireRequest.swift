// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A request as it goes over a connection, whatever it asks for.
struct WireRequest: Sendable {
    /// What an answer that accepts it tells beside that.
    enum Receipt: Hashable {
        /// The value of a header.
        case header(String)
        /// The body, up to so many bytes.
        case body(upTo: Int)
    }

    /// `:method`.
    var method = "POST"
    /// `:path`.
    let path: String
    /// The name of the header that has the id.
    var idName = "apns-id"
    /// What it is called, at each attempt.
    let id: APNsID
    /// The headers that say what to do with it, in the order in which they are sent.
    let options: [(name: String, value: String)]
    /// The body; empty where there is none.
    var payload: [UInt8] = []
    /// Whether it is sent again where it was in flight when its connection broke.
    var resendsUnanswered: Bool
    /// The status of an answer that accepts it.
    var acceptance = 200
    /// What that answer tells.
    var receipt = Receipt.header("apns-unique-id")
}
