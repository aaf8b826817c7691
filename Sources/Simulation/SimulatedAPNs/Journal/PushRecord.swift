// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// A record of one request, with its outcome.
public struct PushRecord: Sendable {
    /// The outcome of a request.
    public enum Outcome: Sendable {
        /// The server accepted the push.
        case accepted(AcceptedPush, PushFate)
        /// The server carried out a request about a channel.
        case channel(ChannelAct)
        /// The server refused the push.
        case refused(APNsReason)
        /// The server did not process the push because of the fault.
        case notSeen
    }

    /// The number of the record, from 1.
    public let number: Int
    /// The number of the connection, from 1.
    public let connection: Int
    /// The id of the push, from its provider or else from the server.
    public let id: APNsID
    /// The outcome of the request.
    public let outcome: Outcome
    /// The fault that the script caused.
    public let fault: Fault?
    /// The delay of the answer that the script caused.
    public let latency: Duration
    /// The time at which the request was complete, by the server's calendar.
    public let date: Timestamp

    /// The push, if it was accepted.
    public var push: AcceptedPush? {
        if case .accepted(let push, _) = outcome { push } else { nil }
    }
}
