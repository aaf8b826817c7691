// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import SealedPushAPNs
import Testing

@testable import SimulatedAPNs

struct ServerFaultTests {
    /// Starts a server with these faults, and sends a push that is the first; SETTINGS are read
    /// before.
    private func play(
        _ rules: [FaultRule],
        _ body: (Rig, APNsServer, Provider) async throws -> Void
    ) async throws {
        let rig = try Rig(rules)
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            provider.send(rig.draft, on: 1)
            try await body(rig, server, provider)
        }
    }

    @Test func `GOAWAY names the last push and a reason, and then the connection ends`()
        async throws
    {
        let fault = Fault.goAway(errorCode: 11, reason: .tooManyRequests, .after)
        try await play([FaultRule(fault, .number(2))]) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.status == 200)
            for stream in [3, 5, 7] { provider.send(rig.draft, on: stream) }
            #expect(await provider.answer()?.stream == 3)
            guard case .goAway(let last, let error, let data) = await provider.next()?.payload
            else {
                Issue.record("no GOAWAY")
                return
            }
            #expect(last == 3)
            #expect(error == .enhanceYourCalm)
            #expect(data.map { String(buffer: $0) } == #"{"reason":"TooManyRequests"}"#)
            var others = 0
            while let frame = await provider.next() {
                // Streams above the last one may be refused; none is answered.
                guard case .rstStream(.refusedStream) = frame.payload else {
                    Issue.record("something else came")
                    return
                }
                others += 1
            }
            #expect(others <= 2)
            #expect(server.counts.accepted == 2)
        }
    }

    @Test func `GOAWAY waits for answers that come late`() async throws {
        let rules = [
            FaultRule(.latency(.seconds(2)), .number(2)),
            FaultRule(.goAway(reason: nil, .before), .number(3)),
        ]
        try await play(rules) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.stream == 1)
            for stream in [3, 5] { provider.send(rig.draft, on: stream) }
            guard case .goAway(let last, let error, let data) = await provider.next()?.payload
            else {
                Issue.record("no GOAWAY")
                return
            }
            #expect(last == 3)
            #expect(error == .noError)
            #expect(data == nil)
            #expect(await provider.answer()?.stream == 3)
            #expect(await provider.next() == nil)
            #expect(server.counts.accepted == 2)
        }
    }

    @Test func `GOAWAY in two steps leaves nothing out that came before the second`() async throws {
        let rules = [FaultRule(.slowGoAway(.milliseconds(200), reason: .shutdown), .number(2))]
        try await play(rules) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.stream == 1)
            // The second is on its way when the first GOAWAY comes.
            provider.sendInOrder(rig.draft, on: [3, 5])
            var ends: [(last: Int, data: String?)] = []
            var answers: Set<Int> = []
            while let frame = await provider.next() {
                switch frame.payload {
                case .goAway(let last, .noError, let data):
                    ends.append((Int(last), data.map { String(buffer: $0) }))
                case .headers: answers.insert(Int(frame.streamID))
                // As may be where the second GOAWAY came before the push.
                case .rstStream(.refusedStream) where frame.streamID == 5: break
                default: Issue.record("something else came")
                }
            }
            // Where this process stood still for long the second GOAWAY came before the push.
            let isLate = server.counts.requests == 2
            #expect(ends.map(\.last) == [0x7FFF_FFFF, isLate ? 3 : 5])
            #expect(ends.map(\.data) == [nil, #"{"reason":"Shutdown"}"#])
            #expect(answers == (isLate ? [3] : [3, 5]))
        }
    }

    @Test func `what is answered before GOAWAY is answered whole`() async throws {
        let rules = [
            FaultRule(.refusal(.serviceUnavailable), .every(2)),
            FaultRule(.goAway(reason: .shutdown, .after), .number(7)),
        ]
        try await play(rules) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.stream == 1)
            provider.send(rig.draft, on: Array(stride(from: 3, through: 13, by: 2)))
            var (heads, ends) = (0, 0)
            while let frame = await provider.next() {
                switch frame.payload {
                case .headers(let head):
                    heads += 1
                    if head.endStream { ends += 1 }
                case .data(let data): if data.endStream { ends += 1 }
                default: break
                }
            }
            // In whichever order they came, the sixth is the last.
            #expect(heads == 6)
            #expect(ends == 6)
        }
    }

    @Test(arguments: [Fault.drop(.before), .drop(.after)])
    func `a connection breaks without a word`(_ fault: Fault) async throws {
        try await play([FaultRule(fault)]) { _, server, provider in
            while let frame = await provider.next() {
                guard case .settings = frame.payload else {
                    Issue.record("something came")
                    return
                }
            }
            #expect(server.counts.accepted == (fault == .drop(.after) ? 1 : 0))
        }
    }

    @Test func `a silent connection answers not even PING`() async throws {
        let seen = AsyncStream.makeStream(of: Void.self)
        var rig = try Rig([FaultRule(.silence(.before))])
        rig.watcher = { _ in seen.continuation.yield() }
        let provider = try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            provider.send(rig.draft, on: 1)
            provider.send([
                HTTP2Frame(
                    streamID: .rootStream,
                    payload: .ping(HTTP2PingData(withInteger: 1), ack: false)
                )
            ])
            for await _ in seen.stream { break }
            return provider
        }
        #expect(await provider.next() == nil)
    }

    @Test func `a stream is reset, and the connection goes on`() async throws {
        let rules = [
            FaultRule(.refusedStream, .number(1)),
            FaultRule(.reset(errorCode: 2, .after), .number(2)),
        ]
        try await play(rules) { rig, server, provider in
            guard case .rstStream(let first) = await provider.next()?.payload else {
                Issue.record("no reset")
                return
            }
            #expect(first == .refusedStream)
            provider.send(rig.draft, on: 3)
            #expect(await provider.streamLimit() == 1000)
            guard case .rstStream(let second) = await provider.next()?.payload else {
                Issue.record("no reset")
                return
            }
            #expect(second == .internalError)
            provider.send(rig.draft, on: 5)
            #expect(await provider.answer()?.stream == 5)
            #expect(server.counts.accepted == 2)
        }
    }

    @Test func `an answer comes late, and others overtake it`() async throws {
        let rules = [FaultRule(.latency(.milliseconds(100)), .number(2))]
        try await play(rules) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.stream == 1)
            let start = ContinuousClock.now
            for stream in [3, 5] { provider.send(rig.draft, on: stream) }
            #expect(await provider.answer()?.stream == 5)
            #expect(await provider.answer()?.stream == 3)
            #expect(start.duration(to: .now) >= .milliseconds(100))
            #expect(server.records.map(\.latency) == [.zero, .milliseconds(100), .zero])
        }
    }

    @Test func `the limit of streams goes down and up`() async throws {
        let rules = [
            FaultRule(.streamLimit(1), .number(2)), FaultRule(.streamLimit(300), .number(3)),
            FaultRule(.streamLimit(nil), .number(4)),
        ]
        try await play(rules) { rig, _, provider in
            var limits: [Int?] = []
            for stream in [3, 5, 7, 9] {
                limits.append(await provider.streamLimit())
                #expect(await provider.answer()?.status == 200)
                if stream < 9 { provider.send(rig.draft, on: stream) }
            }
            #expect(limits == [1000, 1, 300, 1000])
        }
    }

    @Test func `more streams are allowed later than the answer that brings them`() async throws {
        let rig = try Rig(
            [FaultRule(.latency(.milliseconds(100)))],
            connections: [ConnectionFaultRule(.lateStreams(.milliseconds(200)))]
        )
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            let start = ContinuousClock.now
            provider.send(rig.draft, on: 1)
            guard case .headers = await provider.next()?.payload else {
                Issue.record("no answer")
                return
            }
            #expect(await provider.streamLimit() == 1000)
            #expect(start.duration(to: .now) >= .milliseconds(300))
        }
    }

    @Test func `connections are refused, silent, or slow from their start`() async throws {
        let rig = try Rig(connections: [
            ConnectionFaultRule(.refused, .number(1)), ConnectionFaultRule(.silent, .number(2)),
            ConnectionFaultRule(.slowSettings(.milliseconds(400)), .number(3)),
        ])
        let silent = try await rig.run { server in
            let refused = try await Provider(to: server)
            #expect(await refused.next() == nil)
            let silent = try await Provider(to: server)
            silent.send(rig.draft, on: 1)
            // A connection has its number when it is accepted, not when its provider has it.
            while server.counts.connections < 2 { try await Task.sleep(for: .milliseconds(2)) }
            let start = ContinuousClock.now
            let slow = try await Provider(to: server)
            slow.send(rig.draft, on: 1)
            #expect(await slow.streamLimit() == 1)
            #expect(start.duration(to: .now) >= .milliseconds(400))
            #expect(await slow.streamLimit() == 1000)
            #expect(await slow.answer()?.status == 200)
            #expect(server.counts.connections == 3)
            #expect(server.counts.accepted == 1)
            return silent
        }
        #expect(await silent.next() == nil)
    }

    @Test func `another script can be played`() async throws {
        try await play([]) { rig, server, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.status == 200)
            server.play(FaultScript([FaultRule(.refusal(.serviceUnavailable))]))
            provider.send(rig.draft, on: 3)
            #expect(await provider.answer()?.status == 503)
            server.play(FaultScript())
            provider.send(rig.draft, on: 5)
            #expect(await provider.answer()?.status == 200)
        }
    }

    @Test func `a stream that is reset twice ends nothing else`() async throws {
        try await play([FaultRule(.refusedStream, .number(2))]) { rig, _, provider in
            #expect(await provider.streamLimit() == 1000)
            #expect(await provider.answer()?.stream == 1)
            provider.send(rig.draft, on: 3)
            guard case .rstStream(.refusedStream) = await provider.next()?.payload else {
                Issue.record("no reset")
                return
            }
            provider.send(rig.draft, on: 5)
            var frame = await provider.next()
            // HTTP/2's own handler may pass the second on.
            if case .rstStream(.streamClosed) = frame?.payload { frame = await provider.next() }
            #expect(frame?.streamID == 5)
        }
    }

    @Test func `a connection on which no request comes for long ends`() async throws {
        var rig = try Rig()
        rig.configuration.observations?.idleLimit = .milliseconds(100)
        try await rig.run { server in
            let provider = try await Provider(to: server)
            #expect(await provider.streamLimit() == 1)
            guard case .goAway(_, .noError, let data) = await provider.next()?.payload else {
                Issue.record("no GOAWAY")
                return
            }
            #expect(data.map { String(buffer: $0) } == #"{"reason":"IdleTimeout"}"#)
            #expect(await provider.next() == nil)
        }
    }
}
