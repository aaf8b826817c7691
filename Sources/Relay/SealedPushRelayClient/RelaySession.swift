// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Ends a session that is not used any more: until then the system holds it, and its delegate.
final class SessionOwner: Sendable {
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

/// Collects answers up to a limit, and lets a credential go to the relay that was named alone.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    typealias Continuation = CheckedContinuation<RelayAnswer, any Error>

    /// A request that is under way.
    private struct Exchange {
        let continuation: Continuation
        var body: [UInt8] = []
        var isTooLong = false
    }

    private struct State {
        var hasEnded = false
        var exchanges: [Int: Exchange] = [:]
    }

    private let state = Mutex(State())

    /// Whether the session has ended.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Starts a task, and keeps what waits for its answer.
    func begin(_ task: URLSessionTask, _ continuation: Continuation) {
        state.withLock {
            $0.exchanges[task.taskIdentifier] = Exchange(continuation: continuation)
        }
        task.resume()
        // It may have been cancelled before it was known here.
        if Task.isCancelled { cancel(task) }
    }

    /// Cancels a task that has begun: an earlier end would be told to no one.
    func cancel(_ task: URLSessionTask) {
        let hasBegun = state.withLock { $0.exchanges[task.taskIdentifier] != nil }
        if hasBegun { task.cancel() }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        state.withLock { $0.hasEnded = true }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    ) {
        let isTooLong = state.withLock { state in
            guard var exchange = state.exchanges.removeValue(forKey: dataTask.taskIdentifier)
            else { return false }
            defer { state.exchanges[dataTask.taskIdentifier] = exchange }
            guard !exchange.isTooLong else { return false }
            exchange.isTooLong = exchange.body.count + data.count > RelayAnswer.byteLimit
            if exchange.isTooLong { exchange.body = [] } else { exchange.body += data }
            return exchange.isTooLong
        }
        // Once: on Linux each call waits for the session's queue, and so holds up the first one.
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let ended = state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }
        guard let ended else { return }
        if ended.isTooLong {
            ended.continuation.resume(throwing: RelayClientError.malformedAnswer)
        } else if let response = task.response as? HTTPURLResponse, error == nil {
            ended.continuation.resume(
                returning: RelayAnswer(
                    status: response.statusCode,
                    retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                    date: response.value(forHTTPHeaderField: "Date"),
                    body: ended.body
                )
            )
        } else {
            ended.continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
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
