// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SealedPush
import SealedPushRelayClient
import SealedPushSender
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Many pairings at one relay that runs.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PairingLoadTests {
    // In a process of its own, which has more descriptors than other tests are to have.
    @Test(.rules("C-118"))
    func `pairings that come at once take little of a relay's memory`() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            try await PairingLoadTests.crowd()
        }
        print(String(decoding: result.standardOutputContent, as: UTF8.self))
    }

    private static func crowd() async throws {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        unsafe getrlimit(kind, &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(kind, &limit)
        let count = LongRun.isOn ? 1_000 : 250
        // A tenth of the connections may wait. A phone leaves 50 answers.
        let stage = try await PairingStage(
            phones: count / 50,
            descriptors: min(Int(clamping: limit.rlim_max), count * 10 + 1_000)
        )
        let start = try stage.relay.anonymousMemory
        // What as many idle connections take, and the first requests of each kind.
        try await connect(count, to: stage)
        try await pair(50, at: stage, from: 200)
        let before = try stage.relay.anonymousMemory
        let peak = Mutex(0)
        let gauge = Task {
            while !Task.isCancelled {
                let memory = try stage.relay.anonymousMemory
                peak.withLock { $0 = max($0, memory) }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        try await pair(count, at: stage, from: 0)
        gauge.cancel()
        let growth = peak.withLock(\.self) - before
        print(
            "\(count) pairings at once add \(growth >> 10) KiB to their connections,"
                + " which add \((before - start) >> 10) KiB to a relay that was started"
        )
        #expect(growth < (LongRun.isOn ? 20_000_000 : 8_000_000))
        #expect(stage.relay.stop() == 0)
    }

    /// Opens connections, which are idle together after an answer, and lets them go.
    private static func connect(_ count: Int, to stage: PairingStage) async throws {
        let port = try stage.relay.port
        let clients = try await onThread {
            try (0..<count).map { number in
                let source = "127.\(100 + (number >> 8)).\(number & 255).1"
                let client = try RawConnection(port: port, from: source)
                try client.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = client.read(upTo: "There is nothing here")
                return client
            }
        }
        #expect(clients.allSatisfy { !$0.isClosed })
    }

    /// Makes pairings of which all senders wait at once, from so many networks.
    private static func pair(
        _ count: Int,
        at stage: PairingStage,
        from network: Int
    ) async throws {
        let port = try stage.relay.port
        let links = try (0..<count).map { _ in
            try ScannedLink(at: stage.relay.url, end: .system.advanced(by: .seconds(600))).link
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, link) in links.enumerated() {
                let source = "127.\(network + (number >> 8)).\(number & 255).1"
                let sender = LinkReader(by: RawHTTP(port: port, source: source))
                group.addTask {
                    let answer = try await sender.answer(to: link)
                    try await sender.message(to: answer, of: link)
                }
            }
            while try await stage.relay.metric("relay_drop_waits") != Double(count) {
                try await Task.sleep(for: .milliseconds(20))
            }
            for (number, link) in links.enumerated() {
                try await stage.phones[number % stage.phones.count].leaveAnswer(to: link)
            }
            try await group.waitForAll()
        }
    }
}
