// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Hummingbird
package import Logging
import SealedPushCoding
package import ServerStore
import Synchronization
import Tracing

/// Logs and counts each request by its route's template: an endpoint's URL is a secret, and so is a
/// message's.
struct RouteLog<Context: RequestContext>: RouterMiddleware {
    let logger: Logger

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let result: Result<Response, any Error>
        do {
            result = .success(try await next(request, context))
        } catch {
            result = .failure(error)
        }
        let status =
            switch result {
            case .success(let response): response.status.code
            case .failure(let error): (error as? any HTTPResponseError)?.status.code ?? 500
            }
        let route = context.routeTemplate ?? "none"
        let duration = ContinuousClock.now - start
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(route)", "status": "\(status)",
                "milliseconds": "\(duration / .milliseconds(1))",
            ]
        )
        // A client may invent methods, and each would be a series of its own.
        let method = route == "none" ? "any" : request.method.rawValue
        let dimensions = [("method", method), ("route", route)]
        Counter(label: "relay_requests", dimensions: dimensions + [("status", "\(status)")])
            .increment()
        Timer(label: "relay_request_seconds", dimensions: dimensions)
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
        return try result.get()
    }
}

/// A span for each request, which has its route's template and its status: an endpoint's URL is a
/// secret, and so is a message's.
///
/// What a client says about traces is not read: the spans of strangers would be one trace.
struct RouteTrace<Context: RequestContext>: RouterMiddleware {
    let tracer: any Tracer

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let span = tracer.startAnySpan("request", context: .topLevel, ofKind: .server)
        defer { span.end() }
        let status: Int
        let result: Result<Response, any Error>
        do {
            let response = try await next(request, context)
            (status, result) = (response.status.code, .success(response))
        } catch {
            status = (error as? any HTTPResponseError)?.status.code ?? 500
            result = .failure(error)
        }
        if let route = context.routeTemplate {
            span.operationName = "\(request.method.rawValue) \(route)"
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["http.route"] = route
        }
        span.attributes["http.response.status_code"] = status
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return try result.get()
    }
}

extension RequestContext {
    /// The template of the request's route; nil for a path that no route has, which may be an
    /// endpoint's URL that was mistyped.
    var routeTemplate: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

/// Logs why a database does not do what requests need: each cause once a minute at most, however
/// many requests fail.
package final class FailureLog: Sendable {
    private let logger: Logger
    private let time: WorkerTime
    private let told = Mutex<[ServerStoreError: Duration]>([:])

    private static let interval: Duration = .minutes(1)

    /// - Parameters:
    ///   - logger: The log.
    ///   - time: The monotonic time.
    package init(_ logger: Logger, time: WorkerTime = WorkerTime(ContinuousClock())) {
        self.logger = logger
        self.time = time
    }

    /// Notes a failure.
    package func note(_ error: ServerStoreError) {
        let now = time.now()
        let isNew = told.withLock { told in
            if let last = told[error], now - last < Self.interval { return false }
            told[error] = now
            return true
        }
        guard isNew else { return }
        let message: Logger.Message =
            error == .diskFull
            ? "the disk of the database is full, so requests are refused"
            : "the database failed, so requests are refused"
        logger.error(message, metadata: ["cause": "\(error)"])
    }
}
