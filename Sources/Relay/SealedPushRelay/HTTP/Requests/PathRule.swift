// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
