// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import Synchronization
import TestSupport
import Testing

@testable import SealedPushSidecar

struct SidecarWorkerTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"from":"77"}"#

    init() throws {
        bench = try SidecarBench()
    }

    @Test func `each device of each recipient gets an envelope of its own, and opens it`()
        async throws
    {
        let (second, third) = (SampleDevice(), SampleDevice())
        try await bench.set(device, second, of: "4711")
        try await bench.set(third, of: "5")
        let name = try await bench.name(
            of: #"{"to":["4711","5"],"payload":{"aps":{"alert":"Hi"}},"from":"77"}"#
        )
        #expect(try await bench.worker().deliverOnce() == 3)
        #expect(try await bench.results(name) == [.accepted, .accepted, .accepted])
        for one in [device, second, third] {
            let taken = bench.relay.taken(for: one)
            #expect(taken.count == 1)
            guard case .deliver = try one.content(of: try #require(taken.first)) else {
                Issue.record("it opens")
                continue
            }
        }
    }

    @Test func `a delivery reads no JSON: it seals what was prepared`() async throws {
        try await bench.set(device, of: "4711")
        _ = try await bench.name(of: request)
        try await bench.database().replaceContent(by: Array("no JSON".utf8))
        try await bench.worker().deliverOnce()
        let envelope = try #require(bench.relay.taken(for: device).first)
        #expect(try device.content(of: envelope) == .refuse(.malformedMessage))
    }

    @Test(.rules("S-14"))
    func
        `a message that waits while its sender signs a statement has it along, and a later one both`()
        async throws
    {
        try await bench.set(device, of: "4711")
        func deliver(_ texts: [String]) async throws -> (statements: [String]?, body: String?) {
            let entries = texts.map {
                SenderIdentity.Statements.Entry(text: $0, time: SampleDevice.now)
            }
            let statements = SenderIdentity.Statements(entries)
            try await bench.worker(statements: statements).deliverOnce()
            let envelope = try #require(bench.relay.taken(for: device).last)
            guard case .deliver(let message) = try device.content(of: envelope) else {
                return (nil, nil)
            }
            let payload = message.payload
            return (payload.fields?.statements ?? [], payload.alert(.body)?.string)
        }
        for texts in [[], ["first"], ["first", "second"]] {
            _ = try await bench.name(of: request)
            let delivered = try await deliver(texts)
            #expect(delivered.statements == texts)
            #expect(delivered.body != nil)
        }
    }

    @Test func `what was sent is erased once the last device has it`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .later(nil))
        _ = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.database().contentCount() == 2)
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.database().contentCount() == 0)
    }

    @Test func `messages of one collapse key have one topic, others one each`() async throws {
        try await bench.set(device, of: "4711")
        for collapse in [#","collapse":"chat""#, #","collapse":"chat""#, "", ""] {
            _ = try await bench.name(
                of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}\#(collapse)}"#
            )
            try await bench.worker().deliverOnce()
        }
        let topics = bench.relay.topics
        #expect(topics.count == 4)
        #expect(Set(topics).count == 3)
        #expect(topics[0] == topics[1])
    }

    @Test func `a relay with a device of its own gets nothing sealed to it`() async throws {
        try await bench.set(device, of: "4711")
        try bench.relay.replace(device, by: SampleDevice())
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.deviceRefused])
        #expect(bench.relay.posts == 0)
    }

    @Test func `a bundle older than one that was seen is refused`() async throws {
        let relay = ScriptedBundles(device)
        try await bench.set(device, of: "4711")
        for (epoch, result) in [(9 as UInt32, DeliveryResult.accepted), (8, .deviceRefused)] {
            relay.epoch.withLock { $0 = epoch }
            let name = try await bench.name(of: request)
            try await bench.worker(relay).deliverOnce()
            #expect(try await bench.results(name) == [result])
        }
    }

    @Test func `a lost answer is asked for again with the same bytes`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .unanswered, .later(.seconds(5)))
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        // The relay said when.
        bench.advance(.seconds(4))
        #expect(try await bench.worker().deliverOnce() == 0)
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.posts == 3)
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test func `a prekey that ended meanwhile is replaced if the relay certainly took nothing`()
        async throws
    {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .stalePrekey)
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test func `an envelope that the relay may have taken is never replaced by another`()
        async throws
    {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .unanswered, .stalePrekey)
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.uncertain])
        #expect(bench.relay.taken(for: device).count == 1)
    }

    @Test func `a relay that calls every prekey ended is asked three times`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .stalePrekey, .stalePrekey, .stalePrekey, .stalePrekey)
        let name = try await bench.name(of: request)
        for _ in 0..<5 { try await bench.worker().deliverOnce() }
        #expect(try await bench.results(name) == [.refused])
        #expect(bench.relay.posts == 3)
    }

    @Test func `a device that is gone is told, and not asked again`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .gone(nil))
        let first = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        let second = try await bench.name(of: request)
        #expect(try await bench.results(first) == [.deviceGone])
        #expect(try await bench.results(second) == [.deviceGone])
        #expect(bench.relay.posts == 1)
        let events = try await bench.database().events(after: 0)
        #expect(events.map(\.kind) == [.result(.deviceGone), .result(.deviceGone)])
        // Set anew, the recipient's devices are asked again.
        try await bench.set(SampleDevice(), of: "4711")
        let third = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(third) == [.accepted])
    }

    @Test func `what can't be delivered ends when the message does, by two looks at the clock`()
        async throws
    {
        try await bench.set(device, of: "4711")
        let name = try await bench.name(
            of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"ttl":100}"#
        )
        var attempts = 0
        for _ in 0..<100 {
            bench.relay.failBundles(with: .unanswered)
            attempts += try await bench.worker().deliverOnce()
            bench.advance(.seconds(1))
        }
        // After 1, 2, 4, 8, 16 and 32 seconds.
        #expect(attempts == 7)
        bench.advance(.hours(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.waiting])
        #expect(bench.relay.posts == 0)
        try await bench.sweep()
        #expect(try await bench.results(name) == [.expired])
        #expect(try await bench.database().contentCount() == 0)
    }

    @Test func `a relay that asks for no pause is not asked without one`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .later(.zero), .later(.zero))
        _ = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.worker().deliverOnce() == 0)
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        bench.advance(.seconds(1))
        #expect(try await bench.worker().deliverOnce() == 0)
    }

    @Test func `what waits is sent at once after the clock was set back`() async throws {
        try await bench.set(device, of: "4711")
        bench.advance(.days(400))
        bench.relay.failBundles(with: .later(.seconds(900)))
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.advance(.days(-400))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
    }

    @Test func `a device that is gone costs those behind it nothing`() async throws {
        let next = SampleDevice()
        try await bench.set(device, next, of: "4711")
        bench.relay.fail(with: .gone(nil), .later(nil))
        let first = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        let results = try await bench.results(first)
        #expect(results.sorted { $0.rawValue < $1.rawValue } == [.accepted, .deviceGone])
        let second = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(second) == results)
    }

    @Test(.rules("C-41"))
    func `a device that two recipients share gets a message for each of them`() async throws {
        let first = try bench.relay.subscription(for: device)
        for code in ["4711", "5"] {
            let subscription = try device.subscription(at: first.endpoint, as: code)
            try await bench.database().set([subscription], of: #require(RecipientCode(code)))
        }
        let name = try await bench.name(
            of: #"{"to":["4711","5"],"payload":{"aps":{"alert":"Hi"}}}"#
        )
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted, .accepted])
        let taken = bench.relay.taken(for: device)
        #expect(taken.count == 2 && Set(taken).count == 2)
    }

    @Test func `what waits for a device that was taken away is not sent`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .later(nil))
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        try await bench.database().set([], of: #require(RecipientCode("4711")))
        bench.advance(.seconds(1))
        #expect(try await bench.worker().deliverOnce() == 0)
        #expect(try await bench.results(name) == [.removed])
        #expect(bench.relay.taken(for: device).isEmpty)
    }

    @Test(arguments: [EndpointFailure.refused, .keyRefused])
    func `a refusal after a lost answer does not say that the relay has nothing`(
        _ failure: EndpointFailure
    ) async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .unanswered, failure)
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.advance(.seconds(1))
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.uncertain])
    }

    @Test(arguments: ["", #","from":"0815""#, #","collapse":"chat""#, #","urgency":"low""#])
    func `what is accepted fits, and is sealed`(
        _ members: String
    ) async throws {
        try await bench.set(device, of: "4711")
        for more in ["", #","shorten":["title"]"#, #","shorten":["body"]"#] {
            for count in [1, 1500, 1560, 1570, 1580, 1585, 1590, 1600, 1610, 5000] {
                let body = String(repeating: "x", count: count)
                let text = """
                    {"to":["4711"],"payload":{"aps":{"alert":{"title":"A title","body":"\(body)"}}}\
                    \(members)\(more)}
                    """
                let mayFit = count < 1610 || more.contains("body")
                do {
                    let name = try await bench.name(of: text)
                    #expect(mayFit, "\(count)")
                    try await bench.worker().deliverOnce()
                    #expect(try await bench.results(name) == [.accepted], "\(count)")
                } catch let error as SealingError {
                    guard case .contentTooLarge = error else { throw error }
                    #expect(count > 1500, "\(count)")
                }
            }
        }
    }

    @Test func `a signature that a relay refuses is named, at the bundle and at the post`()
        async throws
    {
        try await bench.set(device, of: "4711")
        bench.relay.failBundles(with: .keyRefused)
        let first = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        bench.relay.fail(with: .keyRefused)
        let second = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(first) == [.keyRefused])
        #expect(try await bench.results(second) == [.keyRefused])
        let events = try await bench.database().events(after: 0)
        #expect(events.map(\.kind.name) == ["key-refused", "key-refused"])
        // The next message is tried: the sidecar may have the key by then.
        let third = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(third) == [.accepted])
    }

    @Test func `a device whose last prekey ends within 30 days is told`() async throws {
        try await bench.set(device, of: "4711")
        _ = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.database().events(after: 0).map(\.kind) == [.result(.accepted)])
        bench.advance(.days(16))
        _ = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        let events = try await bench.database().events(after: 1)
        #expect(events.map(\.kind) == [.prekeysLow, .result(.accepted)])
        #expect(events.map(\.number) == [2, 3])
    }

    @Test func `a delivery that can't be read holds up no other`() async throws {
        try await bench.set(device, of: "4711")
        let damaged = try await bench.name(of: request)
        try await bench.database().damage(try #require(damaged))
        let name = try await bench.name(of: request)
        try await bench.worker().deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(try await bench.worker().deliverOnce() == 0)
    }

    @Test func `a relay that does not answer holds up no other`() async throws {
        try await bench.set(device, of: "4711", at: "slow.example")
        let halt = Halt(bench.relay, at: .beforeBundle)
        let other = SampleDevice()
        let worker = try bench.worker(PartlySlowRelay(slow: halt, relay: bench.relay))
        _ = try await bench.name(of: request)
        let running = Task { await worker.run() }
        await halt.reached(1)
        try await bench.set(other, of: "5")
        let name = try await bench.name(of: #"{"to":["5"],"payload":{"aps":{"alert":"Hi"}}}"#)
        worker.wake()
        while try await bench.results(name) == [.waiting] {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await bench.results(name) == [.accepted])
        worker.stop()
        halt.release()
        await running.value
        #expect(bench.relay.taken(for: device).count == 1)
    }
}

/// A relay that serves one device's bundle of the epoch that a test says.
private final class ScriptedBundles: RelayHTTP {
    let epoch = Mutex<UInt32>(1)
    private let device: SampleDevice

    init(_ device: SampleDevice) {
        self.device = device
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        guard request.isClaim else { return RelayAnswer(status: 201, body: []) }
        return .prekeys(of: try device.bundle(epoch: epoch.withLock { $0 }))
    }
}
