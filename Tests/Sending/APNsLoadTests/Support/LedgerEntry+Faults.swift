// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush

@testable import SealedPushAPNs

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
