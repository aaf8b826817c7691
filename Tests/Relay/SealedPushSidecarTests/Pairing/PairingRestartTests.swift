// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Pairings of several sidecars, and of sidecars that are killed and started.
@Suite(.timeLimit(.minutes(5)))
struct PairingRestartTests {
    private let bench: PairingBench
    private let phone = SampleDevice()

    init() throws {
        bench = try PairingBench()
    }

    @Test(.rules("C-111"))
    func `a sidecar that starts alone ends what a killed one waited for, and keeps the others`()
        async throws
    {
        let codes = try ["waits", "answered", "confirmed"].map { try #require(RecipientCode($0)) }
        var answers: [PairingAnswer] = []
        do {
            let killed = try bench.other()
            try await killed.join()
            try await bench.run(killed) {
                for code in codes.dropFirst() {
                    let link = try await bench.begin(code, by: killed)
                    answers.append(try bench.answer(link, by: SampleDevice()))
                    try await bench.reach(.answered, of: code)
                }
                let number = answers[1].answerHash.number
                #expect(try await bench.database.confirm(number, of: codes[2]) == .confirmed)
            }
            // As if it was killed: nothing runs that would end it.
            _ = try await bench.database.begin(
                PairingID(),
                of: codes[0],
                signing: SampleKey.own.publicKey,
                until: .latest
            )
            let beside = try bench.other()
            try await beside.join()
            #expect(try await bench.state(of: codes[0], by: beside) == .waiting)
        }
        try await bench.worker.join()
        #expect(try await bench.state(of: codes[0]) == .ended(.interrupted))
        #expect(try await bench.state(of: codes[1]) == .answered)
        #expect(try await bench.state(of: codes[2]) == .confirmed("Ann's phone"))
        let number = answers[0].answerHash.number
        #expect(try await bench.database.confirm(number, of: codes[1]) == .confirmed)
    }

    @Test(.rules("C-111"), arguments: [Halt.Step.beforeBundle, .afterBundle])
    func `a sidecar that was killed with an answer in its hands keeps no device, and it is said`(
        _ step: Halt.Step
    ) async throws {
        let halt = Halt(bench.sidecar.relay, at: step)
        let drops = DropRelay(halt)
        let killed = try bench.other(drops)
        try await bench.run(killed) {
            let link = try await bench.begin(by: killed)
            try bench.answer(link, by: phone, in: drops)
            await halt.reached(1)
            try await bench.worker.join()
            #expect(try await bench.state() == .ended(.interrupted))
            // It was only slow: what it does now changes nothing.
            halt.release()
            while drops.waiting > 0 { try await Task.sleep(for: .milliseconds(5)) }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await bench.state() == .ended(.interrupted))
        #expect(try await bench.database.pendingCount() == 0)
        #expect(bench.answers.value == 0)
    }

    @Test(.rules("C-89 C-111"), arguments: Halt.Step.allCases)
    func `a device that has answered gets one message, at whichever step a sidecar was killed`(
        _ step: Halt.Step
    ) async throws {
        var answer: PairingAnswer?
        try await bench.run { answer = try await bench.pair(phone) }
        let halt = Halt(bench.sidecar.relay, at: step)
        let killed = try bench.sidecar.worker(halt)
        let task = Task { try await killed.deliverOnce() }
        await halt.reached(1)
        try await bench.worker.join()
        #expect(try await bench.state() == .answered)
        bench.sidecar.advance(.seconds(61))
        try await bench.sidecar.worker().deliverOnce()
        halt.release()
        _ = try? await task.value
        #expect(bench.sidecar.relay.taken(for: phone).count == 1)
        let number = try #require(answer).answerHash.number
        let result = try await bench.database.confirm(number, of: PairingBench.code)
        #expect(result == .confirmed)
        #expect(try bench.named(by: phone) == [answer?.answerHash])
    }

    @Test func `an answer that comes while the database fails is taken once it does not`()
        async throws
    {
        let blocker = try WriteBlocker(bench.sidecar.path)
        let slow = try SidecarDatabase(
            path: bench.sidecar.path,
            busyLimit: .milliseconds(10),
            clock: bench.database.clock
        )
        let worker = try bench.other(in: slow)
        try await bench.run(worker) {
            let link = try await bench.begin(by: worker)
            try blocker.take()
            try bench.answer(link, by: phone)
            await bench.clock.waitForSleeper()
            #expect(try await bench.state() == .waiting)
            try blocker.letGo()
            bench.clock.advance(by: .seconds(5))
            try await bench.reach(.answered)
            // Each claim may use up a prekey.
            #expect(bench.sidecar.relay.claims == 1)
        }
    }

    @Test(.rules("C-111"))
    func `an answer for which the database fails as long as the link serves is told as not kept`()
        async throws
    {
        let blocker = try WriteBlocker(bench.sidecar.path)
        let slow = try SidecarDatabase(
            path: bench.sidecar.path,
            busyLimit: .milliseconds(10),
            clock: bench.database.clock
        )
        let time = RelayTime(bench.clock, now: bench.database.clock)
        let taking = AnswerTaking(
            database: slow,
            rule: bench.sidecar.rule,
            sender: bench.sidecar.sealer(in: slow),
            time: time,
            answered: {}
        )
        let asked = #"{"relay":"https://relay.example","name":"Shop"}"#
        let request = try PairingRequest(reading: Array(asked.utf8), RelayPolicy())
        let pairing = WaitingPairing(
            try bench.worker.exchange(for: request),
            for: PairingBench.code
        )
        _ = try await bench.database.begin(
            pairing.id,
            of: PairingBench.code,
            signing: SampleKey.own.publicKey,
            until: pairing.exchange.link.end
        )
        try bench.answer(pairing.exchange.link, by: phone)
        try blocker.take()
        let task = Task { await taking.outcome(of: pairing, from: .zero) }
        await bench.clock.waitForSleeper()
        bench.clock.advance(by: .minutes(11))
        #expect(await task.value == .notKept)
        #expect(bench.sidecar.relay.claims == 1)
        try blocker.letGo()
        // As long as the sidecar does not say so, it ends by the clock.
        try await bench.database.endWaiting(pairing.id, of: PairingBench.code, .notKept)
        #expect(try await bench.state() == .ended(.notKept))
    }

    @Test(.rules("C-111"))
    func `what a killed sidecar waited for beside others ends by the clock`() async throws {
        let now = bench.database.clock()
        _ = try await bench.database.begin(
            PairingID(),
            of: PairingBench.code,
            signing: SampleKey.own.publicKey,
            until: now.advanced(by: .minutes(10))
        )
        bench.sidecar.advance(.minutes(10))
        #expect(try await bench.state() == .waiting)
        bench.sidecar.advance(.minutes(1))
        #expect(try await bench.state() == .ended(.interrupted))
        try await bench.sidecar.sweep()
        let kept = try await bench.database.pairing(of: PairingBench.code)?.state
        #expect(kept == .ended(.interrupted))
    }

    @Test(.rules("C-93 C-112"))
    func `several sidecars have one pairing of a recipient, whichever is asked`() async throws {
        let second = try bench.other()
        try await bench.run(bench.worker, second) {
            let first = try await bench.begin()
            try await bench.waiting(1)
            let link = try await bench.begin(by: second)
            try await bench.waiting(2)
            #expect(try await bench.state(by: second) == .waiting)
            // The first sidecar learns it before it takes an answer.
            try bench.answer(first, by: SampleDevice())
            try await bench.waiting(1)
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await bench.state(by: second) == .waiting)
            #expect(bench.answers.value == 0)
            let answer = try bench.answer(link, by: phone)
            try await bench.reach(.answered)
            #expect(try await bench.database.pendingCount() == 1)
            let number = answer.answerHash.number
            let result = try await bench.database.confirm(number, of: PairingBench.code)
            #expect(result == .confirmed)
            #expect(try await bench.devices() == [phone.identity])
        }
    }

    @Test(.rules("C-112"))
    func `a pairing that was taken back while the relay was asked keeps no device`()
        async throws
    {
        let second = try bench.other()
        try await bench.run {
            let link = try await bench.begin()
            bench.sidecar.relay.failBundles(with: .later(.seconds(1)))
            try bench.answer(link, by: phone)
            await bench.clock.waitForSleeper()
            try await second.undo(PairingBench.code)
            bench.clock.advance(by: .seconds(5))
            try await bench.waiting(0)
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await bench.state() == .ended(.removed))
            #expect(try await bench.database.pendingCount() == 0)
        }
    }

    @Test(.rules("C-96 C-112"))
    func `a sidecar whose database is the next identity's waits for nothing`() async throws {
        try await bench.run {
            let first = SampleDevice.sender
            #expect(try await bench.database.own(as: first, bench.sidecar.rule) == .own)
            let link = try await bench.begin()
            try await bench.waiting(1)
            #expect(try await bench.database.own(as: first, bench.sidecar.rule) == .own)
            let state = { try await bench.worker.pairing(of: PairingBench.code)?.state }
            #expect(try await state() == .waiting)
            let next = SenderKeys().identity
            let rule = SubscriptionRule(senders: [next, first], topic: SidecarBench.topic)
            #expect(try await bench.database.own(as: next, rule) == .own)
            #expect(try await state() == .ended(.succeeded))
            try bench.answer(link, by: phone)
            try await bench.waiting(0)
            try await Task.sleep(for: .milliseconds(50))
            #expect(bench.answers.value == 0)
            #expect(try await bench.database.pendingCount() == 0)
        }
    }
}

/// Another process that writes to a database, as the others see it.
final class WriteBlocker: Sendable {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func take() throws {
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func letGo() throws {
        try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    }
}
