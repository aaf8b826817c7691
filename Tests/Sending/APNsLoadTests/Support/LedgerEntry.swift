// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SimulatedAPNs

@testable import SealedPushAPNs

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

extension Ledger.Entry {
    /// What is wrong with it, where these connections broke.
    func faults(_ broken: Set<Int>) -> [String] {
        guard results.count == 1 else { return ["\(results.count) results"] }
        var faults: [String] = []
        func expect(_ isRight: Bool, _ fault: String) { if !isRight { faults.append(fault) } }

        for arrival in arrivals.dropLast() {
            // What refuses the credentials may be the connection's own fault.
            let isRight =
                arrival.mayBeLost(broken) || arrival.answer == .unseen
                || arrival.answer.reason.map { APNsRejection($0).isAboutCredentials } == true
            expect(isRight, "sent again")
        }
        expect(!arrivals.contains(where: \.isLate), "sent after its result")
        let answer = arrivals.last?.answer
        switch results[0] {
        case .accepted: expect(answer == .accepted, "not accepted")
        case .deviceGone(let since):
            expect(answer?.reason?.status == 410, "not gone")
            expect(since == Ledger.goneSince, "gone since another time")
        case .rejected(let rejection): expect(answer == rejection.answer, "not rejected")
        case .retry(_, .refused(let rejection)):
            expect(answer == rejection.answer, "not refused")
            let isUnclear = arrivals.contains { $0.isAccepted || $0.answer == .lost }
            expect(!isUnclear, "refused, and yet it may be accepted")
        case .retry(_, .unanswered): expect(mayBeUnanswered(broken), "answered")
        case .retry(_, .notSent):
            expect(arrivals.allSatisfy { $0.answer == .unseen }, "sent")
        }
        return faults
    }

    /// Whether its result may be unknown: its answers were lost too often, or one was, and the last
    /// one refuses it for now.
    private func mayBeUnanswered(_ broken: Set<Int>) -> Bool {
        let losses = arrivals.count { $0.mayBeLost(broken) }
        // What comes to a connection behind its break has no record.
        let mayBeMore = !broken.isEmpty
        let isEnough = mayBeMore || losses > PushQueue.breakLimit
        guard let last = arrivals.last, !last.mayBeLost(broken) else { return isEnough }
        return switch last.answer {
        case .accepted: false
        case .refused(let reason): reason.isForNow && (mayBeMore || losses > 0)
        case .foreign: mayBeMore || losses > 0
        case .unseen, .lost: isEnough
        }
    }
}

extension Ledger.Arrival.Answer {
    fileprivate var reason: APNsReason? {
        if case .refused(let reason) = self { reason } else { nil }
    }
}

extension APNsRejection {
    /// The answer that it is of.
    fileprivate var answer: Ledger.Arrival.Answer {
        reason.map { .refused($0) } ?? .foreign(status)
    }
}

extension APNsReason {
    /// Whether the push may be sent again as it is.
    fileprivate var isForNow: Bool {
        switch remedy {
        case .time, .connection, .providerToken, .credentials: true
        case .correction, .never: false
        }
    }
}
