// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

/// What the server does about a request.
struct Response {
    /// How the exchange goes on.
    enum Action {
        /// It is answered, after the delay.
        case answer(PushAnswer)
        /// The stream is reset with this error code, and once more with STREAM_CLOSED where that is
        /// so.
        case reset(errorCode: UInt32, isTwice: Bool)
        /// The connection ends at once.
        case drop
        /// The connection stays, and nothing more comes on it.
        case silence
        /// Nothing.
        case none
    }

    /// GOAWAY, which is sent at once; what is above the last stream is not answered.
    struct GoAway: Hashable {
        let lastStream: Int
        let errorCode: UInt32
        let data: [UInt8]
    }

    /// How many streams there may be.
    struct StreamLimit: Hashable {
        let limit: Int
        /// How much later that is said.
        let delay: Duration
    }

    var action = Action.none
    /// How long an answer waits.
    var delay = Duration.zero
    /// How many streams there may be from now on, where that changes.
    var streamLimit: StreamLimit?
    var goAway: GoAway?
    /// How much later a GOAWAY follows the one that announces it, and why.
    var end: (delay: Duration, reason: APNsReason?)?
    /// What goes to a device.
    var delivery: AcceptedPush?
    /// What is told to who watches the server.
    var record: PushRecord?
}
