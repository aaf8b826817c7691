// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A head as clients, proxies and attackers write it, and how each server answers it.
package struct RequestHead: Sendable {
    /// The request, and in some cases another one behind it.
    package let text: String
    /// The answers in their order.
    package let answers: [Answer]

    /// An answer, whatever the server.
    package enum Answer: Hashable, Sendable {
        /// The path was looked up.
        case served
        /// The body was asked for.
        case asked
        /// The body was read, and is not what the path takes.
        case taken
        /// The request cannot be read for certain: 400 without a problem.
        case refused
        /// Another status.
        case other(String)
    }

    private init(_ text: String, _ answers: Answer...) {
        self.text = text
        self.answers = answers
    }

    /// The answers that a connection brought.
    package static func answers(in text: String) -> [Answer] {
        text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { part in
            switch part.prefix(3) {
            case "100": .asked
            case "200", "404": .served
            case "400": part.contains(":problem:wrong-") ? .taken : .refused
            case let status: .other(String(status))
            }
        }
    }

    /// The heads, of which some post JSON to a path and show a key.
    package static func all(posting path: String, by key: String) -> [RequestHead] {
        hosts + targets + connections + Posts(path: path, key: key).heads
    }

    /// A path that has the server's health, or nothing.
    private static let path = "/health/live"
    private static let get = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"

    /// RFC 9112, section 3.2: the host.
    private static var hosts: [RequestHead] {
        let clear = [
            "a", "A", "a:80", "a:", "my_service:8080", "a.example.", "a%2d.example",
            "127.0.0.1:8080", "[::1]", "[::1]:8080", "[::ffff:10.0.0.1]", "\ta ",
        ]
        let unclear = [
            "", " ", ":80", "a b", "a, b", "a/b", "a@b", "http://a", "a:b", "a:80:80", "::1",
            "[::1", "[]", "[x]", "[:::::::::]", "[1.2.3.4.5]", "%zz", "a%", "a%4", "[::1]a",
            "[::1]:a", "a#b", "a?b", "a\\b", "<a>", "\u{E4}",
            "a\r\nHost: a", "a\r\nhOST: b", "a\r\nHost:",
        ]
        var heads = [
            RequestHead("GET \(path) HTTP/1.1\r\n\r\n" + get, .refused),
            RequestHead("GET http://a\(path) HTTP/1.1\r\n\r\n" + get, .refused),
            RequestHead("GET \(path) HTTP/1.0\r\n\r\n", .served),
            RequestHead("GET http://a\(path) HTTP/1.0\r\n\r\n", .served),
        ]
        for version in ["1.1", "1.0"] {
            let line = "GET \(path) HTTP/\(version)\r\nHost: "
            heads += clear.map { RequestHead(line + "\($0)\r\n\r\n", .served) }
            heads += unclear.map { RequestHead(line + "\($0)\r\n\r\n" + get, .refused) }
        }
        return heads
    }

    /// RFC 9112, section 3.2: the target.
    private static var targets: [RequestHead] {
        let clear = [
            path, "http://a\(path)", "HTTP://a\(path)", "https://a\(path)", "http://b:81\(path)",
            "http://[::1]:80\(path)", "http://a\(path)?x=/y", "\(path)?",
        ]
        let unclear = [
            "http://\(path)", "http:\(path)", "http://:80\(path)", "http://?\(path)", "http://",
            "http:health/live", "http://u@a\(path)", "http://u:p@a\(path)", "http://a:b\(path)",
            "http://[::1\(path)", "ftp://a\(path)", "file://\(path)", "urn:x", "x:\(path)",
            "health/live", "a:80", "*", "?x", "\(path)#x", "http://a\(path)#x", "http://a#\(path)",
            "://a\(path)",
        ]
        let end = " HTTP/1.1\r\nHost: a\r\n\r\n"
        return clear.map { RequestHead("GET \($0)" + end, .served) }
            + unclear.map { RequestHead("GET \($0)" + end + get, .refused) }
            + ["a:443", path, "http://a/", "*"].map {
                RequestHead("CONNECT \($0)" + end + get, .refused)
            }
    }

    /// RFC 9112, section 9.3: the end of the connection.
    private static var connections: [RequestHead] {
        let last = ["close", "Close", "TE, close", "keep-alive\r\nConnection: CLOSE"]
        let old = "GET \(path) HTTP/1.0\r\n"
        let upgrades = [
            "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c",
            "Connection: upgrade\r\nUpgrade: websocket", "Proxy-Connection: close",
        ]
        let line = "GET \(path) HTTP/1.1\r\nHost: a\r\n"
        return (last.map { "Connection: \($0)" } + upgrades).map {
            RequestHead(line + "\($0)\r\n\r\n" + get, .served)
        } + [
            RequestHead(get + get, .served, .served),
            RequestHead(old + "\r\n" + get, .served),
            RequestHead(old + "Connection: keep-alive\r\n\r\n" + get, .served),
        ]
    }

    /// Requests with bodies.
    private struct Posts {
        let path: String
        let key: String

        private func post(
            _ fields: [String],
            _ version: String = "1.1",
            _ body: String = "{}"
        ) -> String {
            let head = [
                "POST \(path) HTTP/\(version)", "Host: a", "Authorization: Bearer \(key)",
                "Content-Type: application/json",
            ]
            return (head + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
        }

        /// RFC 9110, section 10.1.1, and RFC 9112, section 6.
        var heads: [RequestHead] {
            let length = "Content-Length: 2"
            let (coding, chunk) = ("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n")
            let asking = ["100-continue", "100-Continue", "100-continue , ,100-continue"]
            let strange = ["x", "100-continue, x", "x\r\nExpect: 100-continue", "100-continue=1"]
            return asking.map { RequestHead(post([length, "Expect: \($0)"]), .asked, .taken) }
                + strange.map { RequestHead(post([length, "Expect: \($0)"]), .other("417")) }
                + (asking + strange).map {
                    RequestHead(post([length, "Expect: \($0)"], "1.0"), .taken)
                } + [
                    RequestHead(post([length, "Expect: "]), .taken),
                    RequestHead(post([length]), .taken),
                    RequestHead(post([length], "1.0"), .taken),
                    RequestHead(post([coding], "1.1", chunk), .taken),
                    RequestHead(post([length, coding], "1.1", chunk), .refused),
                    RequestHead(post(["Transfer-Encoding: gzip, chunked"], "1.1", chunk), .refused),
                    RequestHead(post([coding], "1.0", chunk), .refused),
                    RequestHead(post([length, coding], "1.0", chunk), .refused),
                    RequestHead(post([length, "Transfer-Encoding:"]), .refused),
                    RequestHead(post(["Transfer-Encoding: "]), .refused),
                    RequestHead(post(["Transfer-Encoding: ,"], "1.1", chunk), .refused),
                    RequestHead(post(["Transfer-Encoding: ,chunked"], "1.1", chunk), .refused),
                    RequestHead(post(["Transfer-Encoding:\tchunked\t"], "1.1", chunk), .refused),
                    RequestHead(post([coding, coding], "1.1", chunk), .refused),
                    RequestHead(post(["Connection: Upgrade", "Upgrade: h2c", length]), .taken),
                    RequestHead(
                        post(["Connection: Upgrade", "Upgrade: h2c", coding], "1.1", chunk),
                        .taken
                    ),
                    RequestHead(
                        "OPTIONS * HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(key)\r\n\r\n",
                        .served
                    ),
                ]
        }
    }
}
