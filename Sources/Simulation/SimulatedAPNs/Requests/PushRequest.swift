// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
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

/// A push that the server has accepted.
public struct AcceptedPush: Sendable {
    /// The id of the push, from its provider or else from the server.
    public let id: APNsID
    /// The device token of the push.
    public let token: APNsDeviceToken
    /// The registration of the token.
    public let registration: DeviceRegistration
    /// The topic.
    public let topic: String
    /// The push type; nil if the provider sent none.
    public let type: APNsPushType?
    /// The priority: 10, 5 or 1.
    public let priority: Int
    /// The expiration in seconds since 1970; 0 means one attempt, and nil that the provider sent
    /// none.
    public let expiration: Int?
    /// The collapse id, which pushes share that replace each other.
    public let collapseID: String?
    /// The body.
    public let payload: [UInt8]
}

extension AcceptedPush: Redacted {
    /// Names the id and the size; the content is never printed.
    public var description: String { "AcceptedPush \(id) of \(payload.count) bytes" }
}

/// A moment on both clocks of the server.
public struct ServerTime: Hashable, Sendable {
    /// The calendar time.
    public var date: Timestamp
    /// The time since a fixed moment, on a clock that cannot be set.
    public var uptime: Duration

    /// Creates a moment.
    public init(date: Timestamp, uptime: Duration) {
        self.date = date
        self.uptime = uptime
    }

    /// The calendar's whole seconds since 1970.
    var seconds: Int { Int(date.milliseconds / 1000) }
}
