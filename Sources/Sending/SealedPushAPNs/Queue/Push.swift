// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

/// One push that a client was given, from there to its result.
///
/// Everything that changes belongs to the ``PushQueue`` that the push is in, and so is under that
/// one's lock.
final class Push: @unchecked Sendable /* what changes is under the lock of its queue */ {
    /// Where it stands.
    enum State: Hashable {
        /// Not given to a queue yet.
        case outside
        /// In the queue.
        case queued
        /// Sent, and not answered yet, on this connection.
        case inFlight(ConnectionID)
        /// It has its result.
        case ended
    }

    let request: WireRequest
    /// Whether it is sent again if it was in flight when its connection broke.
    let resendsUnanswered: Bool
    /// How often it was sent before it was given to this client, and this time.
    let attempt: Int
    /// When it has its result at the latest.
    let deadline: Duration
    /// When it was given to the client.
    let start: Duration

    var state = State.outside
    /// What the caller is told; nil until it has ended, and of one that was cancelled.
    var result: APNsResult?
    /// Why it is not accepted, as far as it was sent; nil if APNs has certainly never seen it.
    var cause: RetryCause<APNsRejection>?
    /// How often it was in flight when its connection broke or its stream was reset.
    var breaks = 0
    /// How often it was refused for its provider token.
    var tokenRefusals = 0
    /// Its place in the heap of deadlines.
    var heapIndex = -1

    /// Who waits for the result.
    ///
    /// It is set before the push is given to a queue.
    var continuation: CheckedContinuation<APNsResult?, Never>?

    init(
        _ request: WireRequest,
        resendsUnanswered: Bool = false,
        attempt: Int = 1,
        start: Duration = .zero,
        deadline: Duration
    ) {
        self.request = request
        self.resendsUnanswered = resendsUnanswered
        self.attempt = attempt
        self.start = start
        self.deadline = deadline
    }
}

/// The number of a connection, from 0, in the order in which they are made.
typealias ConnectionID = Int

/// What a push comes back for that is to be sent again.
enum Requeue {
    /// It was not sent: the connection had no room for it after all.
    case unsent
    /// APNs has certainly not looked at it.
    case unseen
    /// It was sent, and its result is unknown.
    case broken
    /// APNs refused it for its provider token; what becomes of it if it was sent again too often.
    case refused(APNsRejection, otherwise: APNsResult)
}
