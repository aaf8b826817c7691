// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import SealedPushRelay

/// What is left of a head; `RequestHeadTests` ask servers.
struct HeadRuleTests {
    private static let host: HTTPHeaders = ["Host": "a"]

    @Test(arguments: [
        ("/", "/"), ("/e/x?y=z://w", "/e/x?y=z://w"), ("//b/e/x", "//b/e/x"), ("/a:b", "/a:b"),
        ("http://b", "/"), ("http://b/", "/"), ("http://b?x", "/?x"),
        ("HTTPS://B:1/e/x?y", "/e/x?y"),
        ("http://b//e", "//e"), ("http://b/http://c/d", "/http://c/d"), ("*", nil), ("", nil),
        ("http://b@c/e", nil), ("http:///e", nil), ("http://?x", nil), ("http:/e", nil),
        ("ws://b/e", nil), ("http://b/e#f", nil), ("/e#", nil), ("b:80", nil),
    ])
    func `a target is a path on this server, or none`(_ uri: String, _ path: String?) {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: Self.host)
        #expect(head.clear?.uri == path)
    }

    @Test func `an asterisk is a target of OPTIONS alone, and CONNECT has none`() {
        for method in [HTTPMethod.OPTIONS, .CONNECT, .POST] {
            let head = HTTPRequestHead(
                version: .http1_1,
                method: method,
                uri: "*",
                headers: Self.host
            )
            #expect(head.clear?.uri == (method == .OPTIONS ? "*" : nil))
        }
    }

    @Test func `HTTP before 1-0, between the two and after them is not read`() {
        for (major, minor) in [(0, 9), (1, 2), (1, 9), (2, 0), (3, 0)] {
            let version = HTTPVersion(major: major, minor: minor)
            let head = HTTPRequestHead(version: version, method: .GET, uri: "/", headers: Self.host)
            #expect(head.clear == nil, "\(version)")
        }
    }

    @Test func `HTTP 1-0 has no expectations, and ends with its answer`() {
        let fields: HTTPHeaders = [
            "Expect": "100-continue", "expect": "x", "Connection": "keep-alive", "X": "y",
        ]
        let head = HTTPRequestHead(version: .http1_0, method: .POST, uri: "/", headers: fields)
        #expect(head.clear?.headers == ["X": "y", "Connection": "close"])
    }
}
