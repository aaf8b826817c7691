// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import SealedPushSender
import TestSupport
import Testing

@testable import SealedPushSidecar

/// The messages that end a pairing on the device.
@Suite(.timeLimit(.minutes(5)))
struct PairingMessageTests {
    private let bench: PairingBench
    private let phone = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#

    init() throws {
        bench = try PairingBench()
    }

    @Test(.rules("C-110"), arguments: [true, false])
    func `every message names the answer until a relay has taken one`(
        _ isTaken: Bool
    ) async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            // The relay may have it: the answer is lost.
            if isTaken { try await bench.deliver() }
            #expect(try await bench.confirm(answer) == .confirmed)
            // A message is on its way before the pairing's was.
            if !isTaken { bench.sidecar.relay.fail(with: .later(nil)) }
            let name = try await bench.sidecar.name(of: request)
            for _ in 0..<3 {
                try await bench.deliver()
                bench.sidecar.advance(.seconds(61))
            }
            #expect(try await bench.sidecar.results(name) == [.accepted])
            let named = try bench.named(by: phone)
            #expect(named.count == 2)
            #expect(named.first == answer.answerHash)
            // Both were sealed before one was taken, unless the pairing's was taken first.
            #expect(named.last == (isTaken ? nil : answer.answerHash))
            // And later ones have it no more.
            _ = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            #expect(try bench.named(by: phone).last == .some(nil))
        }
    }

    @Test(.rules("C-110"))
    func `a message without room for the answer waits for the pairing's`() async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            bench.sidecar.relay.fail(with: .later(nil))
            let text = try await longest()
            let name = try await bench.sidecar.name(of: text)
            try await bench.deliver()
            #expect(try await bench.sidecar.results(name) == [.waiting])
            #expect(bench.sidecar.relay.posts == 1)
            for _ in 0..<4 {
                bench.sidecar.advance(.seconds(61))
                try await bench.deliver()
            }
            #expect(try await bench.sidecar.results(name) == [.accepted])
            #expect(try bench.named(by: phone) == [answer.answerHash, nil])
        }
    }

    @Test(.rules("C-110"))
    func `if the answer about the pairing's message is lost, it goes again before a full message`()
        async throws
    {
        try await bench.run {
            let answer = try await bench.pair(phone)
            bench.sidecar.relay.fail(with: .unanswered, .refused)
            for _ in 0..<2 {
                try await bench.deliver()
                bench.sidecar.advance(.seconds(61))
            }
            #expect(try await bench.confirm(answer) == .confirmed)
            let names = [
                try await bench.sidecar.name(of: longest()),
                try await bench.sidecar.name(of: longest()),
            ]
            for _ in 0..<4 {
                try await bench.deliver()
                bench.sidecar.advance(.seconds(61))
            }
            for name in names {
                #expect(try await bench.sidecar.results(name) == [.accepted])
            }
            let hash = answer.answerHash
            #expect(try bench.named(by: phone) == [hash, hash, nil, nil])
            let kinds = try await bench.database.events(after: 0).map(\.kind)
            #expect(kinds == [.paired, .result(.accepted), .result(.accepted)])
        }
    }

    @Test(.rules("C-110"))
    func `no message replaces one that has to name the answer`() async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            let text = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"collapse":"chat"}"#
            for _ in 0..<2 { _ = try await bench.sidecar.name(of: text) }
            bench.sidecar.relay.fail(with: .later(nil), .later(nil), .later(nil))
            try await bench.deliver()
            #expect(Set(bench.sidecar.relay.topics).count == 3)
            bench.sidecar.advance(.seconds(61))
            try await bench.deliver()
            #expect(try bench.named(by: phone).allSatisfy { $0 == answer.answerHash })
            for _ in 0..<2 { _ = try await bench.sidecar.name(of: text) }
            try await bench.deliver()
            #expect(Set(bench.sidecar.relay.topics.suffix(2)).count == 1)
        }
    }

    /// The longest request that a push has room for.
    private func longest() async throws -> String {
        func request(_ count: Int) -> String {
            let text = String(repeating: "a", count: count)
            return #"{"to":["4711"],"payload":{"aps":{"alert":"\#(text)"}}}"#
        }
        let sender = bench.sidecar.sealer(in: bench.database)
        var (low, high) = (1, 4096)
        while high - low > 1 {
            let middle = (low + high) / 2
            let asked = try MessageRequest(reading: Array(request(middle).utf8))
            let fits = (try? sender.prepare(asked.payload, asked.options)) != nil
            (low, high) = fits ? (middle, high) : (low, middle)
        }
        return request(low)
    }

    @Test func `the pairing's message is no backend's: no event, and no other's place`()
        async throws
    {
        try await bench.run {
            try await bench.pair(phone)
            // The backend sets a list in which the device is not.
            try await bench.sidecar.set(SampleDevice(), of: "4711")
            try await bench.deliver()
            #expect(try bench.named(by: phone).count == 1)
            #expect(try await bench.database.events(after: 0).isEmpty)
        }
    }

    @Test func `prekeys that end soon are told of no device that awaits its number`() async throws {
        try await bench.run {
            let endpoint = try bench.sidecar.relay.endpoint(for: phone)
            bench.sidecar.advance(.days(16))
            let answer = try await bench.answer(bench.begin(), by: phone, at: endpoint)
            try await bench.reach(.answered)
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 1)
            #expect(try await bench.database.events(after: 0).isEmpty)
            #expect(try await bench.confirm(answer) == .confirmed)
            _ = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            let kinds = try await bench.database.events(after: 0).map(\.kind)
            #expect(kinds == [.paired, .prekeysLow, .result(.accepted)])
        }
    }

    @Test(
        .rules("C-114"),
        arguments: [
            (EndpointFailure.gone(nil), PairingEnd.deviceGone), (.refused, .refused),
            (.keyRefused, .endpointTaken),
        ]
    )
    func `a message that no relay takes ends the pairing`(
        _ failure: EndpointFailure,
        _ end: PairingEnd
    ) async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            bench.sidecar.relay.fail(with: failure)
            try await bench.deliver()
            #expect(try await bench.state() == .ended(end))
            #expect(try await bench.confirm(answer) == .notAnswered)
            #expect(try await bench.database.pendingCount() == 0)
        }
    }

    @Test(.rules("C-115"))
    func `the sender's own key signs what goes to paired devices, and nothing else`() async throws {
        try await bench.run {
            let other = SampleDevice()
            try await bench.sidecar.set(other, of: "4711")
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            _ = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            let devices = try await bench.database.devices(of: PairingBench.code)
            let signed = bench.sidecar.relay.signed
            #expect(devices.map { signed[$0.destination.address.endpoint] } == [[false], [true]])
        }
    }
}
