// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushRelayClient
import ServerStore
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Sidecars that wait for devices to answer.
@Suite(.timeLimit(.minutes(5)))
struct PairingWorkerTests {
    private let bench: PairingBench
    private let phone = SampleDevice()

    init() throws {
        bench = try PairingBench()
    }

    // MARK: - Time

    @Test func `a link that nothing answers ends after ten minutes of the monotonic clock`()
        async throws
    {
        bench.relay.holdNone()
        try await bench.run {
            try await bench.begin()
            // The time of day ends none that is waited for.
            bench.sidecar.advance(.days(2))
            await bench.clock.waitForSleeper()
            #expect(try await bench.state() == .waiting)
            bench.clock.advance(by: .seconds(600))
            try await bench.reach(.ended(.unanswered))
            #expect(bench.relay.asked < 5)
        }
    }

    @Test func `a relay that fails all the time is named as the reason`() async throws {
        try await bench.run {
            let link = try await bench.begin()
            // A box of other bytes is none that a device of this link has left.
            bench.relay.leave([UInt8](repeating: 7, count: DropBox.count), at: link.secret.id)
            while try await bench.state() == .waiting {
                bench.clock.advance(by: .seconds(30))
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try await bench.state() == .ended(.unavailable))
        }
    }

    // MARK: - What is refused

    @Test(.rules("C-114"))
    func `the answer of another app is refused`() async throws {
        try await bench.run {
            let link = try await bench.begin()
            try bench.answer(link, by: phone, topic: "com.example.other")
            try await bench.reach(.ended(.otherApp))
            #expect(bench.sidecar.relay.posts == 0)
            #expect(try await bench.database.pendingCount() == 0)
        }
    }

    @Test(
        .rules("C-114"),
        arguments: [
            (EndpointFailure.keyRefused, PairingEnd.endpointTaken), (.gone(nil), .deviceGone),
            (.refused, .refused), (.wrongClock, .wrongClock),
        ]
    )
    func `an endpoint that the relay does not serve ends the pairing, and says why`(
        _ failure: EndpointFailure,
        _ end: PairingEnd
    ) async throws {
        bench.sidecar.relay.failBundles(with: failure)
        try await bench.run {
            let link = try await bench.begin()
            try bench.answer(link, by: phone)
            try await bench.reach(.ended(end))
        }
    }

    @Test(.rules("C-114"))
    func `a relay puts no device of its own in the place of the one that answers`()
        async throws
    {
        try await bench.run {
            let link = try await bench.begin()
            let endpoint = try bench.sidecar.relay.endpoint(for: phone)
            try bench.sidecar.relay.replace(phone, by: SampleDevice())
            try bench.answer(link, by: phone, at: endpoint)
            try await bench.reach(.ended(.deviceRefused))
        }
    }

    @Test(.rules("C-114"), arguments: [true, false])
    func `a retired device is not paired, known before or not`(_ isKnown: Bool) async throws {
        if isKnown {
            try await bench.database.retire(phone.retirement())
        } else {
            bench.sidecar.relay.handOut(phone.retirement())
        }
        try await bench.run {
            let link = try await bench.begin()
            try bench.answer(link, by: phone)
            try await bench.reach(.ended(.deviceGone))
        }
        bench.sidecar.relay.handOut(nil)
        let memory = DatabaseSenderMemory(in: bench.database)
        #expect(try await memory.retirement(of: phone.identity) != nil)
    }

    @Test func `an answer to another link is none`() async throws {
        try await bench.run {
            let other = try await bench.begin()
            let link = try await bench.begin()
            let endpoint = try bench.sidecar.relay.endpoint(for: phone)
            let answer = try PairingBench.answer(to: other, by: phone, at: endpoint)
            bench.relay.leave(answer.box(for: link).bytes, at: link.secret.id)
            await bench.clock.waitForSleeper()
            #expect(try await bench.state() == .waiting)
        }
    }

    // MARK: - At once

    @Test(.rules("C-113"))
    func `of links that are asked for at once the last one counts, and the others wait no more`()
        async throws
    {
        try await bench.run {
            let links = try await withThrowingTaskGroup(of: PairingLink.self) { group in
                for _ in 0..<20 { group.addTask { try await bench.begin() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await bench.waiting(1)
            #expect(try await bench.state() == .waiting)
            // One of them is waited for, and can be answered.
            for link in links { try bench.answer(link, by: phone) }
            try await bench.reach(.answered)
            #expect(bench.answers.value == 1)
        }
    }

    @Test(.rules("C-113"))
    func `a link that can't begin ends none that waits`() async throws {
        let busy = try SidecarDatabase(
            path: bench.sidecar.path,
            busyLimit: .milliseconds(10),
            clock: bench.database.clock
        )
        let worker = try bench.other(in: busy)
        let blocker = try WriteBlocker(bench.sidecar.path)
        try await bench.run(worker) {
            let link = try await bench.begin(by: worker)
            try await bench.waiting(1)
            try blocker.take()
            await #expect(throws: ServerStoreError.self) { try await bench.begin(by: worker) }
            try blocker.letGo()
            try bench.answer(link, by: phone)
            try await bench.reach(.answered)
        }
    }

    // MARK: - Limits

    @Test(.rules("C-113"))
    func `a second link of a recipient replaces the first, which nothing can answer any more`()
        async throws
    {
        try await bench.run {
            let first = try await bench.begin()
            try await bench.waiting(1)
            let second = try await bench.begin()
            while bench.relay.asked < 2 { try await Task.sleep(for: .milliseconds(5)) }
            try await bench.waiting(1)
            try bench.answer(first, by: SampleDevice())
            let answer = try bench.answer(second, by: phone)
            try await bench.reach(.answered)
            let number = answer.answerHash.number
            let result = try await bench.database.confirm(number, of: PairingBench.code)
            #expect(result == .confirmed)
            #expect(try await bench.devices() == [phone.identity])
        }
    }

    @Test(.rules("C-109 C-113"))
    func `a new link takes the place of a device that awaits a number`() async throws {
        try await bench.run {
            let first = try await bench.pair(SampleDevice())
            let second = try await bench.pair(phone)
            #expect(try await bench.database.pendingCount() == 1)
            if first.answerHash.number != second.answerHash.number {
                let result = try await bench.database.confirm(
                    first.answerHash.number,
                    of: PairingBench.code
                )
                #expect(result == .wrongNumber)
            }
        }
    }

    @Test(.rules("C-113"))
    func `beyond the limit no pairing begins until another one has ended`() async throws {
        let bench = try PairingBench(limit: 3)
        try await bench.run {
            let codes = try (0..<4).map { try #require(RecipientCode("user \($0)")) }
            for code in codes.prefix(3) { try await bench.begin(code) }
            let asked = #"{"relay":"https://relay.example","name":"Shop"}"#
            let request = try PairingRequest(reading: Array(asked.utf8), RelayPolicy())
            let exchange = try bench.worker.exchange(for: request)
            await #expect(throws: SidecarProblem.tooManyPairings) {
                try await bench.worker.begin(exchange, for: codes[3])
            }
            #expect(try await bench.state(of: codes[3]) == nil)
            // One of them may have another link.
            try await bench.begin(codes[0])
            try await bench.worker.undo(codes[1])
            try await bench.begin(codes[3])
            #expect(try await bench.state(of: codes[3]) == .waiting)
        }
    }

    @Test(.rules("C-113"))
    func `128 links wait at once, each with one request, and no further one`() async throws {
        try await bench.run {
            let codes = try (0..<257).map { try #require(RecipientCode("user \($0)")) }
            for code in codes.prefix(128) { try await bench.begin(code) }
            try await bench.waiting(128)
            let asked = #"{"relay":"https://relay.example","name":"Shop"}"#
            let request = try PairingRequest(reading: Array(asked.utf8), RelayPolicy())
            let exchange = try bench.worker.exchange(for: request)
            await #expect(throws: SidecarProblem.tooManyPairings) {
                try await bench.worker.begin(exchange, for: codes[128])
            }
            #expect(bench.relay.asked == 128)
        }
    }

    @Test(.rules("C-113"))
    func `a worker that is told to stop ends all waits at once, and says so`() async throws {
        let codes = try (0..<20).map { try #require(RecipientCode("user \($0)")) }
        let begin = ContinuousClock.now
        try await bench.run {
            for code in codes { try await bench.begin(code) }
            try await bench.waiting(20)
            // Each has one request.
            #expect(bench.relay.asked == 20)
        }
        #expect(ContinuousClock.now - begin < .seconds(60))
        #expect(bench.relay.waiting == 0)
        for code in codes {
            #expect(try await bench.state(of: code) == .ended(.interrupted))
        }
        let asked = #"{"relay":"https://relay.example","name":"Shop"}"#
        let request = try PairingRequest(reading: Array(asked.utf8), RelayPolicy())
        let exchange = try bench.worker.exchange(for: request)
        await #expect(throws: SidecarProblem.tooManyPairings) {
            try await bench.worker.begin(exchange, for: codes[0])
        }
    }

    // MARK: - Secrets

    @Test(.rules("C-117"))
    func `the database never holds a link or its secret`() async throws {
        try await bench.run {
            let link = try await bench.begin()
            try bench.answer(link, by: phone)
            try await bench.reach(.answered)
            let secret = link.secret.bytes.withBytes { [UInt8](copying: $0) }
            for name in ["", "-wal"] {
                let file = try Data(contentsOf: URL(filePath: bench.sidecar.path + name))
                for bytes in [secret, link.secret.id.bytes, Array(link.secret.id.text.utf8)] {
                    #expect(file.range(of: Data(bytes)) == nil)
                }
            }
        }
    }

    @Test func `a sender without a key of its own pairs nothing`() async throws {
        let bench = try PairingBench(hasKey: false)
        await #expect(throws: SidecarProblem.pairingUnavailable) { try await bench.begin() }
    }
}
