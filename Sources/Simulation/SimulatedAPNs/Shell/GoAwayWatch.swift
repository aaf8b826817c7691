// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP2

/// Counts the frames that end a connection: the handler of HTTP/2 writes some itself, and leaves
/// closing to others.
final class GoAwayWatch: NIOHTTP2FrameDelegate {
    private(set) var count = 0

    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway = frame.payload { count += 1 }
    }
}
