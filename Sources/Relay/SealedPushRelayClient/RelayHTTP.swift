// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import SealedPush

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport of a client's requests to a relay.
///
/// The URLs and headers are secrets: an implementation logs neither, follows no redirect, and keeps
/// no cache. It reads no more of an answer than ``RelayAnswer/byteLimit``.
public protocol RelayHTTP: Sendable {
    /// Sends a request, and returns the answer, whatever its status.
    ///
    /// - Throws: Any error, if there is no answer; ``RelayClientError/malformedAnswer`` for one that
    ///   is longer than ``RelayAnswer/byteLimit``; an ``EndpointFailure`` to a sender as it is.
    func send(_ request: RelayRequest) async throws -> RelayAnswer
}

/// A request of a client.
public struct RelayRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public let method: String
    /// The address that it goes to.
    public let url: URL
    /// Its headers.
    public let headers: [String: String]
    /// Its body, which may be empty.
    public let body: [UInt8]
    /// The permission to send it again if there was no answer.
    public let isRepeatable: Bool
    /// The time for which the relay is asked to wait before it answers.
    package let patience: Duration
    /// The origin of ``url``, as it was read.
    package let origin: WebOrigin

    init(
        method: String,
        url: URL,
        origin: WebOrigin,
        headers: [String: String],
        body: [UInt8],
        isRepeatable: Bool = false,
        patience: Duration = .zero
    ) {
        self.method = method
        self.url = url
        self.origin = origin
        self.headers = headers
        self.body = body
        self.isRepeatable = isRepeatable
        self.patience = patience
    }
}

/// An answer of a relay.
public struct RelayAnswer: Sendable {
    /// The status of HTTP.
    public let status: Int
    /// `Retry-After`, if the relay says so.
    public let retryAfter: String?
    /// `Date`, if the relay says so.
    public let date: String?
    /// The body.
    public let body: [UInt8]

    /// The most bytes of a body: a list of all endpoints that a device may have is much shorter.
    public static let byteLimit = 256 << 10

    /// Takes an answer.
    public init(
        status: Int,
        retryAfter: String? = nil,
        date: String? = nil,
        body: [UInt8]
    ) {
        self.status = status
        self.retryAfter = retryAfter
        self.date = date
        self.body = body
    }
}

/// Requests by `URLSession`: without a cache, cookies or redirects.
///
/// Beyond ``RelayAnswer/byteLimit`` it closes the connection, and keeps nothing of the answer. On
/// Linux `URLSession` holds what arrives until the connection is closed, some tenths of a second
/// later.
///
/// The session ends with the last copy of this value, after the requests that are under way.
public struct URLSessionHTTP: RelayHTTP {
    private let owner: SessionOwner

    /// What the session calls, until it has ended.
    var delegate: SessionDelegate { owner.delegate }

    /// How long a request may take, answer included.
    private let limit: Duration

    /// Makes a session of its own.
    public init() { self.init(limit: .seconds(30)) }

    init(limit: Duration) {
        self.limit = limit
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        owner = SessionOwner(configuration)
    }

    /// Sends a request.
    ///
    /// - Throws: What `URLSession` throws; ``RelayClientError/malformedAnswer`` for an answer that
    ///   is
    ///   too long, of which the rest is not read.
    public func send(_ request: RelayRequest) async throws -> RelayAnswer {
        #if canImport(FoundationNetworking)
            var wire = URLRequest(url: request.url.withEncodedIPv6)
        #else
            var wire = URLRequest(url: request.url)
        #endif
        wire.httpMethod = request.method
        if !request.body.isEmpty { wire.httpBody = Data(request.body) }
        for (name, value) in request.headers { wire.setValue(value, forHTTPHeaderField: name) }
        return try await withThrowingTaskGroup(of: RelayAnswer.self) { [wire] group in
            group.addTask { try await exchange(wire) }
            group.addTask {
                // On Linux `URLSession` itself counts from what came last, however little that was.
                try? await Task.sleep(for: limit)
                throw URLError(Task.isCancelled ? .cancelled : .timedOut)
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw URLError(.unknown) }
            return answer
        }
    }

    private func exchange(_ wire: URLRequest) async throws -> RelayAnswer {
        let task = owner.session.dataTask(with: wire)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                owner.delegate.begin(task, continuation)
            }
        } onCancel: {
            owner.delegate.cancel(task)
        }
    }
}
