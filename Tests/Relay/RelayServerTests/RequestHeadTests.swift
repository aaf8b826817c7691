// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RawRequests
import TestSupport
import Testing

/// Raw requests to the listeners of both servers.
@Suite(.timeLimit(.minutes(5)))
struct RequestHeadTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    /// What a listener answers until it closes the connection; the client ends first.
    private func answer(at port: Int, to text: String) async throws -> String {
        let client = try RawConnection(port: port)
        try? client.send(text)
        client.finish()
        return await client.rest()
    }

    /// An operator's listener has none of the paths, so each request that it reads is not found there.
    private func check(
        _ heads: [RequestHead],
        at port: Int,
        ofOperator: Bool = false
    ) async throws {
        for head in heads {
            let answers = RequestHead.answers(in: try await answer(at: port, to: head.text))
            #expect(answers == head.answers, "\(head.text.debugDescription)")
        }
        for text in AmbiguousRequest.heads {
            let answers = RequestHead.answers(in: try await answer(at: port, to: text))
            #expect(answers == [.refused], "\(text.debugDescription)")
        }
        for text in AmbiguousRequest.bodies {
            let answers = RequestHead.answers(in: try await answer(at: port, to: text))
            // The head is clear, and may be answered before.
            let allowed: [[RequestHead.Answer]] = [
                [], [.refused], [.other("401")], [.other("415")], [.other("405")],
            ]
            let isNone = ofOperator && answers == [.served]
            #expect(isNone || allowed.contains(answers), "\(text.debugDescription)")
        }
        // Without the client's end.
        for end in ["HTTP/1.0", "HTTP/1.1\r\nHost: a\r\nConnection: TE, Close"] {
            let client = try RawConnection(port: port)
            try client.send("GET /health/live \(end)\r\n\r\n")
            #expect(RequestHead.answers(in: await client.rest()) == [.served], "\(end)")
        }
    }

    @Test(.rules("C-80 C-87"))
    func `a relay reads heads as RFC 9110 and 9112 say, for senders and for operators`()
        async throws
    {
        let relay = try await ServedRelay(
            ["--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder
        )
        let heads = RequestHead.all(posting: "/v1/devices", by: "none")
        try await check(heads, at: try relay.port)
        let port = try #require(URL(string: relay.operatorURL)?.port)
        let gets = heads.filter { $0.text.hasPrefix("GET ") }
        #expect(gets.count < heads.count)
        try await check(gets, at: port, ofOperator: true)
        #expect(relay.stop() == 0)
    }

    @Test func `a sidecar reads heads as RFC 9110 and 9112 say`() async throws {
        let store = ["sender", "init", "--store", "server"]
        #expect(try Tool.run(BuiltProgram.named("sealedpush"), store, in: folder).status == 0)
        let key = try Tool.run(
            BuiltProgram.named("sealedpush-server"),
            ["seal-service", "apikey", "make", "backend"],
            in: folder
        ).output.trimmingCharacters(in: .newlines)
        let sidecar = try await ServedRelay(
            ["--store", "server", "--topic", "a.b", "--port", "\(Listener.freePort())"],
            in: folder,
            as: ["seal-service", "run"]
        )
        try await check(RequestHead.all(posting: "/v1/messages", by: key), at: try sidecar.port)
        #expect(sidecar.stop() == 0)
    }
}
