// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import NIOSSL
import PushTransport

/// Why a connection ended, as logs tell it.
enum ConnectionFailure: String, Error {
    /// No server listens at the address, it has none, or the way there broke.
    case network
    /// The proxy lays no way to the server.
    case proxy
    /// The server does not prove its name, or TLS fails otherwise.
    case tls
    /// The server does not speak HTTP/2.
    case noHTTP2 = "no HTTP/2"
    /// The server breaks the rules of HTTP/2.
    case protocolError = "protocol error"
    /// Nothing came for too long.
    case silence

    /// What an error of a channel says of it; `wasOpen` is whether APNs had spoken.
    init(_ error: any Error, wasOpen: Bool) {
        switch error {
        // Many servers, and what lies on the way to them, end TCP without a word of TLS.
        case is IOError, NIOSSLError.uncleanShutdown: self = .network
        case is any NIOHTTP2Error: self = .protocolError
        default: self = wasOpen ? .protocolError : .tls
        }
    }

    /// What it is for a push that is not sent because of it.
    var obstacle: PushObstacle {
        switch self {
        case .network, .silence: .network
        case .proxy: .proxy
        case .tls: .tls
        case .noHTTP2, .protocolError: .wrongProtocol
        }
    }
}
