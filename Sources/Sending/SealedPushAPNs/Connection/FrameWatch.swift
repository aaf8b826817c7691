// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP2

/// What HTTP/2 itself says to APNs because of what came: it names no stream when it tells of an error.
final class FrameWatch: NIOHTTP2FrameDelegate {
    /// Whether it ended the connection.
    private(set) var hasEnded = false
    private var resets: [UInt32] = []

    func wroteFrame(_ frame: HTTP2Frame) {
        switch frame.payload {
        case .goAway: hasEnded = true
        case .rstStream: resets.append(UInt32(Int(frame.streamID)))
        default: break
        }
    }

    /// Gives the streams that were reset since it was last asked, those of the connection's own resets included.
    func takeResets() -> [UInt32] {
        defer { resets = [] }
        return resets
    }
}
