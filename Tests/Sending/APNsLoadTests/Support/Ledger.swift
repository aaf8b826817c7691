// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SimulatedAPNs
import Synchronization

@testable import SealedPushAPNs

/// What a server and the callers of a client saw of each push, in one order.
final class Ledger: Sendable {
    private struct State {
        var entries: [Entry]
        /// The connections that a fault broke.
        var broken: Set<Int> = []
        /// How many of them fell silent.
        var silent = 0
        /// How many connections the client gave up as silent.
        var givenUp = 0
        /// How often a GOAWAY came to the client, by its reason.
        var goAways: [String: Int] = [:]
        /// How many pushes had an unknown id.
        var foreign = 0
        /// How many were taken on a connection that had broken.
        var late = 0
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
            if state.broken.contains(record.connection) { state.late += 1 }
            switch record.fault {
            case .drop: state.broken.insert(record.connection)
            case .silence:
                state.broken.insert(record.connection)
                state.silent += 1
            default: break
            }
            guard let number, state.entries.indices.contains(number) else {
                state.foreign += 1
                return
            }
            let isLate = !state.entries[number].results.isEmpty
            state.entries[number].arrivals.append(Arrival(record, isLate: isLate))
        }
    }

    /// Notes that the client gave up a connection that had stood, because nothing came on it.
    func noteSilence() {
        state.withLock { $0.givenUp += 1 }
    }

    /// Notes that APNs ended a connection for this reason.
    func noteGoAway(_ reason: String) {
        state.withLock { $0.goAways[reason, default: 0] += 1 }
    }

    /// How often a GOAWAY came to the client with this reason, or with `none`.
    func goAways(for reason: String) -> Int { state.withLock { $0.goAways[reason] ?? 0 } }

    /// How often the server gave an answer.
    func count(of answer: Arrival.Answer) -> Int {
        state.withLock { state in
            state.entries.reduce(0) { $0 + $1.arrivals.count { $0.answer == answer } }
        }
    }

    /// How often the server refused pushes for a reason, by connections.
    func refusals(for reason: APNsReason) -> [Int: Int] {
        state.withLock { state in
            state.entries.reduce(into: [:]) { counts, entry in
                for arrival in entry.arrivals where arrival.answer == .refused(reason) {
                    counts[arrival.connection, default: 0] += 1
                }
            }
        }
    }

    /// What is wrong with what was seen: a few lines of it, and nothing where all is well.
    var faults: [String] {
        state.withLock { state in
            var faults = state.entries.enumerated().flatMap { number, entry in
                entry.faults(state.broken).map { "\($0): push \(number), \(entry)" }
            }
            if state.foreign > 0 { faults.append("\(state.foreign) pushes of an unknown id") }
            if state.late > 0 { faults.append("\(state.late) pushes behind a break") }
            if state.givenUp > state.silent {
                faults.append("\(state.givenUp) given up, and \(state.silent) silent")
            }
            return Array(faults.prefix(10))
        }
    }

    /// How many of these pushes were accepted.
    func accepted(in numbers: Range<Int>) -> Int {
        state.withLock { state in
            state.entries[numbers].count { $0.results.first?.isAccepted == true }
        }
    }

    /// How many pushes are of each kind.
    func count(where isMeant: (Entry) -> Bool) -> Int {
        state.withLock { $0.entries.count(where: isMeant) }
    }
}
