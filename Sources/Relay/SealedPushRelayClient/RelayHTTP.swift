// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What carries a client's requests to a relay.
///
/// The URLs and headers are secrets: an implementation logs neither, follows no redirect, and keeps
/// no cache.
public protocol RelayHTTP: Sendable {
    /// Sends a request, and gives the answer, whatever its status.
    ///
    /// - Throws: Any error, if there is no answer.
    func send(_ request: RelayRequest) async throws -> RelayAnswer
}

/// A request of a client.
public struct RelayRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public let method: String
    /// Where it goes.
    public let url: URL
    /// Its headers.
    public let headers: [String: String]
    /// Its body, which may be empty.
    public let body: [UInt8]
}

/// An answer of a relay.
public struct RelayAnswer: Sendable {
    /// The status of HTTP.
    public let status: Int
    /// `Retry-After`, if the relay says so.
    public let retryAfter: String?
    /// The body.
    public let body: [UInt8]

    /// Takes an answer.
    public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Requests by `URLSession`: without a cache, cookies or redirects.
///
/// The session ends with the last copy of this value, after the requests that are under way.
public struct URLSessionHTTP: RelayHTTP {
    private let owner: SessionOwner

    /// What the session calls, until it has ended.
    var delegate: SessionDelegate { owner.delegate }

    /// How long a request may take, in seconds.
    private static let limit = 30.0

    /// Makes a session of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.limit
        configuration.timeoutIntervalForResource = Self.limit
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        owner = SessionOwner(configuration)
    }

    /// Sends a request.
    ///
    /// - Throws: What `URLSession` throws.
    public func send(_ request: RelayRequest) async throws -> RelayAnswer {
        var wire = URLRequest(url: request.url)
        wire.httpMethod = request.method
        if !request.body.isEmpty { wire.httpBody = Data(request.body) }
        for (name, value) in request.headers { wire.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await owner.session.data(for: wire)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return RelayAnswer(
            status: response.statusCode,
            retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
            body: [UInt8](data)
        )
    }
}

/// Ends a session that is not used any more: until then the system holds it, and its delegate.
private final class SessionOwner: Sendable {
    let delegate = SessionDelegate()
    let session: URLSession

    init(_ configuration: URLSessionConfiguration) {
        session = URLSession(
            configuration: configuration,
            delegate: delegate,
            delegateQueue: nil
        )
    }

    deinit { session.finishTasksAndInvalidate() }
}

/// A credential goes to the relay that was named, and nowhere else.
final class SessionDelegate: NSObject, URLSessionTaskDelegate {
    private let ended = Mutex(false)

    /// Whether the session has ended.
    var hasEnded: Bool { ended.withLock(\.self) }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        ended.withLock { $0 = true }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
