// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import ServerStore
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A sidecar's database is one sender's for one app: a sidecar of another is not started.
@Suite(.rules("C-96")) struct DatabaseOwnerTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let chain = (0..<4).map { _ in SenderKeys().identity }

    init() throws {
        bench = SidecarBench()
    }

    private func rule(_ count: Int, _ topic: Topic = SidecarBench.topic) -> SubscriptionRule {
        SubscriptionRule(senders: chain.prefix(count), topic: topic)
    }

    private func owner(_ count: Int) async throws -> DatabaseOwner {
        try await bench.database().own(as: chain[count - 1], rule(count))
    }

    @Test(.rules("S-20"))
    func `another sender and another app are told, and change nothing`() async throws {
        #expect(try await owner(1) == .own)
        let other = SenderKeys().identity
        let database = try bench.database()
        let stranger = SubscriptionRule(senders: [other], topic: SidecarBench.topic)
        #expect(try await database.own(as: other, stranger) == .otherSender)
        for text in ["com.example.other", "com.example.ap", "com.example.app2", "COM.example.app"] {
            let topic = try #require(Topic(text))
            #expect(try await database.own(as: chain[0], rule(1, topic)) == .otherApp, "\(text)")
            let both = SubscriptionRule(senders: [other], topic: topic)
            #expect(try await database.own(as: other, both) == .otherApp, "\(text)")
        }
        #expect(try await owner(1) == .own)
    }

    @Test(.rules("S-20"), arguments: 1...20 as ClosedRange<UInt64>)
    func `the database follows successions, and no store from before the last that it saw`(
        seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        var last = 0
        for _ in 0..<8 {
            let count = Int.random(in: 1...chain.count, using: &generator)
            #expect(try await owner(count) == (count < last ? .otherSender : .own))
            last = max(last, count)
        }
    }

    @Test func `of two apps that start at once one has the database`() async throws {
        let database = try bench.database()
        _ = try bench.database()
        let other = try #require(Topic("com.example.other"))
        let rules = [rule(1), rule(1, other)]
        let owners = try await withThrowingTaskGroup(of: DatabaseOwner.self) { group in
            for index in 0..<10 {
                group.addTask { [sender = chain[0]] in
                    try await database.own(as: sender, rules[index % 2])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(owners.count { $0 == .own } == 5)
        #expect(owners.count { $0 == .otherApp } == 5)
    }

    @Test func `a sidecar that runs on sends nothing once the database is the next identity's`()
        async throws
    {
        let old = try bench.worker(of: chain[0])
        try await bench.set(device, of: "4711")
        #expect(try await owner(1) == .own)
        #expect(try await old.deliverOnce() == 0)
        #expect(try await owner(2) == .own)
        let name = try await bench.name(of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
        await #expect(throws: ServerStoreError.foreign) { try await old.deliverOnce() }
        #expect(try await bench.results(name) == [.waiting])
        #expect(bench.relay.posts == 0)
        try await bench.worker(of: chain[1]).deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
    }

    @Test func `a worker for another app sends nothing of the database`() async throws {
        #expect(try await owner(1) == .own)
        try await bench.set(device, of: "4711")
        let name = try await bench.name(of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
        let other = try bench.worker(of: chain[0], topic: #require(Topic("com.example.other")))
        await #expect(throws: ServerStoreError.foreign) { try await other.deliverOnce() }
        #expect(try await bench.results(name) == [.waiting])
        #expect(bench.relay.posts == 0)
    }
}
