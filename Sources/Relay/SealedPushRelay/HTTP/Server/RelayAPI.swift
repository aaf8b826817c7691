// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
package import Logging
import NIOCore
package import SealedPush
import ServerStore
package import Tracing

/// The relay's HTTP API: all routes, and what holds for every answer.
package enum RelayAPI {
    /// Makes the router of a relay.
    ///
    /// - Parameters:
    ///   - sender: What senders ask.
    ///   - device: What devices ask.
    ///   - publisher: What the publisher's backend asks.
    ///   - drops: What devices leave; nil if the relay keeps none.
    ///   - logger: Gets a line for each request, without a URL.
    ///   - tracer: Gets a span for each request, without a URL; the process's tracer unless told.
    /// - Returns: The router.
    package static func router(
        sender: SenderRoutes,
        device: DeviceRoutes,
        publisher: PublisherRoutes,
        drops: DropRoutes?,
        logger: Logger,
        tracer: (any Tracer)? = nil
    ) -> Router<RelayContext> {
        let router = Router(context: RelayContext.self)
        let tracer = tracer ?? InstrumentationSystem.tracer
        if !(tracer is NoOpTracer) { router.add(middleware: RouteTrace(tracer: tracer)) }
        router.add(middleware: RouteLog(logger: logger))
        router.add(middleware: AnswerRules(failures: FailureLog(logger)))
        router.add(middleware: PathRule())
        sender.add(to: router)
        device.add(to: router)
        publisher.add(to: router)
        drops?.add(to: router)
        router.add(middleware: MethodRule(router) { Problem.methodNotAllowed($0) })
        return router
    }
}

/// Tells every failure as a problem, and keeps URLs from other servers.
private struct AnswerRules<Context: RequestContext>: RouterMiddleware {
    let failures: FailureLog

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let problem as Problem {
            response = problem.response(from: request, context: context)
        } catch let error as ServerStoreError {
            failures.note(error)
            response = Problem.unavailable.response(from: request, context: context)
        } catch let error as HTTPError where error.status == .notFound {
            response = Problem.unknown.response(from: request, context: context)
        }
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }
}

/// What the server knows of a request beside its head and body.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    /// The address of the other end of the connection.
    var peer: String? { channel.remoteAddress?.ipAddress }

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Where the world reaches the relay: the operator says it, and no request's `Host` changes it.
package struct PublicURL: Hashable, Sendable {
    /// The audience of VAPID tokens, and the origin of possession proofs: devices answer no other.
    package let origin: WebOrigin

    /// Takes the origin of the relay.
    package init(_ origin: WebOrigin) { self.origin = origin }

    /// Reads a configured URL, or gives nil for one that is no origin (V-21); a slash at its end
    /// is left out.
    package init?(_ text: String) {
        guard let origin = WebOrigin(url: text) else { return nil }
        self.init(origin)
    }

    /// The URL of an endpoint: a secret.
    package func endpoint(_ capability: Capability) -> String {
        "\(origin.text)/e/\(capability.text)"
    }

    /// The URL of a message.
    package func message(_ handle: MessageHandle) -> String { "\(origin.text)/m/\(handle.text)" }
}
