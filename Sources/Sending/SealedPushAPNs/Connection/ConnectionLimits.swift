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

/// When the next connection may be made, or the next stream that others were refused for.
///
/// At once, if the one before was of use; else after a delay that doubles with each that was of
/// none, with up to half of it added at random, so that many clients don't come back together.
struct Backoff {
    /// The first delay.
    static let firstDelay: Duration = .milliseconds(100)

    /// No delay grows beyond this, but for what is added at random.
    let limit: Duration
    /// When the next may come at the earliest.
    private(set) var earliest: Duration = .zero
    private var failures = 0

    init(limit: Duration) {
        self.limit = limit
    }

    /// Notes that one was of use.
    mutating func worked() {
        failures = 0
        earliest = .zero
    }

    /// Notes that one could not be made, or was of no use.
    mutating func failed(at now: Duration, using generator: inout some RandomNumberGenerator) {
        let delay = min(Self.firstDelay * (1 << min(failures, 10)), limit)
        failures += 1
        let half = Int64(delay / .milliseconds(2))
        earliest = now + delay + .milliseconds(Int64.random(in: 0...half, using: &generator))
    }
}

/// Counts frames that end no push: what promises answers, PINGs, settings, empty data.
///
/// A server that sends nothing else as fast as it can would use up the time of all that its event
/// loop does, also of that which ends pushes.
struct IdleFrames {
    /// How many there may be in a second beyond those that requests bring.
    static let limit = 1000
    /// How many a request may bring: its stream and the connection have a window each.
    private static let share = 4

    private var count = 0
    private var start: Duration = .zero

    /// Whether there are too many.
    var areTooMany: Bool { count > Self.limit }

    /// Notes one.
    mutating func add(at now: Duration) {
        if now - start >= .seconds(1) { (start, count) = (now, 0) }
        count += 1
    }

    /// Notes a request.
    mutating func sent() { count -= min(count, Self.share) }

    /// Notes an answer.
    mutating func answered() { count = 0 }
}
