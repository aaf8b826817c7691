// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A push as a push service gets it, sealed here or elsewhere.
public struct OutgoingPush: Hashable, Sendable {
    /// The body of the request.
    public let payload: [UInt8]
    /// The headers that go with it.
    public let headers: APNsHeaders

    /// Takes what a sealer has made, here or elsewhere.
    public init(payload: [UInt8], headers: APNsHeaders) {
        self.payload = payload
        self.headers = headers
    }
}

extension OutgoingPush: Redacted {
    /// Names the size only.
    public var description: String { "OutgoingPush of \(payload.count) bytes" }
}
