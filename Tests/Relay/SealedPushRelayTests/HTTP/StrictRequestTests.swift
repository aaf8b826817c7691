// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OpenAPITestSupport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushRelay

/// Requests that `openapi.yaml` does not describe.
struct StrictRequestTests {
    @Test(.rules("C-63"))
    func `a member that no request has is refused by each, and nothing is done`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let requests: [(String, HTTPRequest.Method, String, known: String)] = [
                ("/v1/invitations", .post, bench.apiKey.text, "app, environment"),
                (
                    "/v1/devices", .post, "x",
                    "app, environment, token, bundle, prekeys, invitation"
                ),
                (device.path("/token"), .put, device.credential, "token"),
                (device.path("/activation"), .post, device.credential, "proof"),
                (device.path("/credential"), .put, device.credential, "proof"),
                (device.path("/endpoints"), .post, device.credential, "vapid, firstKey, unbound"),
            ]
            let document = try APIDocument.repository.get()
            let documented = document.operations.filter {
                document.mediaType(of: $0) == "application/json"
            }
            #expect(Set(requests.compactMap { document.operation($0.1, $0.0) }) == documented)
            for (path, method, bearer, known) in requests {
                for name in ["x", "", "App", "app\u{301}", "unbound "] {
                    let answer = try await bench.send(path, method, bearer: bearer) {
                        $0.add("app", "chat")
                        $0.add("unbound", true)
                        $0.add(name, "y")
                    }
                    #expect(answer.problem == "wrong-body", "\(path) \(name)")
                    let detail = answer.json?["detail"]?.string ?? ""
                    #expect(detail.hasSuffix("these are: \(known)."), "\(path): \(detail)")
                }
            }
        }
    }

    @Test(arguments: ["app", "environment"])
    func `null is no text, and not the same as no member`(_ name: String) async throws {
        try await RelayBench.run { bench in
            let text = name == "app" ? #"{"app":null}"# : #"{"app":"chat","environment":null}"#
            let headers: HTTPFields = [
                .authorization: "Bearer \(bench.apiKey.text)", .contentType: "application/json",
            ]
            let answer = try await bench.send(
                "/v1/invitations",
                .post,
                headers,
                Array(text.utf8)
            )
            #expect(answer.problem == "wrong-body")
            #expect(answer.json?["detail"]?.string?.contains("'\(name)'") == true)
        }
    }

    /// Each operation of the document, as a request that has all but a body.
    private func requests(
        _ bench: RelayBench,
        _ device: BenchDevice
    ) throws -> [(APIDocument.Operation, path: String, HTTPRequest.Method, HTTPFields)] {
        let endpoint = bench.path.split(separator: "/").last.map(String.init) ?? ""
        return try APIDocument.repository.get().operations.map { operation in
            let path = operation.path.replacing("{device}", with: device.id)
                .replacing("{endpoint}", with: endpoint).replacing("{message}", with: "x")
                .replacing("{drop}", with: "AAAAAAAAAAAAAAAAAAAAAA")
            let isOfPublisher = operation.path == "/v1/invitations"
            let bearer = isOfPublisher ? bench.apiKey.text : device.credential
            let method = try #require(HTTPRequest.Method(operation.method))
            return (operation, path, method, [.authorization: "Bearer \(bearer)", .ttl: "60"])
        }
    }

    @Test func `each path has one spelling, without a slash too many`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            for (operation, path, method, headers) in try requests(bench, device) {
                let parts = path.dropFirst().split(separator: "/")
                let doubled = parts.indices.map { index in
                    parts.indices.map { ($0 == index ? "//" : "/") + parts[$0] }.joined()
                }
                for path in doubled + [path + "/", path + "//", path + "/."] {
                    let answer = try await bench.client.execute(
                        uri: path,
                        method: method,
                        headers: headers
                    )
                    // A dot may be the name of something, as RFC 3986 has it.
                    let isName = path.hasSuffix("/.") && answer.problem == "method-not-allowed"
                    #expect(isName || answer.problem == "unknown", "\(operation): \(path)")
                }
            }
            // Slashes behind the path are none of it.
            let query = try await bench.client.execute(uri: bench.path + "?a=//", method: .get)
            #expect(query.status == .ok)
            #expect(try await bench.queued == 0)
        }
    }

    @Test func `each body is read as its media type, and in UTF-8`() async throws {
        let document = try APIDocument.repository.get()
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            for (operation, path, method, headers) in try requests(bench, device) {
                guard let mediaType = document.mediaType(of: operation) else { continue }
                for type in ["\(mediaType); charset=utf-16", "\(mediaType)x", "text/plain", nil] {
                    var headers = headers
                    headers[.contentType] = type
                    let answer = try await bench.send(path, method, headers, Array("{}".utf8))
                    #expect(answer.problem == "unsupported-coding", "\(operation): \(type ?? "")")
                }
            }
        }
    }
}

struct MediaTypeTests {
    @Test(
        arguments: [
            (nil, nil), ("", nil), ("text/plain", nil), ("application/jsonx", nil),
            ("application/json-patch+json", nil), ("application/x-www-form-urlencoded", nil),
            ("application/json, text/plain", nil), ("application/json, application/json", nil),
            ("application/octet-stream", nil), ("multipart/form-data; boundary=json", nil),
            ("text/plain; application/json", nil), (";application/json", nil),
            ("application/ json", nil),
            ("application/json", "gzip"), ("application/json", "identity"),
            ("application/json", "br, gzip"), ("application/json; charset=utf-16", nil),
            ("application/json;charset=\"utf-16\"", nil), ("application/json; charset=", nil),
            ("application/json; charset", nil), ("application/json; CHARSET=latin1", nil),
            ("application/json; a=b; charset=iso-8859-1", nil),
            ("application/json; charset=utf-8; charset=utf-16", nil),
            ("application/json; charset = utf-16le", nil), ("application/json; charset=utf-7", nil),
        ] as [(String?, String?)]
    )
    func `a body of another media type, or with a coding, is refused and read by none`(
        _ type: String?,
        _ coding: String?
    ) async throws {
        try await RelayBench.run { bench in
            var headers: HTTPFields = [.authorization: "Bearer \(bench.apiKey.text)"]
            headers[.contentType] = type
            headers[.contentEncoding] = coding
            let body = JSONWriter.object { $0.add("app", "chat") }
            let answer = try await bench.send("/v1/invitations", .post, headers, body)
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer.problem == "unsupported-coding")
            let message = try await bench.post(
                nil,
                [.contentType: type, .contentEncoding: coding]
            )
            #expect(message.problem == "unsupported-coding")
            #expect(try await bench.queued == 0)
        }
    }

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"", "application/json ; Charset=Utf-8 ; a=b",
        "application/json;", "application/json; version=1",
    ])
    func `a media type is known however it is written`(_ type: String) async throws {
        try await RelayBench.run { bench in
            let headers: HTTPFields = [
                .authorization: "Bearer \(bench.apiKey.text)", .contentType: type,
            ]
            let body = JSONWriter.object { $0.add("app", "chat") }
            let answer = try await bench.client.execute(
                uri: "/v1/invitations",
                method: .post,
                headers: headers,
                body: ByteBuffer(bytes: body)
            )
            #expect(answer.status == .created)
        }
    }
}
