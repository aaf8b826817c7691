// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationShims
import Synchronization
import Testing

/// One after another, as an event reaches every source of the process.
@Suite(.serialized)
struct MemoryPressureTests {
    private typealias Event = DispatchSource.MemoryPressureEvent

    private let queue = DispatchQueue(label: "pressure")

    private func source(
        _ mask: Event,
        _ heard: @escaping @Sendable (Event) -> Void
    ) -> any DispatchSourceMemoryPressure {
        let source = DispatchSource.makeMemoryPressureSource(eventMask: mask, queue: queue)
        // As Apple's samples do, so that no source keeps itself alive.
        nonisolated(unsafe) weak let own = source
        source.setEventHandler { if let own = unsafe own { heard(own.data) } }
        source.resume()
        return source
    }

    @Test func `a source takes the events of its mask`() async {
        let others = Mutex<[Event]>([])
        let other = source(.normal) { event in others.withLock { $0.append(event) } }
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let source = source([.warning, .critical]) { continuation.yield($0) }
        DispatchSource.sendMemoryPressure([.critical, .normal])
        var events = stream.makeAsyncIterator()
        #expect(await events.next() == .critical)
        DispatchSource.sendMemoryPressure(.warning)
        #expect(await events.next() == .warning)
        queue.sync {}
        #expect(others.withLock(\.self) == [.normal])
        other.cancel()
        source.cancel()
    }

    @Test func `code may ask what a source's events contain`() {
        let source: (any DispatchSourceMemoryPressure)? = source(.all) { _ in }
        // Were it a number, this would not compile.
        if let event = source?.data { #expect(!event.contains(.critical)) }
        source?.cancel()
    }
}
