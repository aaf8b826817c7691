// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// A request as the server received it, before any check.
public struct PushRequest: Sendable {
    /// How many bytes of a body are kept; what has more has too many for every type of push.
    static let bodyLimit = 5121

    /// `:method`.
    public let method: String
    /// `:path`.
    public let path: String
    /// The other fields of the header, with names in lower case, in their order.
    public let fields: [(name: String, value: String)]
    /// The body, cut off after 5,121 bytes.
    public let body: [UInt8]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: `:method`.
    ///   - path: `:path`.
    ///   - fields: The other fields, with names in lower case.
    ///   - body: The body, which is cut off after 5,121 bytes.
    public init(
        method: String = "POST",
        path: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body.count > Self.bodyLimit ? Array(body.prefix(Self.bodyLimit)) : body
    }

    /// The value of the first field of this name, in lower case.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }
}

extension PushRequest: Redacted {}
