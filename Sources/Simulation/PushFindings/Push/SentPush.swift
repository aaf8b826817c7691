// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding
public import SimulatedAPNs

/// A push as its sender gave it to APNs, as far as that is known.
///
///     var push = SentPush(payload: bytes, headers: [("apns-topic", "com.example.app")])
///     push.hasAllHeaders = false
///     for finding in push.findings() { print(finding.text) }
public struct SentPush: Sendable {
    /// The answer of APNs.
    public enum Answer: Hashable, Sendable {
        /// APNs took the push.
        case accepted
        /// APNs refused it.
        case refused(APNsReason)
    }

    /// The right by which a connection pushes.
    public enum Credential: Hashable, Sendable {
        /// A provider token of a key for these apps, nil for all of its team, and these
        /// environments.
        case providerToken(bundleIDs: Set<String>?, environments: Set<PushEnvironment>)
        /// A certificate for these topics, and these environments; none means both.
        case certificate(topics: [String], environments: Set<PushEnvironment>)
    }

    /// The headers, with names in lower case, in their order.
    public var headers: [(name: String, value: String)]
    /// False if headers may be missing here that were sent, so that none counts as left out.
    public var hasAllHeaders = true
    /// The device token in hexadecimal, from the path of the request.
    public var token: String?
    /// The payload, or its beginning.
    public var payload: [UInt8]
    /// The number of bytes of the whole payload.
    public var payloadSize: Int
    /// The environment that it was sent to.
    public var environment: PushEnvironment?
    /// The right by which the connection pushes.
    public var credential: Credential?
    /// The time at which it was sent.
    public var time: Timestamp?
    /// The answer of APNs; nil if it was not sent.
    public var answer: Answer?

    /// Creates a push that was not sent yet.
    public init(payload: [UInt8], headers: [(name: String, value: String)] = []) {
        self.payload = payload
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        payloadSize = payload.count
    }

    /// Creates a push from a request that a server received.
    ///
    /// The size is that of `content-length`, if the body was cut off.
    public init(_ request: PushRequest) {
        self.init(payload: request.body, headers: request.fields)
        token = request.path.split(separator: "/").dropFirst(2).first.map(String.init)
        payloadSize = max(payloadSize, request["content-length"].flatMap { Int($0) } ?? 0)
    }

    /// The value of the first header of this name, in lower case.
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension SentPush: Redacted {}
