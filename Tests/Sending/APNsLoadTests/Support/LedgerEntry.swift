// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SimulatedAPNs

extension Ledger {
    /// One push.
    struct Entry {
        /// What the server did about it, each time that it came.
        var arrivals: [Arrival] = []
        /// What its callers were told.
        var results: [APNsResult] = []
    }

    /// What the server did about a push that came.
    struct Arrival: Hashable {
        /// What it answered.
        enum Answer: Hashable {
            case accepted
            case refused(APNsReason)
            /// An answer that is none of APNs', with this status.
            case foreign(Int)
            /// That it was not looked at.
            case unseen
            /// Nothing: the stream or the connection went.
            case lost
        }

        let connection: Int
        /// Whether it was accepted, even if the answer was lost.
        let isAccepted: Bool
        let answer: Answer
        /// Whether the answer was to come later than those behind it.
        let isDelayed: Bool
        /// Whether its call had ended before.
        let isLate: Bool
    }
}

extension Ledger.Arrival {
    init(_ record: PushRecord, isLate: Bool) {
        connection = record.connection
        isAccepted = record.push != nil
        isDelayed = record.latency > .zero
        self.isLate = isLate
        switch (record.fault, record.outcome) {
        case (.reset(errorCode: 0x7, .before), _): answer = .unseen
        case (.reset, _), (.drop, _), (.silence, _): answer = .lost
        case (.answer(let status, _), _): answer = .foreign(status)
        case (_, .accepted), (_, .channel): answer = .accepted
        case (_, .refused(let reason)): answer = .refused(reason)
        // GOAWAY left it out.
        case (_, .notSeen): answer = .unseen
        }
    }

    /// Whether the client may not have the answer, where these connections broke.
    ///
    /// The server takes nothing behind a break, and has handed all answers over before it but those
    /// that it delays. A system hands on what it was given: on the loopback also where the
    /// connection is reset then.
    func mayBeLost(_ broken: Set<Int>) -> Bool {
        answer == .lost || isDelayed && broken.contains(connection)
    }
}
