// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import SealedPushAPNs

struct RecordGathererTests {
    private let channel: EmbeddedChannel

    /// One that has written the preface, and the header of a frame as long as can be.
    init() throws {
        channel = EmbeddedChannel(handler: RecordGatherer { _ in nil })
        write([UInt8](repeating: 1, count: 24))
        write([0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1])
        channel.flush()
        #expect(try written().map(\.count) == [24 + 9])
    }

    /// What has left for TLS, write by write.
    private func written() throws -> [[UInt8]] {
        var writes: [[UInt8]] = []
        while let write = try channel.readOutbound(as: ByteBuffer.self) {
            writes.append(Array(write.readableBytesView))
        }
        return writes
    }

    private func write(_ bytes: [UInt8], promise: EventLoopPromise<Void>? = nil) {
        // As HTTP/2 writes them.
        channel.write(IOData.byteBuffer(ByteBuffer(bytes: bytes)), promise: promise)
    }

    @Test func `what is written until a flush is one write`() throws {
        for byte in 0..<10 as Range<UInt8> { write([byte, byte]) }
        #expect(try written() == [])
        channel.flush()
        #expect(try written() == [(0..<10).flatMap { [$0, $0] }])
        channel.flush()
        #expect(try written() == [])
    }

    @Test func `no write is longer than a record, and none is cut`() throws {
        let size = RecordGatherer.recordSize
        for count in [1, size - 1, 1, size, size + 1, 2, size - 2, 3] {
            write([UInt8](repeating: 7, count: count))
        }
        channel.flush()
        #expect(try written().map(\.count) == [size, 1, size, size + 1, size, 3])
    }

    @Test func `bytes leave in the order in which they were written`() throws {
        var generator = SystemRandomNumberGenerator()
        var all: [UInt8] = []
        for _ in 0..<200 {
            let count = Int.random(in: 0...9000, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            all += bytes
            write(bytes)
        }
        channel.flush()
        #expect(try written().flatMap(\.self) == all)
    }

    @Test func `who waits for a write hears of it when all before it has left`() throws {
        let heard = Mutex<[Int]>([])
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenSuccess { heard.withLock { $0.append(2) } }
        write([1])
        write([2], promise: promise)
        write([3])
        channel.flush()
        #expect(try written() == [[1, 2], [3]])
        #expect(heard.withLock(\.self) == [2])
    }
}
