// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import NIOCore
import NIOPosix
public import PushTransport
public import SealedPushCoding

/// A client of APNs that keeps its connections.
///
///     let key = try ProviderTokenKey(p8: file.span, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
///     let client = try APNsClient(APNsConfiguration(.production), tokens: key)
///     let result = try await client.send(APNsRequest(sealed.push, to: device, id: id))
///     // accepted, to be sent again later, gone or rejected
///     await client.close()
///
/// Calls may come from any number of tasks at once. One client serves one key, or one certificate;
/// make it once and keep it, as Apple asks for connections that last. No push is lost, whatever
/// happens to connections: each has its result within its time.
///
/// By itself a client sends again, under the same id and within the push's time: what APNs has
/// certainly not looked at; what was in flight when its connection broke or its stream was reset
/// (``APNsRequest/resendsUnanswered``), up to three times; what was refused for a provider token
/// that is replaced, twice. All else is the caller's to send again, when the result says so.
///
/// A client that is released without ``close(within:)`` ends its connections.
public final class APNsClient: Sendable {
    /// The time for which APNs takes the client's certificate; nil with provider tokens.
    ///
    /// Outside of it each push is rejected as APNs would (``APNsReason/badCertificate``), and
    /// nothing is sent.
    public let certificateTime: ClosedRange<Timestamp>?

    private let dispatcher: Dispatcher

    /// Makes a client that authenticates by provider tokens; it connects with the first push.
    ///
    /// - Parameters:
    ///   - configuration: The server and the limits.
    ///   - key: What it signs tokens with, once in 50 minutes for all connections of all clients
    ///     that have a copy of this value: APNs takes new tokens of a key only every 20 minutes.
    ///   - group: The event loops, each with at most one connection; nil for the process's own.
    /// - Throws: ``APNsError/roots``.
    public convenience init(
        _ configuration: APNsConfiguration,
        tokens key: ProviderTokenKey,
        on group: (any EventLoopGroup)? = nil
    ) throws(APNsError) {
        try self.init(configuration, key: key, certificate: nil, on: group)
    }

    /// Makes a client that authenticates by a certificate of Apple's; it connects with the first
    /// push.
    ///
    /// - Parameters:
    ///   - configuration: The server and the limits.
    ///   - certificate: It and its key; wiped copies apart, TLS has it for as long as the client
    ///     lives.
    ///   - group: The event loops, each with at most one connection; nil for the process's own.
    /// - Throws: ``APNsError/roots``, ``APNsError/identity``.
    public convenience init(
        _ configuration: APNsConfiguration,
        certificate: consuming APNsCertificate,
        on group: (any EventLoopGroup)? = nil
    ) throws(APNsError) {
        try self.init(configuration, key: nil, certificate: certificate, on: group)
    }

    init(
        _ configuration: APNsConfiguration,
        key: ProviderTokenKey?,
        certificate: consuming APNsCertificate?,
        on group: (any EventLoopGroup)? = nil,
        time: ClientTime = .system
    ) throws(APNsError) {
        certificateTime = certificate?.time
        dispatcher = Dispatcher(
            configuration,
            tls: try ConnectionTLS.context(roots: configuration.roots, certificate: certificate),
            tokens: key?.tokens,
            on: group ?? MultiThreadedEventLoopGroup.singleton,
            time: time
        )
    }

    deinit {
        dispatcher.close(within: .zero)
    }

    /// Sends one push and returns its result.
    ///
    /// It waits for capacity on a connection, in the order of calls, and for the answer. If
    /// ``APNsConfiguration/queueLimit`` pushes wait already, it returns at once. Cancelling takes a
    /// waiting push out of the queue. If the push is in flight, its stream is reset, and it may be
    /// delivered.
    ///
    /// - Parameters:
    ///   - request: The push. It keeps its id at each attempt.
    ///   - limit: The time limit, at most a day; nil for ``APNsConfiguration/timeLimit``.
    ///   - attempt: The number of the attempt, from 1. Delays that APNs leaves to the sender grow
    ///     with it.
    /// - Returns: The result; after ``close(within:)``, that it was not sent.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func send(
        _ request: APNsRequest,
        within limit: Duration? = nil,
        attempt: Int = 1
    ) async throws(CancellationError) -> APNsResult {
        try await send(
            request.wire,
            resendsUnanswered: request.resendsUnanswered,
            within: limit,
            attempt: attempt
        )
    }

    /// The same of any request.
    func send(
        _ request: WireRequest,
        resendsUnanswered: Bool,
        within limit: Duration? = nil,
        attempt: Int = 1
    ) async throws(CancellationError) -> APNsResult {
        let span = dispatcher.observer.span()
        if let certificateTime, !certificateTime.contains(dispatcher.time.date()) {
            let result = APNsResult.rejected(APNsRejection(.badCertificate))
            dispatcher.observer.ended(result, span)
            return result
        }
        let start = dispatcher.time.now()
        let time = min(limit ?? dispatcher.configuration.timeLimit, .hours(24))
        let push = Push(
            request,
            resendsUnanswered: resendsUnanswered,
            attempt: attempt,
            start: start,
            deadline: start + time
        )
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                push.continuation = continuation
                dispatcher.offer(push)
            }
        } onCancel: {
            dispatcher.cancel(push)
        }
        dispatcher.observer.ended(result, span)
        guard let result else { throw CancellationError() }
        return result
    }

    /// Accepts no more pushes, waits for the results of pending ones, and ends its connections.
    ///
    /// - Parameter limit: The time limit. Pushes without a result by then get one at once.
    ///   Cancelling the task has the same effect.
    public func close(within limit: Duration = .seconds(30)) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { dispatcher.close(within: limit, then: $0) }
        } onCancel: {
            dispatcher.close(within: .zero)
        }
    }

    /// The current load of the client.
    public var load: APNsLoad { dispatcher.load }

    /// Has deadlines looked at, if the clock of a test has moved on.
    func tick() {
        dispatcher.tick()
    }
}

/// The load of a client.
public struct APNsLoad: Hashable, Sendable {
    /// The number of connections, including those that are starting or ending.
    public let connections: Int
    /// The number of pushes that were sent and not yet answered.
    public let inFlight: Int
    /// The number of waiting pushes: at most ``APNsConfiguration/queueLimit``, and those that are
    /// sent again.
    ///
    /// If it grows, pushes come faster than APNs accepts them.
    public let queued: Int
}

extension APNsClient: PushTransport {
    /// Sends one push and returns its result.
    ///
    /// A push that APNs would refuse at sight is rejected as APNs would, for example with
    /// ``APNsReason/badTopic``.
    public func send(
        _ push: OutgoingPush,
        to device: APNsDeviceToken,
        as id: APNsID,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> APNsResult {
        let request: APNsRequest
        do throws(APNsError) {
            request = try APNsRequest(push, to: device, id: id)
        } catch {
            return .rejected(APNsRejection(APNsReason(refusing: error)))
        }
        return try await send(request, within: limit, attempt: attempt)
    }
}

extension APNsReason {
    /// The reason for which APNs would refuse what is no request.
    fileprivate init(refusing error: APNsError) {
        self =
            switch error {
            case .invalidPushType: .invalidPushType
            case .invalidCollapseID: .badCollapseID
            case .invalidPriority: .badPriority
            case .emptyPayload: .payloadEmpty
            case .payloadTooLarge: .payloadTooLarge
            default: .badTopic
            }
    }
}
