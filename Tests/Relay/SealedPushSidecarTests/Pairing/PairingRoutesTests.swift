// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import InMemoryLogging
import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// What a backend asks about pairings.
@Suite(.timeLimit(.minutes(5)))
struct PairingRoutesTests {
    private static let path = "/v1/recipients/4711/pairing"
    private static let request = #"{"relay":"https://relay.example","name":"Shop"}"#

    @Test(.rules("C-109"))
    func `a backend pairs a device by four requests`() async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let begun = try await bench.send(.post, Self.path, Self.request)
                #expect(begun.status == .created)
                let text = try #require(begun.json?["link"]?.string)
                let link = try PairingLink(text, from: .system)
                #expect(link.name == "Shop" && link.relayURL == "https://relay.example")
                #expect(begun.json?["svg"]?.string?.hasPrefix("<svg ") == true)
                let end = begun.json?["end"]?.integer
                #expect(end == Int(link.end.milliseconds / 1000))
                let waiting = try await bench.send(.get, Self.path)
                #expect(waiting.json?["state"]?.string == "waiting")
                #expect(waiting.json?["end"]?.integer == end)

                let phone = SampleDevice()
                let answer = try bench.pairing.answer(link, by: phone)
                try await bench.pairing.reach(.answered)
                let answered = try await bench.send(.get, Self.path)
                #expect(answered.json?["state"]?.string == "answered")
                #expect(answered.json?["end"]?.integer != nil)
                // No answer tells the number, nor the name, which could hold it.
                #expect(answered.json?.members?.count == 2)

                let number = #"{"number":\#(answer.answerHash.number.value)}"#
                #expect(try await bench.send(.put, Self.path, number).status == .noContent)
                let confirmed = try await bench.send(.get, Self.path)
                #expect(confirmed.json?["state"]?.string == "confirmed")
                #expect(confirmed.json?["name"]?.string == "Ann's phone")
                let events = try await bench.send(.get, "/v1/events").json?["events"]?.elements
                #expect(events?.compactMap { $0["kind"]?.string } == ["paired"])
                #expect(events?.first?["recipient"]?.string == "4711")
                #expect(events?.first?["message"] == nil)
                let known = try await bench.send(.get, "/v1/recipients/4711").json
                #expect(known?["subscriptions"]?.elements?.isEmpty == true)
                let device = known?["paired"]?.elements?.first
                #expect(device?["name"]?.string == "Ann's phone")
                #expect(device?["result"]?.string == "waiting")

                #expect(try await bench.send(.delete, Self.path).status == .noContent)
                let undone = try await bench.send(.get, Self.path)
                #expect(undone.json?["state"]?.string == "ended")
                #expect(undone.json?["reason"]?.string == "removed")
                #expect(try await bench.send(.get, "/v1/recipients/4711").status == .notFound)
            }
        }
    }

    @Test(.rules("C-109"))
    func `a wrong number is told, and ends the pairing`() async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let answer = try await bench.pairing.pair(SampleDevice())
                let wrong = (answer.answerHash.number.value + 1) % 100
                // What is no number is told as such, and ends nothing.
                for number in ["\"47\"", "100", "-1", "null", "4.5", "07", "[47]", "1e2"] {
                    let body = #"{"number":\#(number)}"#
                    let answer = try await bench.send(.put, Self.path, body)
                    #expect(answer.type == "urn:sealedpush:problem:wrong-pairing", "\(body)")
                }
                for body in ["{}", "[47]", "{"] {
                    let answer = try await bench.send(.put, Self.path, body)
                    #expect(answer.type == "urn:sealedpush:problem:wrong-pairing", "\(body)")
                }
                let refused = try await bench.send(.put, Self.path, #"{"number":\#(wrong)}"#)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.type == "urn:sealedpush:problem:wrong-number")
                let ended = try await bench.send(.get, Self.path)
                #expect(ended.json?["reason"]?.string == "wrong-number")
                let late = try await bench.send(.put, Self.path, #"{"number":\#(wrong)}"#)
                #expect(late.status == .conflict)
                #expect(late.type == "urn:sealedpush:problem:not-answered")
            }
        }
    }

    @Test(.rules("C-109"), arguments: ["", ".0", "e0"])
    func `a number may have any form of JSON's whole numbers`(_ form: String) async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let answer = try await bench.pairing.pair(SampleDevice())
                let body = #"{"number":\#(answer.answerHash.number.value)\#(form)}"#
                #expect(try await bench.send(.put, Self.path, body).status == .noContent)
            }
        }
    }

    @Test(
        .rules("C-119"),
        arguments: [
            (nil, HTTPResponse.Status.badGateway, "no-relay"),
            (RelayAnswer(status: 404, body: []), .unprocessableContent, "no-drops"),
            (RelayAnswer(status: 301, body: []), .unprocessableContent, "no-drops"),
        ]
    )
    func `no code is made that no phone could answer, and an earlier one goes on`(
        _ answer: RelayAnswer?,
        _ status: HTTPResponse.Status,
        _ problem: String
    ) async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                bench.pairing.relay.answerChecks(with: answer)
                let first = try await bench.send(.post, Self.path, Self.request)
                #expect(first.status == status)
                #expect(first.type == "urn:sealedpush:problem:\(problem)")
                #expect(try await bench.send(.get, Self.path).status == .notFound)
                let link = try await bench.pairing.begin()
                bench.pairing.relay.answerChecks(with: answer)
                #expect(try await bench.send(.post, Self.path, Self.request).status == status)
                try bench.pairing.answer(link, by: SampleDevice())
                try await bench.pairing.reach(.answered)
            }
        }
    }

    @Test(.rules("C-119"))
    func `a relay that is busy is asked again when it says`() async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let busy = RelayAnswer(status: 503, retryAfter: "20", body: [])
                bench.pairing.relay.answerChecks(with: busy)
                #expect(try await bench.send(.post, Self.path, Self.request).status == .created)
                await bench.pairing.clock.waitForSleeper()
                bench.pairing.clock.advance(by: .seconds(19))
                try await Task.sleep(for: .milliseconds(50))
                #expect(bench.pairing.relay.asked == 0)
                bench.pairing.clock.advance(by: .seconds(1))
                try await bench.pairing.waiting(1)
            }
        }
    }

    @Test(.rules("C-113 C-116"), arguments: [path, "/v1/recipients/4711"])
    func `what is deleted makes room for another link at once`(_ path: String) async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                try await bench.pairing.begin()
                try await bench.pairing.waiting(1)
                #expect(try await bench.send(.delete, path).status == .noContent)
                try await bench.pairing.waiting(0)
                #expect(try await bench.pairing.state() == .ended(.removed))
            }
        }
    }

    @Test(.rules("C-116"))
    func `one of several paired devices is taken away`() async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let phones = [SampleDevice(), SampleDevice()]
                for phone in phones {
                    let number = try await bench.pairing.pair(phone).answerHash.number
                    let body = #"{"number":\#(number.value)}"#
                    #expect(try await bench.send(.put, Self.path, body).status == .noContent)
                }
                let known = try await bench.send(.get, "/v1/recipients/4711").json?["paired"]
                let names = (known?.elements ?? []).compactMap { $0["device"]?.string }
                try #require(names.count == 2)
                let path = "/v1/recipients/4711/devices/"
                #expect(try await bench.send(.delete, path + names[0]).status == .noContent)
                #expect(try await bench.pairing.devices() == [phones[1].identity])
                #expect(try await bench.pairing.state() == .confirmed("Ann's phone"))
                #expect(try await bench.send(.delete, path + names[1]).status == .noContent)
                #expect(try await bench.pairing.devices().isEmpty)
                #expect(try await bench.pairing.state() == .ended(.removed))
                #expect(try await bench.send(.delete, path + names[1]).status == .noContent)
                #expect(try await bench.send(.delete, path + "x").status == .notFound)
            }
        }
    }

    @Test func `an app's page is in the link and in its code`() async throws {
        try await SidecarHTTPBench.run { bench in
            let page = "https://app.example/pair"
            let plain = try await bench.send(.post, Self.path, Self.request)
            let body =
                #"{"relay":"https://relay.example","name":"Shop","page":"\#(page)"}"#
            let answer = try await bench.send(.post, Self.path, body)
            let text = try #require(answer.json?["link"]?.string)
            #expect(text.hasPrefix(page + "#"))
            #expect(try PairingLink(text, from: .camera).name == "Shop")
            #expect(answer.json?["svg"]?.string != plain.json?["svg"]?.string)
        }
    }

    @Test(arguments: [
        ("{", "JSON"), ("[]", "no JSON object"), (#"{"relay":"x","name":"Shop"}"#, "https://"),
        (#"{"name":"Shop"}"#, "'relay'"), (#"{"relay":"https://relay.example"}"#, "'name'"),
        (#"{"relay":"https://relay.example","name":""}"#, "'name'"),
        (#"{"relay":"https://relay.example","name":"a\nb"}"#, "'name'"),
        (#"{"relay":"https://relay.example","name":"Shop","page":"http://a"}"#, "'page'"),
        (#"{"relay":"https://relay.example","name":"Shop","page":7}"#, "'page'"),
        (#"{"relay":"https://relay.example","name":"Shop","to":7}"#, "other than"),
        (#"{"relay":"https://relay.example:99","name":"Shop"}"#, "other than 443"),
        (#"{"relay":"https://10.0.0.1","name":"Shop"}"#, "no public server"),
        (#"{"relay":"http://127.0.0.1:80801","name":"Shop"}"#, "'relay'"),
        (
            #"{"relay":"https://\#(String(repeating: "a.", count: 47))example","name":"Shop"}"#,
            "100 bytes"
        ),
    ])
    func `a code that can't be is refused in words`(_ body: String, _ words: String) async throws {
        try await SidecarHTTPBench.run { bench in
            let answer = try await bench.send(.post, Self.path, body)
            #expect(answer.status == .badRequest)
            #expect(answer.type == "urn:sealedpush:problem:wrong-pairing")
            let detail = answer.json?["detail"]?.string ?? ""
            #expect(detail.contains(words), "\(detail)")
            #expect(try await bench.send(.get, Self.path).status == .notFound)
        }
    }

    @Test func `a recipient without a pairing has none, and taking it back does nothing`()
        async throws
    {
        try await SidecarHTTPBench.run { bench in
            #expect(try await bench.send(.get, Self.path).status == .notFound)
            #expect(try await bench.send(.delete, Self.path).status == .noContent)
            let late = try await bench.send(.put, Self.path, #"{"number":1}"#)
            #expect(late.type == "urn:sealedpush:problem:not-answered")
            let wrong = try await bench.send(.post, "/v1/recipients/a%0Ab/pairing", Self.request)
            #expect(wrong.type == "urn:sealedpush:problem:unknown")
            let method = try await bench.send(.patch, Self.path)
            #expect(method.type == "urn:sealedpush:problem:method-not-allowed")
            let large = Self.request + String(repeating: " ", count: 8 << 10)
            #expect(try await bench.send(.post, Self.path, large).status == .contentTooLarge)
        }
    }

    @Test(.rules("C-98 C-117"))
    func `logs name no recipient, link or name of a pairing`() async throws {
        try await SidecarHTTPBench.run { bench in
            try await bench.pairing.run {
                let path = "/v1/recipients/user-of-mine/pairing"
                let link = try await bench.send(.post, path, Self.request).json?["link"]?.string
                _ = try await bench.send(.get, path)
                _ = try await bench.send(.put, path, #"{"number":47}"#)
                _ = try await bench.send(.delete, path)
                let lines = bench.logs.entries.map { "\($0.message) \($0.metadata)" }
                #expect(lines.count { $0.contains("/pairing") } == 4)
                for line in lines {
                    for secret in ["user-of-mine", "Shop", "relay.example", link ?? ""] {
                        #expect(!line.contains(secret))
                    }
                }
            }
        }
    }
}
