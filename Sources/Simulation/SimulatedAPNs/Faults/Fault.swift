// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// What goes wrong with a push, or with its connection.
public enum Fault: Hashable, Sendable {
    /// Whether the server has taken the push when the fault comes.
    public enum Stage: Hashable, Sendable {
        /// It has not looked at it.
        case before
        /// It has taken it, and only the answer is lost.
        case after
    }

    /// The push is refused so, whatever it is; `since` and `retryAfter`, in whole seconds, go with the answer.
    case refusal(APNsReason, since: Timestamp? = nil, retryAfter: Duration? = nil)
    /// The answer is this one, which need not be one of APNs'.
    case answer(status: Int, body: [UInt8])
    /// The stream is reset with this error code (RFC 9113, section 7).
    case reset(errorCode: UInt32, Stage)
    /// The connection ends with GOAWAY: the push is the last that is answered, or the first that is not.
    ///
    /// What was sent before it is answered, then the connection is closed.
    case goAway(errorCode: UInt32 = 0, reason: APNsReason?, Stage)
    /// The connection ends in two steps (RFC 9113, section 6.8): GOAWAY that leaves no stream out, and so much later one for
    /// this reason with the last stream that was taken till then.
    ///
    /// The push is answered, as is what was sent before the second; then the connection is closed.
    case slowGoAway(Duration, reason: APNsReason?)
    /// The connection ends without a word, with all that was not answered.
    case drop(Stage)
    /// Nothing more comes on the connection, which stays open: what is sent is read, and has no effect.
    case silence(Stage)
    /// The answer comes later by so much.
    case latency(Duration)
    /// From now on so many streams may be open at once on the connection; nil is as many as by its own rules.
    case streamLimit(Int?)

    /// The reset of a stream that the server has not looked at, and says so (RFC 9113, section 8.7).
    public static let refusedStream = Fault.reset(errorCode: 0x7, .before)
}
