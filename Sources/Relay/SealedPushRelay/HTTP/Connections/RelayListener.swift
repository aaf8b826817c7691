// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// How the servers of a relay and of a sidecar take connections.
package enum RelayListener {
    /// How many connections wait until they are taken: a client beyond that tries again after a
    /// second.
    package static let backlog = 4096

    /// What a connection is told that is not served.
    package typealias Answer = (head: HTTPResponse, body: [UInt8])

    /// HTTP/1.1 within limits.
    ///
    /// - Parameters:
    ///   - connections: The connections of this server.
    ///   - networks: Tells whose connections they are.
    ///   - refusal: What a client is told for which there is no room.
    /// - Returns: What makes the server.
    package static func http1(
        _ connections: ConnectionBook,
        _ networks: ClientNetwork,
        refusal: Answer = Problem.unavailable.answer
    ) -> HTTPServerBuilder {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionWatch(connections, networks, refusal)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ConnectionLimits.fieldSize,
                maxHeaderListSize: ConnectionLimits.headSize,
                maxHeaderFieldCount: ConnectionLimits.fieldCount
            )
        )
        return HTTPServerBuilder { responder in
            RelayChannel(
                http: HTTP1Channel(
                    responder: {
                        (request: Request, writer: consuming ResponseWriter, channel: any Channel)
                        in
                        guard request.expectsWhatIsDone else {
                            return try await writer.writeResponse(Self.unexpected)
                        }
                        try await responder(request.asking(on: channel), writer, channel)
                    },
                    configuration: configuration
                )
            )
        }
    }

    /// What a client is told that expects what no server here does (RFC 9110, section 10.1.1).
    private static let unexpected = HTTPResponse(
        status: .expectationFailed,
        headerFields: [.contentLength: "0", .cacheControl: "no-store"]
    )

    /// Stops taking connections while the limit and those that are refused are used up.
    package static func gate(
        _ connections: ConnectionBook
    ) -> some AvailableConnectionsDelegate {
        MaximumAvailableConnections(connections.limits.total + ConnectionLimits.refusals)
    }
}

/// HTTP/1.1 whose heads are clear.
private struct RelayChannel: ServerChildChannel {
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self
            )
            try pipeline.addHandler(HeadRule(), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
