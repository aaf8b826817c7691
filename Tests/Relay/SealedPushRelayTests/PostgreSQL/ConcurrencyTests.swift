// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushRelayTesting
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct ConcurrencyTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    @Test func `several servers on one database lose no message and lease none twice`() async throws
    {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 10_000
        limits.queuedPerDevice = 10_000
        limits.acceptedPerDay = 10_000
        var opened: [PostgreSQLRelayStore] = []
        for _ in 0..<3 {
            opened.append(
                try await PostgreSQLRelayStore.open(
                    address,
                    limits: limits,
                    timeLimit: .seconds(20)
                )
            )
        }
        let stores = opened
        var made: [Endpoint] = []
        for _ in 0..<4 {
            let endpoint = try await stores[0].newEndpoint()
            made.append(endpoint)
            made.append(try await stores[0].newEndpoint(of: endpoint.device))
        }
        let endpoints = made
        let ledger = Ledger()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    try await post(number, to: endpoints, through: store, ledger)
                }
                for _ in 0..<2 {
                    group.addTask {
                        try await work(through: store, UInt64(number), ledger)
                    }
                }
            }
            group.addTask {
                while !ledger.isPosted, !Task.isCancelled {
                    try await stores[0].sweep(
                        lapsedBefore: stores[0].now(),
                        expiredBefore: nil
                    )
                    if let id = ledger.randomID {
                        try await stores[1].write { try $0.withdraw(id) }
                    }
                }
            }
            group.addTask {
                // The first device ends in the middle of it all.
                while ledger.count < 150, !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(1))
                }
                _ = try await stores[2].write {
                    try $0.change(endpoints[0].device) { device, now in
                        device.retire(at: now)
                    }
                }
            }
            try await group.waitForAll()
        }
        let store = stores[0]
        #expect(try await store.number("SELECT count(*) AS number FROM queue") == 0)
        #expect(try await store.number("SELECT count(*) AS number FROM body") == 0)
        let deadlocks = try await store.number(
            "SELECT deadlocks AS number FROM pg_stat_database WHERE datname = current_database()"
        )
        #expect(deadlocks == 0, "the order of the locks is not the same everywhere")
        let letters = try await store.read { try $0.deadLetters(after: nil, limit: 10_000) }
        ledger.check(deadLetters: Set(letters.map(\.id)), ended: Set(endpoints.prefix(2).map(\.id)))
        for store in stores { await store.close() }
    }

    /// Posts messages: some of a topic of this poster's own, some of one that all share, some of none.
    private func post(
        _ number: Int,
        to endpoints: [Endpoint],
        through store: PostgreSQLRelayStore,
        _ ledger: Ledger
    ) async throws {
        var generator = SeededGenerator(seed: UInt64(number))
        var id = Int64(number + 1) * 1_000_000
        for _ in 0..<60 {
            var messages: [Submission] = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                id += 1
                let endpoint = endpoints[Int.random(in: 0..<endpoints.count, using: &generator)]
                let topics = ["own\(number)", "shared", nil]
                let topic = topics[Int.random(in: 0..<3, using: &generator)]
                messages.append(try Submission(id, to: endpoint, topic: topic))
            }
            ledger.willPost(messages)
            let answers = try await store.accept(messages)
            ledger.posted(messages, answers)
        }
        ledger.finish()
    }

    /// Leases and settles until nothing is left.
    private func work(
        through store: PostgreSQLRelayStore,
        _ seed: UInt64,
        _ ledger: Ledger
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        let worker = WorkerID()
        try await store.write { try $0.enroll(worker) }
        while !Task.isCancelled {
            let wasPosted = ledger.isPosted
            let due = try await store.read { try $0.due() }
            if due.isEmpty, wasPosted {
                guard try await store.number("SELECT count(*) AS number FROM queue") > 0 else {
                    return
                }
            }
            for partition in due.shuffled(using: &generator) {
                let request = LeaseRequest(worker: worker, partition: partition, limit: 4)
                let leases = try await store.write { try $0.lease(request) }
                ledger.leased(leases)
                await Task.yield()
                let outcomes: [PushOutcome] = [
                    .notTried, .throttled(after: .milliseconds(1)), .rejected(reason: "no"),
                ]
                let attempts = leases.map { lease in
                    let number = Int.random(in: 0..<12, using: &generator)
                    return Attempt(lease, number < 3 ? outcomes[number] : .accepted)
                }
                ledger.settling(attempts)
                try await store.write(.settlement) { try $0.settle(attempts, by: worker) }
                let isAlive = try await store.write { try $0.renew(worker, holding: []) }
                if !isAlive { Issue.record("a worker was given up") }
            }
        }
    }
}

/// What the test has seen of each message.
private final class Ledger: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sent: [OutboxID: Submission] = [:]
        var queued: [OutboxID] = []
        var withdrawn: Set<OutboxID> = []
        var held: [OutboxID: QueuedMessage] = [:]
        var accepted: Set<OutboxID> = []
        /// The newest message that was leased, of each endpoint and topic with one poster.
        var newest: [String: OutboxID] = [:]
        var finished = 0
        var count = 0
    }

    var isPosted: Bool { state.withLock { $0.finished == 3 } }
    var count: Int { state.withLock(\.count) }

    /// A message that is to be withdrawn.
    var randomID: OutboxID? {
        state.withLock { state in
            guard let id = state.queued.randomElement() else { return nil }
            state.withdrawn.insert(id)
            return id
        }
    }

    func willPost(_ messages: [Submission]) {
        state.withLock { state in
            for message in messages { state.sent[message.id] = message }
        }
    }

    func posted(_ messages: [Submission], _ answers: [Acceptance]) {
        state.withLock { state in
            for (message, answer) in zip(messages, answers) {
                state.count += 1
                if answer == .queued { state.queued.append(message.id) }
                if answer != .queued, answer != .ended {
                    Issue.record("\(message.id) was answered \(answer)")
                }
            }
        }
    }

    func finish() { state.withLock { $0.finished += 1 } }

    func leased(_ leases: [Lease]) {
        state.withLock { state in
            for message in leases.map(\.message) {
                if state.held[message.id] != nil { Issue.record("\(message.id) is leased twice") }
                let isTwin = state.held.values.contains { other in
                    other.collapses && message.collapses && other.endpoint == message.endpoint
                        && other.collapse == message.collapse
                }
                if isTwin { Issue.record("two that collapse are leased at once") }
                state.held[message.id] = message
                guard message.collapses, message.collapse.hasPrefix("own") else { continue }
                let key = "\(message.endpoint.number) \(message.collapse)"
                if let newest = state.newest[key], message.id < newest {
                    Issue.record("\(message.id) is leased after a newer one that replaces it")
                }
                state.newest[key] = message.id
            }
        }
    }

    func settling(_ attempts: [Attempt]) {
        state.withLock { state in
            for attempt in attempts {
                state.held[attempt.message.id] = nil
                guard attempt.outcome == .accepted else { continue }
                if !state.accepted.insert(attempt.message.id).inserted {
                    Issue.record("\(attempt.message.id) is shown twice")
                }
            }
        }
    }

    /// Checks that each message that was queued has an end.
    func check(deadLetters: Set<OutboxID>, ended: Set<EndpointID>) {
        state.withLock { state in
            var lost: [OutboxID] = []
            for id in state.queued {
                guard let message = state.sent[id], !ended.contains(message.endpoint) else {
                    continue
                }
                let isReplaced = message.options.topic.map { topic in
                    state.queued.contains { other in
                        other != id && state.sent[other]?.endpoint == message.endpoint
                            && state.sent[other]?.options.topic == topic
                    }
                }
                let isEnded =
                    state.accepted.contains(id) || deadLetters.contains(id)
                    || state.withdrawn.contains(id) || isReplaced == true
                if !isEnded { lost.append(id) }
            }
            #expect(lost == [], "messages are lost")
            #expect(state.accepted.count > 50)
        }
    }
}
