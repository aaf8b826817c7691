// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import Testing

@testable import SealedPushLab

/// Web pages of others, which a browser on this machine may have open.
@Suite struct SiteRuleTests {
    private static let rule = SiteRule(hosts: ["localhost", "127.0.0.1", "[::1]"])

    private static func problem(
        host: String? = "127.0.0.1:2198",
        _ method: HTTPRequest.Method = .get,
        _ path: String = "/phones",
        _ headers: HTTPFields = [:]
    ) -> LabProblem? {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: host,
            path: path,
            headerFields: headers
        )
        do throws(LabProblem) {
            try rule.check(head)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "127.0.0.1:2198", "127.0.0.1", "localhost:2198", "LOCALHOST", "[::1]:2198", "[::1]",
    ])
    func `the lab has the names of this machine`(_ host: String) {
        #expect(Self.problem(host: host) == nil)
    }

    @Test(arguments: [
        nil, "", "evil.example", "evil.example:2198", "127.0.0.1.evil.example", "localhost.",
        "127.0.0.2", "[::2]:2198", "::1", "evil.example@127.0.0.1", "0.0.0.0:2198",
    ])
    func `a name that leads here and is not the lab's is refused`(_ host: String?) {
        #expect(Self.problem(host: host) == .wrongHost)
    }

    @Test(arguments: [
        "http://evil.example", "null", "http://127.0.0.1:3000", "https://127.0.0.1:2198",
        "http://localhost:2198", "http://127.0.0.1:2198.evil.example",
    ])
    func `a request from another origin is refused`(_ origin: String) {
        for method in [HTTPRequest.Method.get, .post, .delete] {
            #expect(Self.problem(method, "/phones", [.origin: origin]) == .crossSite)
        }
    }

    @Test func `the lab's own page and programs that are no browsers are served`() {
        #expect(Self.problem(.post, "/phones", [.origin: "http://127.0.0.1:2198"]) == nil)
        for site in ["same-origin", "none"] {
            #expect(Self.problem(.post, "/phones", [.fetchSite: site]) == nil)
        }
        #expect(Self.problem(.post) == nil)
    }

    @Test(arguments: ["cross-site", "same-site", "other"])
    func `a request that a browser marks as another site's is refused`(_ site: String) {
        #expect(Self.problem(.get, "/files/1", [.fetchSite: site]) == .crossSite)
        #expect(Self.problem(.get, "/", [.fetchSite: site]) == .crossSite)
        let frame: HTTPFields = [
            .fetchSite: site, .fetchMode: "navigate", .fetchDestination: "iframe",
        ]
        #expect(Self.problem(.get, "/", frame) == .crossSite)
        var visit = frame
        visit[.fetchDestination] = "document"
        #expect(Self.problem(.get, "/", visit) == nil, "a link to the page")
        #expect(Self.problem(.get, "/phones", visit) == .crossSite)
        #expect(Self.problem(.post, "/", visit) == .crossSite)
    }

    @Test func `a refused request changes nothing`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            let headers: HTTPFields = [.origin: "http://evil.example"]
            let answer = try await bench.send(.delete, phone.path, headers)
            #expect(answer.problem == "cross-site")
            #expect(try await bench.send(.get, phone.path).status == .ok)
        }
    }

    @Test func `every answer keeps a browser from taking it for something else`() async throws {
        try await LabBench.run { bench in
            for path in ["/", "/page.js", "/phones", "/nothing"] {
                let headers = try await bench.send(.get, path).headers
                #expect(headers[.contentTypeOptions] == "nosniff", "\(path)")
                #expect(headers[.resourcePolicy] == "same-origin", "\(path)")
                let policy = headers[.contentSecurityPolicy] ?? ""
                #expect(policy.hasPrefix("default-src 'none'"), "\(path)")
                #expect(headers[HTTPField.Name("Access-Control-Allow-Origin")!] == nil)
            }
        }
    }
}
