// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// What the server did about one push.
public struct PushRecord: Sendable {
    /// What became of a push.
    public enum Outcome: Sendable {
        /// It was accepted.
        case accepted(AcceptedPush, PushFate)
        /// It was about a channel.
        case channel(ChannelAct)
        /// It was refused.
        case refused(APNsReason)
        /// It was not looked at, and not refused either: the fault says what happened.
        case notSeen
    }

    /// The number of the record, from 1.
    public let number: Int
    /// The number of the connection, from 1.
    public let connection: Int
    /// What the push is called: by its provider, or else by the server.
    public let id: APNsID
    /// What became of it.
    public let outcome: Outcome
    /// What went wrong with it by the script.
    public let fault: Fault?
    /// How much later its answer is sent by the script.
    public let latency: Duration
    /// When it was complete, by the server's calendar.
    public let date: Timestamp

    /// The push, where it was accepted.
    public var push: AcceptedPush? {
        if case .accepted(let push, _) = outcome { push } else { nil }
    }
}
