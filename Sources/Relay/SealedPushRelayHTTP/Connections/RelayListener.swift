// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
import Hummingbird
package import HummingbirdCore
import NIOCore

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
            HTTP1Channel(
                responder: {
                    (request: Request, writer: consuming ResponseWriter, channel: any Channel) in
                    try await responder(request.asking(on: channel), writer, channel)
                },
                configuration: configuration
            )
        }
    }

    /// Stops taking connections while the limit and those that are refused are used up.
    package static func gate(
        _ connections: ConnectionBook
    ) -> some AvailableConnectionsDelegate {
        MaximumAvailableConnections(connections.limits.total + ConnectionLimits.refusals)
    }
}
