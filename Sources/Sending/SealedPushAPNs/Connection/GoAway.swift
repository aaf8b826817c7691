// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2

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
