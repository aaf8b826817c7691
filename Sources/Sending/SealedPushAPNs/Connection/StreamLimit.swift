// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How many pushes may be on their way at once on one connection.
///
/// APNs serves one stream until it has seen a valid provider token, then as many as its SETTINGS
/// say, which change at any time; after any refusal they may go back to one. The first SETTINGS may
/// come late, so a connection holds itself to one push from its start, and from each stream that is
/// refused, to the next answer that shows the token to be taken.
struct StreamLimit {
    /// How many are enough, whatever APNs allows: its SETTINGS have been seen to say 500 to 1500.
    static let ceiling = 1500

    /// How many there may be if the SETTINGS say nothing of it: what HTTP/2 recommends as the least
    /// (RFC 9113, section 6.5.2), and NIO takes for it.
    static let unspoken = 100

    private var settings = unspoken
    private var isTokenTaken = false

    /// How many there may be.
    var limit: Int {
        isTokenTaken ? settings : min(settings, 1)
    }

    /// Whether it is still to be seen that APNs takes the provider token.
    var isProving: Bool { !isTokenTaken }

    /// How many more may be sent while `count` are on their way; none if the limit fell below that.
    func allowance(inFlight count: Int) -> Int {
        max(0, limit - count)
    }

    /// Notes SETTINGS_MAX_CONCURRENT_STREAMS (RFC 9113, section 6.5.2); 0 stops everything until
    /// the next.
    mutating func settingsChanged(to maximum: UInt32) {
        settings = min(Int(maximum), Self.ceiling)
    }

    /// Notes that a stream was refused (RFC 9113, section 8.7): until the next answer it is one at
    /// a time.
    mutating func refused() {
        isTokenTaken = false
    }

    /// Notes an answer that shows the provider token to be taken.
    mutating func taken() {
        isTokenTaken = true
    }
}
