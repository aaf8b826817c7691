// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// A fault of a push or its connection.
public enum Fault: Hashable, Sendable {
    /// The time of a fault, relative to the acceptance of the push.
    public enum Stage: Hashable, Sendable {
        /// The server has not processed the push.
        case before
        /// The server has accepted the push, and the answer is lost.
        case after
    }

    /// Refuses every push for this reason; the answer has `since` and `retryAfter`, in whole
    /// seconds.
    case refusal(APNsReason, since: Timestamp? = nil, retryAfter: Duration? = nil)
    /// Sends this answer, which need not be one of APNs.
    case answer(status: Int, body: [UInt8])
    /// Resets the stream with this error code (RFC 9113, section 7).
    case reset(errorCode: UInt32, Stage)
    /// Ends the connection with GOAWAY; the push is the last that is answered, or the first that is
    /// not.
    ///
    /// The server answers earlier requests and then closes the connection.
    case goAway(errorCode: UInt32 = 0, reason: APNsReason?, Stage)
    /// Ends the connection in two steps (RFC 9113, section 6.8).
    ///
    /// The first GOAWAY includes every stream. After this duration a second one gives the reason
    /// and the last stream that was accepted by then.
    ///
    /// The server answers the push and all requests before the second GOAWAY, and then closes the
    /// connection.
    case slowGoAway(Duration, reason: APNsReason?)
    /// Closes the connection without GOAWAY; nothing more is answered.
    case drop(Stage)
    /// Keeps the connection open and sends nothing more; it reads requests and ignores them.
    case silence(Stage)
    /// Delays the answer by this duration.
    case latency(Duration)
    /// Limits the concurrent streams of the connection from now on; nil restores the usual limit.
    case streamLimit(Int?)

    /// Resets the stream as one that the server has not processed (RFC 9113, section 8.7).
    public static let refusedStream = Fault.reset(errorCode: 0x7, .before)
}
