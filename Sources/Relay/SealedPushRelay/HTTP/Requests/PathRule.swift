// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import Hummingbird

/// Knows a path by one spelling: with a slash at its end, or two in a row, it is not there (404).
///
/// The router would leave out what is empty between slashes.
package struct PathRule<Context: RequestContext>: RouterMiddleware {
    package init() {}

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard !path.contains("//"), !path.hasSuffix("/") || path == "/" else {
            throw HTTPError(.notFound)
        }
        return try await next(request, context)
    }
}

/// Tells a method that a path does not have (405) from a path that is not there (404).
///
/// It is added after the routes, so only requests that none of them takes come by here.
package struct MethodRule<Context: RequestContext>: RouterMiddleware {
    private let routes: [(path: RouterPath, method: HTTPRequest.Method)]
    private let problem: @Sendable (_ allowed: [HTTPRequest.Method]) -> any HTTPResponseError

    /// Takes the routes that a router has by now.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - problem: What is thrown at a path that has these methods, in order.
    package init(
        _ router: Router<Context>,
        problem: @escaping @Sendable (_ allowed: [HTTPRequest.Method]) -> any HTTPResponseError
    ) {
        routes = router.routes.map { ($0.path, $0.method) }
        self.problem = problem
    }

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let parts = request.uri.path.split(separator: "/")
        let allowed = routes.filter { route in
            route.path.components.count == parts.count
                && zip(route.path.components, parts).allSatisfy { $0 ~= $1 }
        }.map(\.method)
        guard allowed.isEmpty else {
            throw problem(allowed.sorted { $0.rawValue < $1.rawValue })
        }
        return try await next(request, context)
    }
}

extension [HTTPRequest.Method] {
    /// The methods as `Allow` names them.
    package var list: String { map(\.rawValue).joined(separator: ", ") }
}
