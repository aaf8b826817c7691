// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Tracing

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
