// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import ServerStore

/// The life of a worker: its leases hold as long as it renews one row of the database.
///
/// The worker stops starting pushes long before the others may take its messages, by a clock of its own that nobody
/// sets. So a message is in the hands of one worker only, unless a push that was started takes longer than a minute.
package struct Heartbeat: Hashable, Sendable {
    /// The name under which the worker leases, or nil before it has enrolled.
    package private(set) var worker: WorkerID?
    /// When the request of the last successful renewal was sent, by a monotonic clock.
    private var renewed: Duration = .zero

    /// How long the database honours leases after a renewal.
    package static let term: Duration = .seconds(90)
    /// How far ahead a heartbeat is believed: the clock may have been set back since.
    package static let limit: Duration = term * 2
    /// How often the worker renews.
    package static let interval: Duration = .seconds(20)
    /// How long after a renewal the worker starts pushes.
    package static let startLimit: Duration = .seconds(30)

    package init() {}

    /// What the worker does with its heartbeat now.
    package enum Action: Hashable, Sendable {
        /// It takes a new name: it has none, or leases under the old one may have ended.
        case enroll
        /// It renews under its name.
        case renew(WorkerID)
        /// Nothing for this long.
        case wait(Duration)
    }

    /// What the worker does now.
    package func action(at now: Duration) -> Action {
        guard let worker, now < renewed + Self.term else { return .enroll }
        let due = renewed + Self.interval
        return due <= now ? .renew(worker) : .wait(due - now)
    }

    /// Whether the worker may start pushes and lease messages.
    package func mayStart(at now: Duration) -> Bool {
        worker != nil && now < renewed + Self.startLimit
    }

    /// Notes that the database has enrolled or renewed the worker.
    ///
    /// - Parameters:
    ///   - worker: Its name.
    ///   - sent: When the request was sent, not when it was answered: the term may have begun then.
    package mutating func succeeded(as worker: WorkerID, sent: Duration) {
        self.worker = worker
        renewed = sent
    }

    /// Notes that the database does not know the worker any more: its leases have ended.
    package mutating func lapsed() {
        worker = nil
    }
}

/// The name of a worker during one life of its heartbeat: a random number.
package struct WorkerID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    /// Makes a new random name.
    package init() {
        let number = Randomness.bytes(8).span.bigEndian(UInt64.self, at: 0)
        self.init(Int64(number >> 1))
    }
}

/// When workers whose heartbeat has ended are given up: not because a clock was set.
///
/// A worker that lives renews its heartbeat by the new time soon after a clock was set, and ends
/// what it has under way before a lease is over. So heartbeats are believed if the database's clock
/// has gone on at the pace of the monotonic one for as long as a lease holds.
package struct LapseSweep: Hashable, Sendable {
    private var clocks = ClockPair(tolerance: tolerance)

    /// How far the two clocks may differ: with twice as much a push still ends before its lease.
    package static let tolerance: Duration = .seconds(5)

    package init() {}

    /// Looks at both clocks.
    ///
    /// - Parameters:
    ///   - wall: The database's time.
    ///   - steady: The monotonic clock of this process.
    /// - Returns: The database's time, if it is believed.
    package mutating func look(wall: Timestamp, steady: Duration) -> Timestamp? {
        guard let agreed = clocks.look(wall: wall, steady: steady) else { return nil }
        return agreed.passed >= Heartbeat.term ? wall : nil
    }
}
