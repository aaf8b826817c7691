// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK

/// Encodes the header fields of the requests of one connection (RFC 7541).
///
/// Apple asks for this, so that the one table of a connection holds what repeats ("Sending notification requests to
/// APNs"): the path, which has the device token, and the provider token are never put into it, nor
/// into that of a proxy (section 7.1.3); the fields with a value of each push's own only the first
/// time, for their names; everything else always.
///
/// NIO's HTTP/2 would also code each string by Huffman: of the path, the token and the id that
/// saves some 75 bytes, and takes a quarter of all that a push costs.
struct RequestFields {
    private static let ownNames = [
        "apns-id", "apns-request-id", "apns-expiration", "apns-collapse-id",
    ]

    /// What authenticates the requests, with the number of its token, or nil where the connection's
    /// certificate does.
    var authorization: (field: String, tokenNumber: Int)?

    private let authority: String
    private var encoder = HPACKEncoder(allocator: .init(), useHuffmanEncoding: false)
    /// Those of the names that are in the table, or were.
    private var named: [String] = []

    /// Takes the host, with a port where it is not 443.
    init(authority: String) {
        // A string of its own: threads that count the references to one wait for each other.
        self.authority = String(decoding: Array(authority.utf8), as: UTF8.self)
    }

    /// Notes SETTINGS_HEADER_TABLE_SIZE (RFC 7541, section 4.2); a table that is larger than at
    /// first is not used.
    mutating func tableSizeChanged(to size: Int) throws {
        try encoder.setDynamicTableSize(min(size, HPACKEncoder.defaultDynamicTableSize))
    }

    /// Encodes the next request on the connection, which is to be sent right away and no other
    /// before it.
    ///
    /// The fields of HTTP/2 itself come first (RFC 9113, section 8.3). The header block is shorter
    /// than any frame may be: each field is bounded.
    mutating func next(for request: WireRequest) throws -> ByteBuffer {
        try encoder.beginEncoding(allocator: .init())
        try encoder.append(header: ":method", value: request.method)
        try encoder.append(header: ":scheme", value: "https")
        try encoder.appendNeverIndexed(header: ":path", value: request.path)
        try encoder.append(header: ":authority", value: authority)
        if let authorization {
            try encoder.appendNeverIndexed(header: "authorization", value: authorization.field)
        }
        try append(request.idName, request.id.text)
        for (name, value) in request.options { try append(name, value) }
        return try encoder.endEncoding()
    }

    private mutating func append(_ name: String, _ value: String) throws {
        if named.contains(name) {
            try encoder.appendNonIndexed(header: name, value: value)
        } else {
            if Self.ownNames.contains(name) { named.append(name) }
            try encoder.append(header: name, value: value)
        }
    }
}
