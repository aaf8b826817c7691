// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import SealedPushLab

/// Server-sent events, and waits for changes.
@Suite struct EventTests {
    @Test func `a listener is told of each change, and that the lab ends`() async throws {
        let hub = EventHub()
        let events = try #require(hub.listen())
        var stream = EventStream(events: events).makeAsyncIterator()
        hub.tell(.push(number: 17, phone: "p1"))
        hub.tell(.phone("p1"))
        hub.tell(.pushes)
        hub.end()
        var texts: [String] = []
        while let buffer = try await stream.next() { texts.append(String(buffer: buffer)) }
        #expect(
            texts == [
                ": the lab\n\n", "event: push\ndata: {\"number\":17,\"phone\":\"p1\"}\n\n",
                "event: phone\ndata: {\"phone\":\"p1\"}\n\n", "event: pushes\ndata: {}\n\n",
                "event: reset\ndata: {}\n\n",
            ]
        )
    }

    @Test func `a listener that is too slow has its stream ended, and others go on`() async throws {
        let hub = EventHub()
        let slow = try #require(hub.listen())
        for number in 0..<EventHub.backlog { hub.tell(.push(number: number, phone: nil)) }
        let quick = try #require(hub.listen())
        hub.tell(.pushes)
        hub.tell(.files)
        var count = 0
        for await _ in slow { count += 1 }
        #expect(count == EventHub.backlog)
        var iterator = quick.makeAsyncIterator()
        #expect(await iterator.next() == .some(.pushes))
        #expect(await iterator.next() == .some(.files))
    }

    @Test func `a listener that has gone makes room for another`() throws {
        let hub = EventHub()
        var listeners = (0..<EventHub.listenerLimit).map { _ in hub.listen() }
        #expect(hub.listen() == nil)
        listeners.removeLast()
        #expect(hub.listen() != nil)
        withExtendedLifetime(listeners) {}
    }

    @Test func `a wait ends with the lab`() async {
        let hub = EventHub()
        async let waited = hub.wait(within: .seconds(60)) { nil as Int? }
        try? await Task.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        hub.end()
        #expect(await waited == nil)
        #expect(await hub.wait(within: .seconds(60)) { nil as Int? } == nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }
}
