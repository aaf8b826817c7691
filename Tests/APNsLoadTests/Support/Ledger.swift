// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender
import SimulatedAPNs
import Synchronization

@testable import SealedPushAPNs

/// What a server and the callers of a client saw of each push, in one order.
final class Ledger: Sendable {
    /// What the server did about a push that came.
    struct Arrival: Hashable {
        let connection: Int
        /// Whether it was accepted, even if nobody was told.
        let isAccepted: Bool
        /// What it was refused with.
        let reason: APNsReason?
        /// Whether the provider is told that it was not looked at.
        let isUnseen: Bool
        /// Whether its stream or its connection went instead of an answer.
        let isLost: Bool
        /// Whether its call had ended before.
        let isLate: Bool
    }

    /// One push.
    struct Entry {
        var arrivals: [Arrival] = []
        var results: [APNsResult] = []
    }

    private struct State {
        var entries: [Entry]
        var broken: Set<Int> = []
        var foreign = 0
        var resultCount = 0
        var longest = Duration.zero
    }

    /// Since when the devices are gone that are.
    static let goneSince = Timestamp(clamping: 1_799_999_999_123)

    /// How many calls there are at once at most.
    let senderLimit: Int
    private let state: Mutex<State>

    /// A ledger of pushes from 0.
    init(count: Int, senderLimit: Int = .max) {
        self.senderLimit = senderLimit
        state = Mutex(State(entries: [Entry](repeating: Entry(), count: count)))
    }

    /// How many calls have ended.
    var resultCount: Int { state.withLock { $0.resultCount } }

    /// The longest that a call has taken.
    var longest: Duration { state.withLock { $0.longest } }

    /// Notes that a call has ended.
    func note(_ result: APNsResult, of number: Int, after time: Duration) {
        state.withLock { state in
            state.longest = max(state.longest, time)
            state.entries[number].results.append(result)
            state.resultCount += 1
        }
    }

    /// Notes that a push came to the server.
    func note(_ record: PushRecord) {
        let number = APNsRequest.number(of: record.id.text)
        state.withLock { state in
            if record.fault?.breaksConnection == true { state.broken.insert(record.connection) }
            guard let number, state.entries.indices.contains(number) else {
                state.foreign += 1
                return
            }
            let isLate = !state.entries[number].results.isEmpty
            state.entries[number].arrivals.append(Arrival(record, isLate: isLate))
        }
    }

    /// What is wrong with what was seen.
    ///
    /// - Parameter connections: Those of the server's connections that may end without an answer, beside those that a push
    ///   broke.
    /// - Returns: A few lines of it; nothing where all is well.
    func faults(besides connections: Set<Int> = []) -> [String] {
        state.withLock { state in
            let broken = state.broken.union(connections)
            var faults = state.entries.enumerated().flatMap { number, entry in
                entry.faults(broken).map { "\($0): push \(number), \(entry)" }
            }
            if state.foreign > 0 { faults.append("\(state.foreign) pushes of nobody") }
            return Array(faults.prefix(10))
        }
    }

    /// How many of these pushes were accepted.
    func accepted(in numbers: Range<Int>) -> Int {
        state.withLock { state in
            state.entries[numbers].count { $0.results.first?.isAccepted == true }
        }
    }

    /// How many pushes were accepted on connections that no fault broke, and their calls not told so: the client may have
    /// given up a few of these connections itself.
    func lostAnswers(besides connections: Set<Int>) -> Int {
        state.withLock { state in
            let broken = state.broken.union(connections)
            return state.entries.count { entry in
                guard case .retry(_, .unanswered) = entry.results.first else { return false }
                return entry.arrivals.contains {
                    $0.isAccepted && !$0.isLost && !broken.contains($0.connection)
                }
            }
        }
    }

    /// How many pushes are of each kind.
    func count(where isMeant: (Entry) -> Bool) -> Int {
        state.withLock { $0.entries.count(where: isMeant) }
    }
}

extension Ledger.Arrival {
    init(_ record: PushRecord, isLate: Bool) {
        connection = record.connection
        self.isLate = isLate
        switch record.outcome {
        case .accepted: (isAccepted, reason) = (true, nil)
        case .refused(let reason): (isAccepted, self.reason) = (false, reason)
        case .notSeen: (isAccepted, reason) = (false, nil)
        }
        switch record.fault {
        case .reset(errorCode: 0x7, .before), .goAway(_, _, .before):
            // Where a later push had been looked at, GOAWAY leaves out none.
            isUnseen = !isAccepted && reason == nil
            isLost = false
        case .reset, .drop, .silence: (isUnseen, isLost) = (false, true)
        default: (isUnseen, isLost) = (false, false)
        }
    }
}

extension Ledger.Entry {
    /// What is wrong with it, where these connections broke.
    func faults(_ broken: Set<Int>) -> [String] {
        guard results.count == 1 else { return ["\(results.count) results"] }
        var faults: [String] = []
        func expect(_ isRight: Bool, _ fault: String) { if !isRight { faults.append(fault) } }

        /// Whether the client can't know what became of it there.
        func isInFlightAtBreak(_ arrival: Ledger.Arrival) -> Bool {
            arrival.isLost || broken.contains(arrival.connection)
        }
        for arrival in arrivals.dropLast() {
            let isRight =
                isInFlightAtBreak(arrival) || arrival.isUnseen
                || arrival.reason == .expiredProviderToken
            expect(isRight, "sent again")
        }
        expect(
            arrivals.allSatisfy { !$0.isLate || isInFlightAtBreak($0) },
            "sent after its result"
        )
        let last = arrivals.last
        /// Whether the server refused it so, as far as a break let the answer through.
        func isRefused(_ rejection: APNsRejection) -> Bool {
            guard let last, let reason = last.reason else {
                return last?.reason == rejection.reason
            }
            let isCut = rejection.reason == nil && isInFlightAtBreak(last)
            return reason == rejection.reason || isCut && reason.status == rejection.status
        }
        switch results[0] {
        case .accepted: expect(last?.isAccepted == true && last?.isLost == false, "not accepted")
        case .deviceGone(let since):
            expect(last?.reason?.status == 410, "not gone")
            let isCut = since == nil && last.map(isInFlightAtBreak) == true
            expect(since == Ledger.goneSince || isCut, "gone since another time")
        case .rejected(let rejection): expect(isRefused(rejection), "not rejected")
        case .retry(_, .refused(let rejection)):
            // Where the client itself gives a connection up that fell silent, an answer may be cut as by a break.
            let isCut = rejection.reason == nil && last?.reason?.status == rejection.status
            expect(isRefused(rejection) || isCut, "not refused")
            expect(!arrivals.contains(where: \.isAccepted), "refused and yet accepted")
        // What a connection takes that has fallen silent has no record.
        case .retry(_, .unanswered): break
        case .retry(_, .notSent): expect(arrivals.allSatisfy(\.isUnseen), "sent")
        }
        return faults
    }
}

extension Fault {
    /// Whether answers are lost with it that were on their way.
    fileprivate var breaksConnection: Bool {
        switch self {
        case .drop, .silence: true
        default: false
        }
    }
}
