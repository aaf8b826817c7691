// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import NIOHTTP2
import PushTransport
import SealedPushCoding
import Synchronization
import Testing
import Tracing

@testable import SealedPushAPNs

struct ObserverTests {
    /// All that a client tells, as text.
    private struct Watch {
        let logs = InMemoryLogHandler()
        let metrics = TestMetrics()
        let tracer = InMemoryTracer()

        func watch(_ configuration: APNsConfiguration) -> APNsConfiguration {
            var configuration = configuration
            configuration.logger = Logger(label: "test") { [logs] _ in logs }
            configuration.logger.logLevel = .trace
            configuration.metrics = metrics
            configuration.tracer = tracer
            return configuration
        }

        var text: String {
            let counters = metrics.counters.map { "\($0.label) \($0.dimensions)" }
            let others = metrics.meters.map { "\($0.label) \($0.dimensions)" }
            let timers = metrics.timers.map { "\($0.label) \($0.dimensions)" }
            let spans = tracer.finishedSpans.map { span in
                "\(span.operationName) \(span.attributes) \(span.events) \(span.errors)"
            }
            let lines = logs.entries.map { "\($0.message) \($0.metadata)" }
            return (counters + others + timers + spans + lines).joined(separator: "\n")
        }

        func count(_ label: String, _ dimension: (String, String)) -> Int64 {
            metrics.counterTotal(label: label, dimensions: [dimension])
        }
    }

    private let secret = "5ec2e7c0ffee5ec2e7"

    private func push(_ number: Int) throws -> APNsRequest {
        try APNsRequest(
            Array(#"{"aps":{"alert":"dinner at eight"}}"#.utf8),
            to: APNsDeviceToken(hex: secret),
            topic: "com.example.app",
            type: .alert,
            priority: .immediate,
            collapseID: "thread-of-ann",
            id: APNsRequest.sample(number).id
        )
    }

    @Test func `what becomes of pushes and connections is counted and measured`() async throws {
        let watch = Watch()
        try await Peer.run { request in
            switch (request.connection, request.stream) {
            case (0, 1), (0, 9), (1, 1): [.answer(200)]
            case (0, 3): [.answer(400, #"{"reason":"BadDeviceToken"}"#)]
            case (0, 5): [.answer(410, #"{"reason":"Unregistered"}"#)]
            case (0, 7): [.answer(429, #"{"reason":"TooManyRequests"}"#)]
            case (0, _): [.goAway(last: 9, #"{"reason":"IdleTimeout"}"#)]
            default: []
            }
        } _: { peer in
            let client = try APNsClient.test(
                watch.watch(peer.configuration),
                time: TestTime().time
            )
            // The sixth goes on a second connection, on which the seventh gets no answer.
            for number in 0..<6 { _ = try await client.send(push(number)) }
            let held = Task { try await client.send(push(6)) }
            await peer.wait(for: 8)
            held.cancel()
            _ = try? await held.value
            await client.close()
        }
        #expect(watch.count("apns_pushes", ("result", "accepted")) == 3)
        #expect(watch.count("apns_pushes", ("result", "rejected")) == 1)
        #expect(watch.count("apns_pushes", ("result", "gone")) == 1)
        #expect(watch.count("apns_pushes", ("result", "retry")) == 1)
        #expect(watch.count("apns_pushes", ("result", "cancelled")) == 1)
        for reason in ["BadDeviceToken", "Unregistered", "TooManyRequests"] {
            #expect(watch.count("apns_refusals", ("reason", reason)) == 1)
        }
        #expect(watch.count("apns_goaways", ("reason", "IdleTimeout")) == 1)
        #expect(watch.count("apns_connections", ("event", "made")) == 2)
        #expect(watch.count("apns_resends", ("by", "client")) == 1)
        #expect(watch.metrics.timers(label: "apns_answer").first?.values.count == 6)
        #expect(watch.metrics.meters(label: "apns_in_flight").first?.lastValue == 0)
        #expect(watch.metrics.meters(label: "apns_queued").first?.lastValue == 0)
        #expect(watch.tracer.finishedSpans.count == 7)
        let gone = watch.tracer.finishedSpans.filter { span in
            span.attributes.get("apns.result")?.toSpanAttribute() == .string("gone")
        }
        #expect(gone.count == 1)
        let lines = watch.logs.entries.map(\.message.description)
        #expect(lines.contains("connected"))
        #expect(lines.contains("APNs ends the connection"))
    }

    @Test func `what is in flight of several clients adds up, and goes when they are closed`()
        async throws
    {
        let watch = Watch()
        try await Peer.run { _ in
            []
        } _: { peer in
            let time = TestTime()
            let clients = try (0..<2).map { _ in
                try APNsClient.test(watch.watch(peer.configuration), time: time.time)
            }
            let sent = clients.map { client in Task { try await client.send(.sample(0)) } }
            await peer.wait(for: 2)
            let meter = try #require(watch.metrics.meters(label: "apns_in_flight").first)
            while meter.lastValue != 2 { try await Task.sleep(for: .milliseconds(2)) }
            sent[0].cancel()
            _ = try? await sent[0].value
            while meter.lastValue != 1 { try await Task.sleep(for: .milliseconds(2)) }
            for client in clients { await client.close(within: .zero) }
            #expect(meter.lastValue == 0)
        }
    }

    @Test func `nothing tells tokens, addresses or content`() async throws {
        let watch = Watch()
        let tokens = Mutex<[String]>([])
        try await Peer.run { [secret] request in
            tokens.withLock { $0.append(request.header("authorization") ?? "") }
            // A server that echoes what it was sent, wherever it can.
            let echo = #"{"reason":"\#(secret) dinner at eight"}"#
            switch request.stream {
            case 1: return [.answer(200)]
            case 3: return [.answer(400, echo)]
            case 5: return [.reset(.internalError)]
            default: return [.goAway(last: 7, echo), .close]
            }
        } _: { peer in
            let client = try APNsClient.test(watch.watch(peer.configuration))
            for number in 0..<4 {
                var push = try push(number)
                push.resendsUnanswered = false
                _ = try await client.send(push)
            }
            await client.close()
        }
        let bearer = tokens.withLock { $0[0].split(separator: " ").last.map(String.init) ?? "" }
        #expect(bearer.utf8.count > 100)
        let secrets = [
            secret, "dinner", "com.example.app", "thread-of-ann", String(bearer.suffix(20)),
        ]
        let text = watch.text
        for secret in secrets { #expect(!text.contains(secret)) }
        // Each would be found.
        for secret in secrets {
            let logger = watch.watch(APNsConfiguration(host: "127.0.0.1")).logger
            logger.debug("planted", metadata: ["value": "\(secret)"])
            #expect(watch.text.contains(secret))
            watch.logs.clear()
            Counter(label: "planted", dimensions: [("value", secret)], factory: watch.metrics)
                .increment()
            #expect(watch.text.contains(secret))
            watch.metrics.reset()
            let span = watch.tracer.startAnySpan("planted")
            span.attributes["value"] = secret
            span.end()
            #expect(watch.text.contains(secret))
            watch.tracer.clearFinishedSpans()
        }
    }

    @Test func `why there is no connection is told in a word`() async throws {
        let watch = Watch()
        try await Peer.run(protocols: ["http/1.1"]) { _ in
            []
        } _: { peer in
            let client = try APNsClient.test(watch.watch(peer.configuration))
            async let lost = client.send(push(0), within: .hours(1))
            while !watch.text.contains("no HTTP/2") { try await Task.sleep(for: .milliseconds(2)) }
            await client.close(within: .zero)
            #expect(try await lost.cause == .notSent(.wrongProtocol))
        }
        try await ClosedPort.with { port in
            let unreachable = APNsConfiguration(host: "127.0.0.1", port: port)
            let client = try APNsClient.test(watch.watch(unreachable))
            async let lost = client.send(push(1), within: .hours(1))
            while !watch.text.contains("network") { try await Task.sleep(for: .milliseconds(2)) }
            await client.close(within: .zero)
            #expect(try await lost.cause == .notSent(.network))
        }
        #expect(watch.count("apns_connections", ("event", "failed")) >= 2)
        let words = Set(watch.logs.entries.compactMap { $0.metadata["cause"]?.description })
        #expect(words.isSubset(of: ["network", "no HTTP/2", "not sent", "none", "unanswered"]))
    }

    @Test func `a connection that ends without a word is of the network, not of the protocol`()
        async throws
    {
        let watch = Watch()
        try await Peer.run { _ in
            []
        } _: { peer in
            // Time stands still, so that no second connection is made.
            let client = try APNsClient.test(
                watch.watch(peer.configuration),
                time: TestTime().time
            )
            async let sent = client.send(.sample(0))
            await peer.wait(for: 1)
            async let waiting = client.send(.sample(1))
            while client.load.queued == 0 { try await Task.sleep(for: .milliseconds(2)) }
            peer.act(0, [.drop])
            while watch.count("apns_connections", ("event", "ended")) == 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            await client.close(within: .zero)
            #expect(try await sent.cause == .unanswered)
            #expect(try await waiting.cause == .notSent(.network))
        }
        let words = watch.logs.entries.compactMap { $0.metadata["cause"]?.description }
        #expect(words.contains("network") && !words.contains("protocol error"))
    }
}
