// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import SimulatedAPNs

struct ConnectionHandlerTests {
    private let serverContext: ServerContext
    private let channel: EmbeddedChannel
    private let draft: Draft

    init() throws {
        let rig = try Rig()
        draft = rig.draft
        var configuration = rig.configuration
        configuration.streamLimit = 3
        serverContext = ServerContext(configuration, watcher: rig.watcher)
        channel = try Self.channel(to: serverContext)
    }

    /// A connection on which this goes wrong.
    private static func channel(
        to serverContext: ServerContext,
        _ fault: ConnectionFault? = nil
    ) throws -> EmbeddedChannel {
        let connection = serverContext.withState {
            $0.connection(1, certificate: nil, fault: fault)
        }
        let channel = EmbeddedChannel()
        let handler = ConnectionHandler(
            connection,
            serverContext: serverContext,
            gate: WriteGate(),
            watch: GoAwayWatch()
        )
        try channel.pipeline.syncOperations.addHandler(handler)
        return channel
    }

    private var headers: HPACKHeaders {
        var headers = HPACKHeaders([(":method", draft.method), (":path", draft.path)])
        for field in draft.fields { headers.add(name: field.name, value: field.value) }
        return headers
    }

    private func receive(_ payload: HTTP2Frame.FramePayload, on stream: Int) throws {
        try channel.writeInbound(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: payload))
    }

    /// The streams that were refused.
    private func refusedStreams() throws -> [Int] {
        var streams: [Int] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            if case .rstStream(.refusedStream) = frame.payload {
                streams.append(Int(frame.streamID))
            }
        }
        return streams
    }

    @Test func `streams beyond all limits are refused`() throws {
        let limit = ServerContext.openStreamLimit
        for index in 0..<limit + 2 {
            try receive(.headers(.init(headers: headers)), on: 2 * index + 1)
        }
        #expect(try refusedStreams() == [2 * limit + 1, 2 * limit + 3])
        // One that was reset makes room for another.
        let closed = StreamClosedEvent(streamID: 1, reason: .cancel)
        channel.pipeline.fireUserInboundEventTriggered(closed)
        try receive(.headers(.init(headers: headers)), on: 2 * limit + 5)
        #expect(try refusedStreams() == [])
    }

    @Test func `the window is opened by what is left of it, whatever its bytes were of`() throws {
        _ = try channel.readOutbound(as: HTTP2Frame.self)
        for left in [ReceiveWindow.size, ReceiveWindow.size / 2, 0] {
            let event = NIOHTTP2WindowUpdatedEvent(
                streamID: .rootStream,
                inboundWindowSize: left,
                outboundWindowSize: nil
            )
            channel.pipeline.fireUserInboundEventTriggered(event)
        }
        channel.pipeline.fireChannelReadComplete()
        var increments: [Int] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            guard case .windowUpdate(let increment) = frame.payload else { continue }
            increments.append(increment)
        }
        #expect(increments == [ReceiveWindow.size / 2, ReceiveWindow.size])
    }

    @Test func `a connection that is to end does so in ten minutes, whatever is open on it`() throws
    {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        // One that never ends, and a later one that was looked at.
        try receive(.headers(.init(headers: headers)), on: 1)
        let body = IOData.byteBuffer(ByteBuffer(bytes: draft.body))
        try receive(.headers(.init(headers: headers)), on: 3)
        try receive(.data(.init(data: body, endStream: true)), on: 3)
        channel.pipeline.fireUserInboundEventTriggered(ServerStops())
        channel.embeddedEventLoop.advanceTime(by: .seconds(599))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `trailers end a request, and are none themselves`() throws {
        let body = IOData.byteBuffer(ByteBuffer(bytes: draft.body))
        try receive(.headers(.init(headers: headers)), on: 1)
        try receive(.data(.init(data: body)), on: 1)
        #expect(serverContext.withState { $0.journal.counts.requests } == 0)
        for _ in 1...2 {
            try receive(.headers(.init(headers: ["x-end": "1"], endStream: true)), on: 1)
        }
        #expect(serverContext.withState { $0.journal.counts.requests } == 1)
        #expect(serverContext.withState { $0.journal.counts.accepted } == 1)
    }

    @Test func `a rise of the limit comes late, and not at all where the limit falls before`()
        throws
    {
        let channel = try Self.channel(to: serverContext, .lateStreams(.seconds(2)))
        func limits() throws -> [Int] {
            var limits: [Int] = []
            while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
                guard case .settings(.settings(let settings)) = frame.payload else { continue }
                limits += settings.map(\.value)
            }
            return limits
        }
        func push(on stream: Int, _ headers: HPACKHeaders) throws {
            let body = HTTP2Frame.FramePayload.data(
                .init(data: .byteBuffer(ByteBuffer(bytes: draft.body)), endStream: true)
            )
            for payload in [.headers(.init(headers: headers)), body] {
                let stream = HTTP2StreamID(stream)
                try channel.writeInbound(HTTP2Frame(streamID: stream, payload: payload))
            }
        }
        var without = headers
        without.remove(name: "authorization")

        try push(on: 1, headers)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(try limits() == [])
        try push(on: 3, without)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(try limits() == [1])
        try push(on: 5, headers)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(try limits() == [3])
    }

    @Test func `what comes for no stream has no effect`() throws {
        let body = IOData.byteBuffer(ByteBuffer(bytes: draft.body))
        try receive(.data(.init(data: body, endStream: true)), on: 1)
        try receive(.rstStream(.cancel), on: 3)
        #expect(serverContext.withState { $0.journal.counts.requests } == 0)
    }
}
