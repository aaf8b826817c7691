// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import SealedPushCoding
package import SealedPushRelay

/// What browsers and tests ask a lab.
package struct LabAPI: Sendable {
    let lab: Lab
    let site: LabSite
    private let hosts: Set<String>

    /// What a connection is told for which there is no room.
    package static let noRoom: RelayListener.Answer = LabProblem.unavailable.answer

    /// The most bytes of a body.
    static let bodyLimit = 256 << 10

    /// - Parameters:
    ///   - lab: The lab.
    ///   - site: What it serves besides.
    ///   - hosts: Its names, without a port; an address of IPv6 has brackets.
    package init(_ lab: Lab, _ site: LabSite, hosts: some Sequence<String>) {
        self.lab = lab
        self.site = site
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// Makes the router.
    package func router() -> Router<LabContext> {
        let router = Router(context: LabContext.self)
        router.add(middleware: LabRules())
        router.add(middleware: SiteRule(hosts: hosts))
        router.add(middleware: PathRule())
        addPage(to: router)
        addPhones(to: router)
        addNotifications(to: router)
        addPushes(to: router)
        addService(to: router)
        addPlayground(to: router)
        router.add(middleware: MethodRule(router) { LabProblem.methodNotAllowed($0) })
        return router
    }
}

/// What the server knows of a request beside its head and body.
package struct LabContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// Tells every failure as a problem, and keeps answers from being taken for something else.
private struct LabRules: RouterMiddleware {
    func handle(
        _ request: Request,
        context: LabContext,
        next: @concurrent (Request, LabContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let problem as LabProblem {
            response = problem.response(from: request, context: context)
        } catch let error as LineError {
            let problem = LabProblem.wrongBody(error.message)
            response = problem.response(from: request, context: context)
        } catch let error as HTTPError where error.status == .notFound {
            response = LabProblem.unknown.response(from: request, context: context)
        }
        response.headers[.contentTypeOptions] = "nosniff"
        response.headers[.resourcePolicy] = "same-origin"
        response.headers[.referrerRule] = "no-referrer"
        response.headers[.cacheControl] = "no-store"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        }
        return response
    }
}

extension Request {
    /// The body, which is JSON.
    func json() async throws -> JSONValue {
        guard has("application/json") else { throw LabProblem.unsupportedCoding }
        guard let bytes = try await bytes(ifUpTo: LabAPI.bodyLimit) else {
            throw LabProblem.tooLarge(LabAPI.bodyLimit)
        }
        do throws(JSONError) {
            return try JSONDocument(reading: bytes).root
        } catch {
            throw LineError.json(error)
        }
    }

    /// A number of the query within its limits.
    func number(
        _ name: String,
        _ limits: ClosedRange<Int>,
        else standard: Int
    ) throws(LabProblem) -> Int {
        guard let text = uri.queryParameters[name[...]] else { return standard }
        guard let number = Int(text), limits.contains(number), text == "\(number)" else {
            throw .wrongParameter(name)
        }
        return number
    }

    /// The phone that the query names, if it names one.
    func phone() throws(LabProblem) -> String? {
        guard let text = uri.queryParameters["phone"] else { return nil }
        guard text.first == "p", let number = Int(text.dropFirst()), text == "p\(number)",
            number > 0
        else { throw .wrongParameter("phone") }
        return String(text)
    }

    /// For how long to wait at most.
    func timeout() throws(LabProblem) -> Duration {
        .seconds(try number("timeout", 0...300, else: 10))
    }
}

extension RequestContext {
    /// A part of the path.
    func part(_ name: String) -> String {
        parameters.get(name)?.removingPercentEncoding ?? ""
    }
}

extension Response {
    /// An answer without a body.
    static var done: Response { Response(status: .noContent) }

    /// An answer of bytes.
    static func bytes(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
