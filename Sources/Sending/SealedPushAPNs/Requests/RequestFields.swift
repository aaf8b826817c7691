// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHPACK

/// The header fields of the requests of one connection, and how HPACK is to write each (RFC 7541, section 6.2).
///
/// Apple asks for this, so that the one table of a connection holds what repeats ("Sending notification requests to
/// APNs"): the path and the provider token are never put into it; the fields with a value of each push's own only the
/// first time, for their names; everything else always.
struct RequestFields {
    private var hasNamedID = false
    private var hasNamedExpiration = false
    private var hasNamedCollapseID = false

    /// Writes the next request on the connection, which is to be sent right away and no other before it.
    ///
    /// The fields of HTTP/2 itself come first (RFC 9113, section 8.3).
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - authority: The host, with a port where it is not 443.
    ///   - authorization: What authenticates it, or nil where the connection's certificate does.
    /// - Returns: The fields, in the order in which they are sent.
    mutating func next(
        for request: WireRequest,
        authority: String,
        authorization: String?
    ) -> HPACKHeaders {
        var fields = HPACKHeaders()
        fields.reserveCapacity(12)
        fields.add(name: ":method", value: request.method)
        fields.add(name: ":scheme", value: "https")
        fields.add(name: ":path", value: request.path, indexing: .nonIndexable)
        fields.add(name: ":authority", value: authority)
        if let authorization {
            fields.add(name: "authorization", value: authorization, indexing: .nonIndexable)
        }
        add(request.idName, request.id.text, to: &fields)
        for (name, value) in request.options { add(name, value, to: &fields) }
        return fields
    }

    private mutating func add(_ name: String, _ value: String, to fields: inout HPACKHeaders) {
        fields.add(name: name, value: value, indexing: isIndexed(name) ? .indexable : .nonIndexable)
    }

    private static func isFirst(_ hasNamed: inout Bool) -> Bool {
        defer { hasNamed = true }
        return !hasNamed
    }

    private mutating func isIndexed(_ name: String) -> Bool {
        switch name {
        case "apns-id", "apns-request-id": Self.isFirst(&hasNamedID)
        case "apns-expiration": Self.isFirst(&hasNamedExpiration)
        case "apns-collapse-id": Self.isFirst(&hasNamedCollapseID)
        default: true
        }
    }
}
