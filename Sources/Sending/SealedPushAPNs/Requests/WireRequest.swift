// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A request as it goes over a connection, whatever it asks for.
///
/// It is a class, so that one is handed from place to place at the cost of one count.
final class WireRequest: Sendable {
    /// What an answer that accepts it tells beside that.
    enum Receipt: Hashable {
        /// The value of a header.
        case header(String)
        /// The body, up to so many bytes.
        case body(upTo: Int)
    }

    /// What is done with what the path names.
    enum Method: String {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    /// `:method`.
    let method: Method
    /// `:path`.
    let path: String
    /// The name of the header that has the id.
    let idName: FieldName
    /// The id of the push, the same at each attempt.
    let id: APNsID
    /// The headers that say what to do with it, in the order in which they are sent.
    let options: [(name: FieldName, value: String)]
    /// The body; empty if there is none.
    let payload: [UInt8]
    /// The status of an answer that accepts it.
    let acceptance: Int
    /// What that answer tells.
    let receipt: Receipt

    init(
        method: Method = .post,
        path: String,
        idName: FieldName = .id,
        id: APNsID,
        options: [(name: FieldName, value: String)],
        payload: [UInt8] = [],
        acceptance: Int = 200,
        receipt: Receipt = .header("apns-unique-id")
    ) {
        self.method = method
        self.path = path
        self.idName = idName
        self.id = id
        self.options = options
        self.payload = payload
        self.acceptance = acceptance
        self.receipt = receipt
    }
}
