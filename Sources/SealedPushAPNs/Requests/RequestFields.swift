// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The header fields of the requests of one connection, and how HPACK is to write each (RFC 7541, section 6.2).
///
/// Apple asks for this, so that the one table of a connection holds what repeats ("Sending notification requests to
/// APNs"): the path and the provider token are never put into it; the fields with a value of each push's own only the
/// first time, for their names; everything else always.
struct RequestFields {
    /// One header field.
    struct Field: Hashable {
        let name: String
        let value: String
        /// Whether it is put into the table ("with incremental indexing"), or written out ("without indexing").
        let isIndexed: Bool
    }

    private var named: Set<String> = []

    /// Writes the next request on the connection, the fields of HTTP/2 itself first (RFC 9113, section 8.3).
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - authority: The host, with a port where it is not 443.
    ///   - token: What authenticates it, or nil where the connection's certificate does.
    /// - Returns: The fields, in the order in which they are sent.
    mutating func next(
        for request: APNsRequest,
        authority: String,
        token: ProviderToken?
    ) -> [Field] {
        var fields = [
            (":method", "POST"),
            (":scheme", "https"),
            (":path", "/3/device/" + request.device.text),
            (":authority", authority),
        ]
        if let token { fields.append(("authorization", "bearer " + token.text)) }
        fields.append(("apns-id", request.id.text))
        fields += request.options
        return fields.map { name, value in
            Field(name: name, value: value, isIndexed: isIndexed(name))
        }
    }

    private mutating func isIndexed(_ name: String) -> Bool {
        switch name {
        case ":path", "authorization": false
        case "apns-id", "apns-expiration", "apns-collapse-id": named.insert(name).inserted
        default: true
        }
    }
}
