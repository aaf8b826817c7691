// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import KeysTestSupport
import SealedPushCoding
import Testing

@testable import SealedPushSidecar

/// Requests that `docs/sidecar.md` does not describe.
struct SidecarStrictTests {
    private static let requests: [(HTTPRequest.Method, String)] = [
        (.put, "/v1/recipients/4711"), (.get, "/v1/recipients/4711"),
        (.delete, "/v1/recipients/4711"), (.post, "/v1/messages"),
        (.get, "/v1/messages/\(String(repeating: "0", count: 32))"), (.get, "/v1/events"),
        (.get, "/health/live"), (.get, "/health/ready"),
    ]

    @Test(arguments: requests)
    func `each path has one spelling, without a slash too many`(
        _ method: HTTPRequest.Method,
        _ path: String
    ) async throws {
        try await SidecarHTTPBench.run { bench in
            let parts = path.dropFirst().split(separator: "/")
            let doubled = parts.indices.map { index in
                parts.indices.map { ($0 == index ? "//" : "/") + parts[$0] }.joined()
            }
            for path in doubled + [path + "/", path + "//", path + "/.", path.uppercased()] {
                let answer = try await bench.send(method, path, "{}")
                // A dot may be the name of something, as RFC 3986 has it.
                let isName = path.hasSuffix("/.") && answer.status == .methodNotAllowed
                #expect(isName || answer.status == .notFound, "\(path)")
                #expect(isName || answer.type == "urn:sealedpush:problem:unknown", "\(path)")
            }
        }
    }

    @Test(arguments: [
        "application/json; charset=utf-16", "application/json;charset=\"utf-16le\"",
        "application/json; charset=iso-8859-1", "application/json; charset=utf-8; charset=utf-16",
        "application/json; charset", "application/jsonx", "application/octet-stream", "",
    ])
    func `each body is read as JSON in UTF-8 alone`(_ type: String) async throws {
        try await SidecarHTTPBench.run { bench in
            for (method, path) in Self.requests where [.put, .post].contains(method) {
                let answer = try await bench.send(method, path, "{}", [.contentType: type])
                #expect(answer.status == .unsupportedMediaType, "\(path)")
                #expect(answer.type == "urn:sealedpush:problem:unsupported-coding")
            }
        }
    }

    @Test(arguments: ["x", "", "To", "to ", "payload\u{301}", "subscription"])
    func `a member that no request has is refused by each, and nothing is done`(
        _ name: String
    ) async throws {
        let list = try SidecarHTTPBench.list(SampleDevice().subscription())
        let message = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#
        try await SidecarHTTPBench.run { bench in
            for (method, path, body, words) in [
                (HTTPRequest.Method.put, "/v1/recipients/4711", list, "a list alone"),
                (.post, "/v1/messages", message, "a member other than"),
            ] {
                let more = #"{"\#(name)":1,"# + body.dropFirst()
                let answer = try await bench.send(method, path, more)
                #expect(answer.status == .badRequest, "\(path)")
                #expect(answer.json?["detail"]?.string?.contains(words) == true, "\(path)")
            }
            #expect(bench.wakes() == 0)
            #expect(try await bench.send(.get, "/v1/recipients/4711").status == .notFound)
        }
    }
}
