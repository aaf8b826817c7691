// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
    let now = Correspondence.now

    private func payload(_ count: Int = 17) throws -> Payload {
        let text = String(repeating: "x", count: count - 17)
        return try Payload(reading: Array((#"{"aps":{},"x":""# + text + #""}"#).utf8))
    }

    /// Devices of one prekey each.
    private func targets(_ count: Int) throws -> [SealingTarget] {
        let topic = try Correspondence().topic
        return try (0..<count).map { _ in
            SealingTarget(
                try SampleDevice().bundle(),
                recipient: .untracked,
                topic: topic
            )
        }
    }

    @Test func `each device has an outcome of its own, in the stream's order`() async throws {
        let mail = try Correspondence()
        let (good, other) = (SampleDevice(), SampleDevice())
        let record = try good.record()
        let later = now.advanced(by: .milliseconds(1))
        let bundles = try [
            good.bundle(record),
            other.bundle(other.record(notAfter: now)),
            other.bundle(other.record(class: .oneTime, notBefore: later)),
            good.bundle(record),
            good.bundle(),
            DeviceBundle(device: other.identity, records: []),
        ]
        let targets = CountedTargets(
            bundles.map { SealingTarget($0, recipient: .untracked, topic: mail.topic) }
        )
        var outcomes: [SealingOutcome] = []
        try await mail.seal(payload(1000), for: targets) { outcomes.append($0) }
        #expect(outcomes.map(\.index) == Array(0..<6))
        #expect(outcomes.map(\.device) == bundles.map(\.device))
        #expect(
            outcomes.map(\.error) == [
                nil, .noPrekey, .prekeyNotYetValid, nil, .prekeyContradicted, .noPrekey,
            ]
        )
        for outcome in outcomes where outcome.error == nil {
            let step = try good.open(outcome.result.get().payload, topic: mail.topic)
            guard case .deliver(let message) = step else {
                Issue.record("refused: \(step)")
                continue
            }
            #expect(try message.claim.content == payload(1000).bytes)
        }
    }

    @Test func `2,000 devices are sealed to in order`() async throws {
        let mail = try Correspondence()
        let all = try targets(2000)
        let targets = CountedTargets(all)
        var next = 0
        var ids: Set<MessageID> = []
        try await mail.seal(payload(), for: targets) { outcome in
            #expect(outcome.index == next)
            #expect(outcome.device == all[next].bundle.device)
            next += 1
            ids.insert(try outcome.result.get().message.messageID)
            #expect(targets.taken <= next + 64)
        }
        #expect(next == 2000)
        #expect(ids.count == 2000)
    }

    @Test(arguments: [1, 2, 5, 64])
    func `as many devices as the window holds are under way at once, and no more`(
        window: Int
    ) async throws {
        let watched = WatchedMemory(gate: Gate(needed: window))
        let mail = try Correspondence(memory: watched)
        let targets = CountedTargets(try self.targets(130))
        var delivered = 0
        try await mail.seal(payload(), for: targets, window: window) { _ in
            // One more is taken than are under way: the one that waits for its place.
            #expect(targets.taken <= delivered + window + 1)
            delivered += 1
        }
        #expect(delivered == 130)
        #expect(watched.mostUnderWay == window)
    }

    @Test func `a slow receiver of outcomes holds the stream back`() async throws {
        let mail = try Correspondence()
        let targets = CountedTargets(try self.targets(60))
        var delivered = 0
        try await mail.seal(payload(), for: targets, window: 4) { _ in
            // Time in which the stream would run ahead if nothing held it.
            try await Task.sleep(for: .milliseconds(5))
            #expect(targets.taken <= delivered + 4 + 1)
            delivered += 1
        }
        #expect(delivered == 60)
    }

    @Test func `a stream of none ends at once`() async throws {
        let mail = try Correspondence()
        try await mail.seal(payload(), for: CountedTargets([])) { _ in
            Issue.record("there is no device")
        }
    }

    @Test func `what serves for no device is thrown before the stream is touched`() async throws {
        let mail = try Correspondence()
        let targets = CountedTargets(try self.targets(1))
        var options = SealingOptions()
        options.placeholder = .text(body: "")
        await #expect(throws: SealingError.placeholderRefused(needed: nil)) {
            try await mail.seal(payload(), for: targets, options: options) { _ in }
        }
        let large = SealingError.contentTooLarge(needed: 2000, available: 1609)
        await #expect(throws: large) {
            try await mail.seal(payload(2000), for: targets) { _ in }
        }
        #expect(targets.taken == 0)
    }

    @Test func `an error of the receiver ends it`() async throws {
        let watched = WatchedMemory()
        let mail = try Correspondence(memory: watched)
        let targets = CountedTargets(try self.targets(100))
        var delivered = 0
        await #expect(throws: CountedTargets.Broken()) {
            try await mail.seal(payload(), for: targets, window: 3) { _ in
                delivered += 1
                if delivered == 5 { throw CountedTargets.Broken() }
            }
        }
        #expect(delivered == 5)
        #expect(targets.taken <= 4 + 3 + 1)
        #expect(watched.asked.filter { $0 == .pin }.count <= 4 + 3)
    }

    @Test func `an error of the stream ends it`() async throws {
        let mail = try Correspondence()
        let targets = CountedTargets(try self.targets(10), end: .failing)
        var delivered = 0
        await #expect(throws: CountedTargets.Broken()) {
            try await mail.seal(payload(), for: targets, window: 3) { outcome in
                #expect(outcome.index == delivered)
                delivered += 1
            }
        }
        #expect((7...10).contains(delivered))
    }

    @Test func `a cancelled task takes no more devices`() async throws {
        let mail = try Correspondence()
        let targets = CountedTargets(try self.targets(100))
        var delivered = 0
        await #expect(throws: CancellationError.self) {
            try await mail.seal(payload(), for: targets, window: 3) { _ in
                delivered += 1
                if delivered == 5 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            }
        }
        #expect(targets.taken <= delivered + 3 + 2)
        #expect(delivered < 100)
    }

    @Test(arguments: [CountedTargets.End.cancelling, .cancellingLate])
    func `a stream that ends by cancellation is not complete, and what was not begun is not noted`(
        end: CountedTargets.End
    ) async throws {
        let watched = WatchedMemory()
        let mail = try Correspondence(memory: watched)
        let targets = CountedTargets(try self.targets(5), end: end)
        let (sealer, payload) = (mail.sealer, try payload())
        // On one thread, where no device is begun before the stream waits.
        _ = try await race(1) { _ in
            await #expect(throws: CancellationError.self) {
                try await sealer.seal(
                    sealer.prepare(payload, now: Correspondence.now),
                    for: targets,
                    now: Correspondence.now
                ) { _ in
                    Issue.record("an outcome after the end")
                }
            }
        }
        #expect(targets.taken == 6)
        #expect(watched.asked.filter { $0 == .pin }.count == (end == .cancelling ? 0 : 5))
    }

    @Test func `a window has room`() async {
        await #expect(processExitsWith: .failure) {
            let mail = try Correspondence()
            let payload = try Payload(reading: Array(#"{"aps":{}}"#.utf8))
            let none = CountedTargets([])
            try await mail.sealer.seal(
                mail.sealer.prepare(payload, now: Correspondence.now),
                for: none,
                now: Correspondence.now,
                window: 0
            ) {
                _ in
            }
        }
    }
}

extension SealingOutcome {
    fileprivate var error: SealingError? {
        switch result {
        case .success: nil
        case .failure(let error): error
        }
    }
}
