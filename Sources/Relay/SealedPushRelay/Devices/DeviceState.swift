// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// How far a device can be reached.
package enum DeviceState: Hashable, Sendable {
    /// It was registered at this moment and has not proved that its token is its own.
    case pending(since: Timestamp)
    /// Its token works as far as the relay knows.
    case active
    /// The push service refused its token at this moment, without proof that it is dead.
    case doubtful(since: Timestamp)
    /// Its token is dead, or another identity has activated it; messages are kept until its app
    /// answers a code.
    case unreachable(since: Timestamp)
    /// It did not come back in time. Final.
    case gone(since: Timestamp)
    /// Another registration of its identity activated the same token. Final.
    case replaced(since: Timestamp)
    /// Its owner removed it. Final.
    case retired(since: Timestamp)

    /// When the device reached a final state, or nil.
    package var ended: Timestamp? {
        switch self {
        case .pending, .active, .doubtful, .unreachable: nil
        case .gone(let since), .replaced(let since), .retired(let since): since
        }
    }

    /// Whether senders may have endpoints of the device and put messages into its queue.
    package var takesMessages: Bool {
        switch self {
        case .active, .doubtful, .unreachable: true
        case .pending, .gone, .replaced, .retired: false
        }
    }
}

extension DeviceState {
    /// How long a registration waits for its activation.
    package static let pendingLimit: Duration = .hours(1)
    /// How long after the first unproven report a second one counts as proof, and messages wait.
    package static let doubt: Duration = .hours(24)
    /// How long an unreachable device is waited for: apps register again at their next start.
    package static let patience: Duration = .days(14)
    /// How long the relay answers 410 for what has ended; after that it has forgotten it.
    package static let memory: Duration = .days(90)
}
