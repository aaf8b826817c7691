// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Whether the messages of one app, environment and push service are sent, and the pause if they are not.
///
/// A pause belongs to the lane, so that an outage of the service changes one row instead of each message. While it
/// lasts, one message at a time is sent as a probe; while an operator pauses the lane, none is.
package struct Lane: Hashable, Sendable {
    /// How often the lane was paused or opened again; a worker notes it with each message that it leases.
    ///
    /// A result counts only in the round of its lease. Hundreds of pushes that were under way when the lane was paused
    /// fail together, and are one failure.
    package private(set) var round: Int32
    /// How many failures followed each other; 0 for an open lane.
    package private(set) var failures: Int16
    /// Why the lane is paused.
    package private(set) var cause: Cause?
    /// The moment at which the next probe may be sent.
    package private(set) var nextProbe: Timestamp?

    /// Why a lane is paused.
    package enum Cause: String, Hashable, Sendable {
        /// The push service cannot be reached, does not answer or has a fault.
        case unavailable
        /// The push service does not take the app's credentials or topic: an operator has to look.
        case credentials
        /// An operator paused it; nothing but an operator opens it again.
        case `operator`
    }

    /// The pause after the first failure; it doubles with each further one.
    package static let shortestPause: Duration = .seconds(1)
    /// The longest pause.
    package static let longestPause: Duration = .minutes(15)
    /// How long a probe keeps others from probing: as long as the lease of a worker that died.
    package static let probeTerm: Duration = .seconds(90)

    /// An open lane.
    package init() {
        self.init(round: 0, failures: 0, cause: nil, nextProbe: nil)
    }

    /// Takes what a store has kept.
    package init(round: Int32, failures: Int16, cause: Cause?, nextProbe: Timestamp?) {
        self.round = round
        self.failures = failures
        self.cause = cause
        self.nextProbe = nextProbe
    }

    /// What a worker may take from the lane.
    package enum Admission: Hashable, Sendable {
        /// Any number of messages.
        case open
        /// One message, if ``Lane/takeProbe(at:)`` says so as well.
        case probe
        /// Nothing before this moment.
        case paused(until: Timestamp)
    }

    /// What a worker may take.
    package func admission(at now: Timestamp) -> Admission {
        guard cause != .operator else { return .paused(until: .latest) }
        guard let nextProbe else { return .open }
        // After the clock was set back the pause is as long as the longest one.
        let isFar = now.advanced(by: Self.longestPause) < nextProbe
        return nextProbe <= now || isFar ? .probe : .paused(until: nextProbe)
    }

    /// Takes the right to send one message.
    ///
    /// - Returns: Whether the caller has it; others have it again after 90 seconds without a result.
    package mutating func takeProbe(at now: Timestamp) -> Bool {
        guard admission(at: now) == .probe else { return false }
        nextProbe = now.advanced(by: Self.probeTerm)
        return true
    }

    /// Takes what an attempt says about the lane.
    ///
    /// - Parameters:
    ///   - change: What the attempt says.
    ///   - round: The lane's round when the message was leased.
    ///   - now: The time.
    /// - Returns: Whether anything changed, and is to be written.
    package mutating func note(
        _ change: Settlement.LaneChange,
        round: Int32,
        at now: Timestamp
    ) -> Bool {
        guard round == self.round else { return false }
        switch change {
        case .nothing: return false
        case .works:
            guard nextProbe != nil else { return false }
            open()
        case .fails(let cause):
            failures = min(failures, 999) + 1
            self.cause = cause
            nextProbe = now.advanced(by: pauseLength)
            self.round &+= 1
        }
        return true
    }

    /// Opens the lane, by a successful probe or an operator.
    package mutating func open() {
        failures = 0
        cause = nil
        nextProbe = nil
        round &+= 1
    }

    /// Pauses the lane until an operator opens it; what is under way counts no more.
    package mutating func pause() {
        guard cause != .operator else { return }
        open()
        cause = .operator
    }

    /// 1 s, 2 s, 4 s and so on to 15 minutes; without jitter, as only one worker takes the probe.
    private var pauseLength: Duration {
        min(Self.shortestPause * (1 << Int(min(failures - 1, 10))), Self.longestPause)
    }
}

/// The number of a lane: one app in one environment of one push service.
package struct LaneID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int16

    /// The lane of messages whose device has no usable token; no worker takes from it.
    package static let none = LaneID(0)

    /// Takes a stored number.
    package init(_ number: Int16) {
        self.number = number
    }
}
