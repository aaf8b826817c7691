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

/// How APNs ends a connection: what it says, and which pushes it has not looked at (RFC 9113,
/// section 6.8).
struct GoAway: Hashable {
    /// The last stream that APNs may have done something about.
    let lastStreamID: UInt32
    /// The error code (RFC 9113, section 7); 0 if the connection ends in peace.
    let errorCode: UInt32
    /// What the data behind it says, which APNs writes as it does the body of a refusal.
    let body: APNsBody

    /// Takes the frame apart, without the bit above the 31 of a stream; whatever the bytes are,
    /// there is a value.
    init(lastStreamID: UInt32, errorCode: UInt32, data: [UInt8]) {
        self.lastStreamID = lastStreamID & 0x7FFF_FFFF
        self.errorCode = errorCode
        body = APNsBody(reading: data)
    }

    /// Whether APNs has certainly not looked at the push on `stream`, so that sending it again
    /// can't deliver it twice.
    func hasNotSeen(_ stream: UInt32) -> Bool {
        stream > lastStreamID
    }
}

extension GoAway {
    /// Takes the frame from HTTP/2.
    init(_ last: HTTP2StreamID, _ code: HTTP2ErrorCode, _ data: ByteBuffer?) {
        self.init(
            lastStreamID: UInt32(Int(last)),
            errorCode: UInt32(code.networkCode),
            data: data.map { Array($0.readableBytesView) } ?? []
        )
    }
}
