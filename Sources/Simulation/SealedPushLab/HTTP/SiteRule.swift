// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Keeps other web pages from the lab, which has no password.
///
/// A page of another site could have its own name lead to this machine (DNS rebinding), so a name
/// that is not the lab's is refused. And it could send requests whose answers it never sees, so
/// those are refused that a browser marks as another site's, or as another server's of this
/// machine. Programs that are no browsers send no such marks.
struct SiteRule: RouterMiddleware {
    /// The names of the lab, in lower case, without a port.
    let hosts: Set<String>

    func handle(
        _ request: Request,
        context: LabContext,
        next: @concurrent (Request, LabContext) async throws -> Response
    ) async throws -> Response {
        try check(request.head)
        return try await next(request, context)
    }

    func check(_ head: HTTPRequest) throws(LabProblem) {
        guard let host = head.authority?.lowercased(), hosts.contains(Self.name(in: host)) else {
            throw .wrongHost
        }
        if let origin = head.headerFields[.origin]?.lowercased() {
            guard origin == "http://\(host)" else { throw .crossSite }
        }
        switch head.headerFields[.fetchSite] {
        case nil, "same-origin", "none": return
        default: guard Self.isVisit(head) else { throw .crossSite }
        }
    }

    /// Whether someone follows a link to the page itself, which changes nothing.
    private static func isVisit(_ head: HTTPRequest) -> Bool {
        head.method == .get && head.path == "/" && head.headerFields[.fetchMode] == "navigate"
            && head.headerFields[.fetchDestination] == "document"
    }

    /// The host of an authority, without its port.
    private static func name(in authority: String) -> String {
        if authority.hasPrefix("[") {
            return authority.firstIndex(of: "]").map { String(authority[...$0]) } ?? authority
        }
        return String(authority.prefix { $0 != ":" })
    }
}

extension HTTPField.Name {
    static let referrerRule = token("Referrer-Policy")
    static let fetchSite = token("Sec-Fetch-Site")
    static let fetchMode = token("Sec-Fetch-Mode")
    static let fetchDestination = token("Sec-Fetch-Dest")
    static let contentTypeOptions = token("X-Content-Type-Options")
    static let resourcePolicy = token("Cross-Origin-Resource-Policy")

    private static func token(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("a header's name is a token") }
        return name
    }
}
