// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import SealedPushSender
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A pairing of a recipient's device, from the link to its messages.
@Suite(.timeLimit(.minutes(5)))
struct SidecarPairingTests {
    private let bench: PairingBench
    private let phone = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#

    init() throws {
        bench = try PairingBench()
    }

    /// Another number than an answer's.
    private func otherNumber(than answer: PairingAnswer) throws -> PairingNumber {
        try #require(PairingNumber((answer.answerHash.number.value + 1) % 100))
    }

    // MARK: - The number

    @Test(.rules("C-109"))
    func `a device that answers is the recipient's once its number is typed`() async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(bench.answers.value == 1)
            #expect(try await bench.devices().isEmpty)
            try await bench.deliver()
            #expect(try bench.named(by: phone) == [answer.answerHash])
            #expect(try await bench.confirm(answer) == .confirmed)
            #expect(try await bench.state() == .confirmed("Ann's phone"))
            #expect(try await bench.devices() == [phone.identity])
            let events = try await bench.database.events(after: 0)
            #expect(events.map(\.kind) == [.paired])
            #expect(events.map(\.recipient) == [PairingBench.code])
            // An answer that was lost is asked for again, and says the same.
            #expect(try await bench.confirm(answer) == .confirmed)
            #expect(try await bench.database.events(after: 0).count == 1)
            let name = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            #expect(try await bench.sidecar.results(name) == [.accepted])
            #expect(try bench.named(by: phone) == [answer.answerHash, nil])
        }
    }

    @Test(.rules("C-109"))
    func `a wrong number ends the pairing, and the right one comes too late then`() async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            let wrong = try otherNumber(than: answer)
            let first = try await bench.database.confirm(wrong, of: PairingBench.code)
            #expect(first == .wrongNumber)
            #expect(try await bench.state() == .ended(.wrongNumber))
            #expect(try await bench.confirm(answer) == .notAnswered)
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 0)
            #expect(try await bench.devices().isEmpty)
            #expect(try await bench.database.events(after: 0).isEmpty)
            #expect(try await bench.database.contentCount() == 0)
        }
    }

    @Test func `a wrong number does nothing to a device that was confirmed before`() async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            let wrong = try otherNumber(than: answer)
            let second = try await bench.database.confirm(wrong, of: PairingBench.code)
            #expect(second == .notAnswered)
            #expect(try await bench.devices() == [phone.identity])
        }
    }

    @Test(.rules("C-109"))
    func `a device without a number gets nothing but the pairing's message, and ends after a day`()
        async throws
    {
        try await bench.run {
            let answer = try await bench.pair(phone)
            let acceptance = try await bench.sidecar.accept(request)
            #expect(acceptance == .unknown([PairingBench.code]))
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 1)
            // A moment before its end, also by a sweep.
            bench.sidecar.advance(.days(1) - .seconds(1))
            try await bench.sidecar.sweep()
            #expect(try await bench.state() == .answered)
            bench.sidecar.advance(.seconds(1))
            #expect(try await bench.state() == .ended(.unconfirmed))
            #expect(try await bench.confirm(answer) == .notAnswered)
            bench.sidecar.advance(.seconds(1))
            try await bench.sidecar.sweep()
            let pending = try await bench.database.pendingCount()
            #expect(pending == 0)
            bench.sidecar.advance(.days(8))
            try await bench.sidecar.sweep()
            #expect(try await bench.state() == nil)
        }
    }

    @Test(.rules("C-109"))
    func `a clock that is set back has no device await its number for longer than a day`()
        async throws
    {
        try await bench.run {
            let answer = try await bench.pair(phone)
            try await bench.sidecar.sweep()
            #expect(try await bench.state() == .answered)
            bench.sidecar.advance(.days(-30))
            #expect(try await bench.state() == .ended(.unconfirmed))
            #expect(try await bench.confirm(answer) == .notAnswered)
            try await bench.sidecar.sweep()
            #expect(try await bench.database.pendingCount() == 0)
            #expect(try await bench.database.contentCount() == 0)
        }
    }
}
