// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Events as a client reads them (HTML, section 9.2); a comment where nothing happens for a while.
struct EventStream: AsyncSequence, Sendable {
    let events: AsyncStream<LabEvent?>

    func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var events: AsyncStream<LabEvent?>.Iterator
        private var hasBegun = false
        private var isOver = false

        init(events: AsyncStream<LabEvent?>.Iterator) {
            self.events = events
        }

        @concurrent mutating func next() async throws -> ByteBuffer? {
            guard !isOver else { return nil }
            guard hasBegun else {
                hasBegun = true
                // A client knows by it that nothing escapes it from now on.
                return ByteBuffer(string: ": the lab\n\n")
            }
            if let event = await events.next() {
                return ByteBuffer(string: event?.text ?? ":\n\n")
            }
            // The client was too slow, or the lab ends.
            isOver = true
            return ByteBuffer(string: "event: reset\ndata: {}\n\n")
        }
    }
}
