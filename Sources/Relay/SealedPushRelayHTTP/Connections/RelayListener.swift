// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
package import HummingbirdCore

/// How a relay's servers take connections.
package enum RelayListener {
    /// How many connections wait until they are taken: a client beyond that tries again after a
    /// second.
    package static let backlog = 4096

    /// HTTP/1.1 within limits.
    ///
    /// - Parameters:
    ///   - connections: The connections of this server.
    ///   - networks: Tells whose connections they are.
    /// - Returns: What makes the server.
    package static func http1(
        _ connections: ConnectionBook,
        _ networks: ClientNetwork
    ) -> HTTPServerBuilder {
        .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionWatch(connections, networks)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: ConnectionLimits.fieldSize,
                    maxHeaderListSize: ConnectionLimits.headSize,
                    maxHeaderFieldCount: ConnectionLimits.fieldCount
                )
            )
        )
    }

    /// Stops taking connections while the limit and those that are refused are used up.
    package static func gate(
        _ connections: ConnectionBook
    ) -> some AvailableConnectionsDelegate {
        MaximumAvailableConnections(connections.limits.total + ConnectionLimits.refusals)
    }
}
