// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Hummingbird
import Logging

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
