// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import SealedPushCoding
import SimulatedAPNs
import Testing

@testable import SealedPushLab

/// The pushes that came, by REST.
@Suite struct PushLogTests {
    private static func numbers(_ value: JSONValue) -> [Int?] {
        (value["pushes"]?.elements ?? []).map { $0["number"]?.integer }
    }

    @Test func `pushes are listed by phone and page, and forgotten by phone`() async throws {
        try await LabBench.run { bench in
            let (ann, bob) = (try await bench.makePhone(), try await bench.makePhone())
            for token in [ann.token, bob.token, ann.token, ann.token] {
                bench.push(#"{"aps":{"alert":{"title":"T","body":"B"}}}"#, to: token)
            }
            #expect(Self.numbers(try await bench.get("/pushes")) == [4, 3, 2, 1])
            let page = try await bench.get("/pushes?phone=\(ann.id)&limit=1&before=4")
            #expect(Self.numbers(page) == [3])
            #expect(page["count"]?.integer == 3)
            #expect(page["pushes"]?.elements?.first?["title"]?.string == "T")
            #expect(page["pushes"]?.elements?.first?["text"]?.string == "B")
            try await bench.send(.delete, "/pushes?phone=\(ann.id)")
            #expect(Self.numbers(try await bench.get("/pushes")) == [2])
            let shown = try await bench.get(ann.path + "/notifications")["notifications"]
            #expect(shown?.elements?.count == 3)
            try await bench.send(.delete, "/pushes")
            #expect(Self.numbers(try await bench.get("/pushes")) == [])
        }
    }

    @Test func `a push is found by its id, and a wait for it ends when it has come`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            let id = "123e4567-e89b-12d3-a456-426614174000"
            async let waiting = bench.get("/pushes/\(id)?wait=1&timeout=60")
            try await Task.sleep(for: .milliseconds(50))
            let name = (name: "apns-id", value: id)
            bench.push(#"{"aps":{"alert":"Hi"}}"#, to: phone.token, [name])
            let push = try await waiting
            #expect(push["number"]?.integer == 1)
            #expect(push["report"]?["shown"]?["lines"]?.elements?.first?.string == "Hi")
            #expect(try await bench.send(.get, "/pushes/\(id.uppercased())").status == .ok)
            #expect(try await bench.send(.get, "/pushes/01").status == .notFound)
        }
    }

    @Test func `a push of 10,000 and one makes the oldest go`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            for _ in 0...PushLog.limit {
                bench.push(#"{"aps":{"alert":"Hi"}}"#, to: phone.token)
            }
            let list = try await bench.get("/pushes?limit=1")
            #expect(list["count"]?.integer == PushLog.limit)
            #expect(Self.numbers(list) == [PushLog.limit + 1])
            #expect(try await bench.send(.get, "/pushes/1").status == .notFound)
            #expect(try await bench.send(.get, "/pushes/2").status == .ok)
            let shown = try await bench.get(phone.path + "/notifications")["notifications"]
            #expect(shown?.elements?.count == 1000)
        }
    }

    @Test func `what no reader of JSON takes is shown all the same`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            for payload in ["", "[", #"{"aps":1}"#, "\u{202E}</script>"] {
                bench.push(payload, to: phone.token)
                let push = try await bench.get("/pushes?limit=1")
                let number = try #require(Self.numbers(push).first ?? nil)
                let whole = try await bench.get("/pushes/\(number)")
                #expect(whole["payload"]?.string == payload)
            }
        }
    }

    @Test func `a provider token is shown without its signature`() async throws {
        try await LabBench.run { bench in
            let phone = try await bench.makePhone()
            let field = (name: "authorization", value: "bearer aaa.bbb.secret")
            bench.push(#"{"aps":{"alert":"Hi"}}"#, to: phone.token, [field])
            let headers = try await bench.get("/pushes/1")["headers"]?.elements ?? []
            let values = headers.compactMap { $0.elements?.last?.string }
            #expect(values.contains("bearer aaa.bbb.…"))
        }
    }

    @Test func `faults come as they are put, for one token if they name it`() async throws {
        try await LabBench.run { bench in
            let (ann, bob) = (try await bench.makePhone(), try await bench.makePhone())
            let rule = #"{"fault":"refusal","reason":"TooManyRequests","token":"\#(ann.token)"}"#
            let body = #"{"seed":7,"faults":[\#(rule)]}"#
            #expect(try await bench.send(.put, "/apns/faults", json: body).status == .noContent)
            let kept = try await bench.get("/apns/faults")
            #expect(kept["seed"]?.integer == 7)
            #expect(kept["faults"]?.elements?.map { Array($0.bytes) } == [Array(rule.utf8)])
            for token in [ann.token, bob.token] {
                bench.push(#"{"aps":{"alert":"Hi"}}"#, to: token)
            }
            let pushes = try await bench.get("/pushes")["pushes"]?.elements ?? []
            #expect(pushes.map { $0["status"]?.integer } == [200, 429])
            let wrong = #"{"faults":[{"fault":"drop","reason":"x"}]}"#
            #expect(try await bench.send(.put, "/apns/faults", json: wrong).problem != nil)
            #expect(try await bench.get("/apns/faults")["seed"]?.integer == 7)
        }
    }
}
