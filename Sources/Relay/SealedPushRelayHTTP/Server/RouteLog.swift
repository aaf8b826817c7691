// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

/// Logs each request by its route's template: an endpoint's URL is a secret, and so is a message's.
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
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "route": "\(context.endpointPath ?? "none")",
                "status": "\(status)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ]
        )
        return try result.get()
    }
}
