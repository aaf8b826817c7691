// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOTLS
import Testing

@testable import SimulatedAPNs

struct ALPNBufferingHandlerTests {
    /// Takes what comes, and closes the connection over one of it.
    private final class Taker: ChannelInboundHandler {
        typealias InboundIn = Int

        private(set) var taken: [Int] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let number = unwrapInboundIn(data)
            taken.append(number)
            if number == 2 { context.close(promise: nil) }
        }
    }

    private let channel = EmbeddedChannel()
    private let taker = Taker()

    /// Opens a room that these have come to.
    private func open(_ numbers: [Int], with result: Result<Void, ChannelError>) throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([ALPNBufferingHandler { _, _ in promise.futureResult }, taker])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "none")).wait()
        let event = TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2")
        channel.pipeline.fireUserInboundEventTriggered(event)
        for number in numbers { try channel.writeInbound(number) }
        #expect(taker.taken == [])
        promise.completeWith(result.mapError { $0 })
    }

    @Test func `what comes before HTTP 2 is there is handed on in order`() throws {
        try open([1, 3, 5], with: .success(()))
        try channel.writeInbound(7)
        #expect(taker.taken == [1, 3, 5, 7])
    }

    @Test func `a connection may end over what is handed on`() throws {
        try open([1, 2, 3], with: .success(()))
        #expect(taker.taken == [1, 2])
        #expect(!channel.isActive)
    }

    @Test func `where HTTP 2 is not spoken nothing is handed on`() throws {
        try open([1, 3], with: .failure(.eof))
        #expect(taker.taken == [])
        #expect(!channel.isActive)
    }
}

struct ReceiveWindowTests {
    @Test func `a window is opened by what was used, when that is half of it`() {
        let half = ReceiveWindow.size / 2
        #expect(ReceiveWindow.increment(left: ReceiveWindow.size) == nil)
        #expect(ReceiveWindow.increment(left: half + 1) == nil)
        #expect(ReceiveWindow.increment(left: half) == half)
        #expect(ReceiveWindow.increment(left: 0) == ReceiveWindow.size)
        #expect(ReceiveWindow.firstIncrement + 65_535 == ReceiveWindow.size)
    }
}
