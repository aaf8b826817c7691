// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
