// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// What a connection is doing, and by when it has to be done with that.
struct Exchange: Sendable {
    enum Phase: Hashable, Sendable {
        /// The head of the first request is on its way.
        case firstHead
        /// The head of a request has come, and its body not yet.
        case body
        /// A request has come whole.
        case answer
        /// All requests are answered.
        case idle
        /// Nothing more is read or answered.
        case farewell
    }

    private(set) var phase = Phase.firstHead
    private(set) var deadline: NIODeadline
    /// Whether the connection ends with the answer that is being written.
    private(set) var isLast = false
    /// Whether the request that is answered next waits for something that may never come.
    private(set) var isSuspended = false
    private let limits: ConnectionLimits
    /// Requests that have come whole and are not answered.
    private var complete = 0
    private var isReceiving = false

    init(within limits: ConnectionLimits, at now: NIODeadline) {
        self.limits = limits
        deadline = now + TimeAmount(limits.firstHead)
    }

    /// Whose turn it is: a request that comes behind a suspended one makes the connection no
    /// busier.
    var turn: ConnectionBook.Turn {
        if isSuspended { return .neither }
        return phase == .answer ? .server : .client
    }

    mutating func requestBegins(at now: NIODeadline) {
        guard phase != .farewell else { return }
        isReceiving = true
        begin(.body, limits.body, now)
    }

    mutating func requestEnds(at now: NIODeadline) {
        guard phase != .farewell else { return }
        isReceiving = false
        complete += 1
        begin(.answer, limits.answer, now)
    }

    /// Notes that the answer waits for something that may never come.
    mutating func suspend() { isSuspended = complete > 0 && phase != .farewell }

    /// Notes that an answer begins: if it comes before the end of its request, it is the last one,
    /// because the rest of that request is not wanted.
    mutating func answerBegins() {
        isSuspended = false
        if complete == 0 && isReceiving { isLast = true }
    }

    mutating func answerEnds(at now: NIODeadline) {
        complete = max(0, complete - 1)
        if isLast {
            end(at: now)
        } else if complete == 0 && !isReceiving {
            begin(.idle, limits.idle, now)
        }
    }

    /// Notes that no more is written: the client may take its time to read, but not for long.
    mutating func end(at now: NIODeadline) {
        guard phase != .farewell else { return }
        begin(.farewell, limits.farewell, now)
    }

    private mutating func begin(_ phase: Phase, _ limit: Duration, _ now: NIODeadline) {
        self.phase = phase
        deadline = now + TimeAmount(limit)
    }
}

/// How long a client may take over each part of an exchange, and how many connections there may be.
///
/// The times are absolute: a client that sends a byte now and then gains nothing. A connection is
/// closed up to two seconds late.
package struct ConnectionLimits: Hashable, Sendable {
    /// From the beginning of a connection to the end of the first request's head.
    package var firstHead: Duration = .seconds(15)
    /// From an answer to the end of the next request's head.
    package var idle: Duration = .seconds(75)
    /// From the end of a request's head to the end of its body.
    package var body: Duration = .seconds(30)
    /// From the end of a request to the end of its answer, which the client may not read.
    package var answer: Duration = .seconds(60)
    /// From the last answer on a connection until it is closed, unless the client closes it.
    package var farewell: Duration = .seconds(2)
    /// Connections in all.
    package let total: Int
    /// Connections of one network; those of trusted proxies are not counted.
    package var perNetwork: Int

    /// Connections beyond the total at once, which are told that the server is full.
    package static let refusals = 32
    /// The most bytes of a request's line, and of one header.
    static let fieldSize = 8 * 1024
    /// The most bytes of all headers of a request.
    static let headSize = 16 * 1024
    /// The most headers of a request.
    static let fieldCount = 100

    /// The defaults, of which one network may have a quarter.
    package init(total: Int) {
        self.total = total
        perNetwork = max(1, total / 4)
    }
}
