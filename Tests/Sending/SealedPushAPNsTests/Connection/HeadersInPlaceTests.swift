// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import SealedPushAPNs

/// NIO's HTTP/2 above a ``RecordGatherer``, as a connection has them.
struct HeadersInPlaceTests {
    private final class Silent: NIOHTTP2FrameDelegate {
        func wroteFrame(_ frame: HTTP2Frame) {}
    }

    /// What is in flight on which stream, and of which a header was asked for.
    private final class Requests {
        var inFlight: Set<UInt32> = []
        var asked: [UInt32] = []

        func fields(on stream: UInt32) -> [UInt8]? {
            asked.append(stream)
            // `:method: POST` (RFC 7541, appendix A).
            return inFlight.contains(stream) ? [0x83] : nil
        }
    }

    private struct Frame: Hashable {
        let type: UInt8
        let flags: UInt8
        let stream: Int
        let payload: [UInt8]
    }

    private let requests = Requests()
    private let channel: EmbeddedChannel

    /// One whose server allows one stream.
    init() throws {
        let gatherer = RecordGatherer(fields: requests.fields)
        channel = EmbeddedChannel(handlers: [gatherer, Connector.http2(toldTo: Silent())])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        #expect(try bytes().starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        try receive(type: 4, [0, 3, 0, 0, 0, 1])
        _ = try bytes()
    }

    private func receive(type: UInt8, on stream: UInt8 = 0, _ payload: [UInt8]) throws {
        let head = [0, 0, UInt8(payload.count), type, 0, 0, 0, 0, stream]
        try channel.writeInbound(ByteBuffer(bytes: head + payload))
    }

    private func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            bytes += buffer.readableBytesView
        }
        return bytes
    }

    /// All frames that have left.
    private func frames() throws -> [Frame] {
        var rest = ByteBuffer(bytes: try bytes())
        var frames: [Frame] = []
        while let head = rest.readBytes(length: 9) {
            let count = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
            let payload = rest.readBytes(length: count)
            frames.append(
                Frame(
                    type: head[3],
                    flags: head[4],
                    stream: Int(head[8]),
                    payload: try #require(payload)
                )
            )
        }
        return frames
    }

    private func push(on stream: Int, _ body: [UInt8] = [7]) {
        requests.inFlight.insert(UInt32(stream))
        write(on: stream, body)
    }

    private func write(on stream: Int, _ body: [UInt8] = [7]) {
        let id = HTTP2StreamID(stream)
        let data = HTTP2Frame.FramePayload.Data(
            data: .byteBuffer(ByteBuffer(bytes: body)),
            endStream: true
        )
        channel.write(
            HTTP2Frame(streamID: id, payload: .headers(.init(headers: [:]))),
            promise: nil
        )
        channel.write(HTTP2Frame(streamID: id, payload: .data(data)), promise: nil)
    }

    private func pair(on stream: Int, _ body: [UInt8] = [7]) -> [Frame] {
        [
            // END_HEADERS, and END_STREAM.
            Frame(type: 1, flags: 0x4, stream: stream, payload: [0x83]),
            Frame(type: 0, flags: 0x1, stream: stream, payload: body),
        ]
    }

    @Test func `the fields stand in the frame of their stream, whatever the bodies are`() throws {
        // One that looks like an empty HEADERS frame.
        push(on: 1, [0, 0, 0, 1, 4, 0, 0, 0, 9])
        channel.flush()
        #expect(try frames() == pair(on: 1, [0, 0, 0, 1, 4, 0, 0, 0, 9]))
        #expect(requests.asked == [1])
    }

    @Test func `a header that HTTP 2 holds back is encoded when it leaves`() throws {
        for stream in [1, 3, 5] { push(on: stream) }
        channel.flush()
        #expect(try frames() == pair(on: 1))
        #expect(requests.asked == [1])
        for (ended, next) in [(1, 3), (3, 5)] as [(UInt8, Int)] {
            try receive(type: 3, on: ended, [0, 0, 0, 8])
            #expect(try frames() == pair(on: next))
        }
        #expect(requests.asked == [1, 3, 5])
    }

    @Test func `a push that is abandoned while its header is held back is never begun`() throws {
        for stream in [1, 3, 5] { push(on: stream) }
        channel.flush()
        requests.inFlight.remove(3)
        channel.writeAndFlush(
            HTTP2Frame(streamID: 3, payload: .rstStream(.cancel)),
            promise: nil
        )
        #expect(try frames() == pair(on: 1))
        try receive(type: 3, on: 1, [0, 0, 0, 8])
        #expect(try frames() == pair(on: 5))
        #expect(requests.asked == [1, 5])
        let isActive = channel.isActive
        #expect(isActive)
    }

    @Test func `SETTINGS of the size of the table make no empty frame`() throws {
        // HTTP/2's own encoder then has something to say.
        try receive(type: 4, [0, 1, 0, 0, 0, 0])
        _ = try frames()
        push(on: 1)
        channel.flush()
        #expect(try frames() == pair(on: 1))
    }

    @Test func `no header leaves for a stream without a request: the connection ends`() throws {
        write(on: 1)
        channel.flush()
        #expect(try bytes() == [])
        let isActive = channel.isActive
        #expect(!isActive)
    }

    @Test(
        arguments: [
            // Two frames in one write.
            [0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 1],
            // The beginning of a HEADERS frame.
            [0, 0, 1, 1, 4, 0, 0, 0, 1],
            // More than the rest of one that is no HEADERS frame.
            [0, 0, 1, 0, 4, 0, 0, 0, 1, 7, 7],
        ] as [[UInt8]]
    )
    func `a connection ends where frames can't be told apart`(_ written: [UInt8]) throws {
        let channel = EmbeddedChannel(handler: RecordGatherer { _ in [] })
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.write(ByteBuffer(repeating: 0, count: 24), promise: nil)
        channel.flush()
        _ = try channel.readOutbound(as: ByteBuffer.self)
        channel.writeAndFlush(ByteBuffer(bytes: written), promise: nil)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        let isActive = channel.isActive
        #expect(!isActive)
    }
}
