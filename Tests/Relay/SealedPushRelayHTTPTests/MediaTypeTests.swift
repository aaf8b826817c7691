// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SealedPushCoding
import Testing

@testable import SealedPushRelay

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
