// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether APNs takes the certificate of a client, which all its connections show.
final class CertificateWatch: Sendable {
    private let state = Mutex(CredentialDoubt())
    /// Whether it is refused, for whoever asks at each answer.
    private let doubt = Atomic(false)

    /// Whether it was refused since it was last taken.
    var isInDoubt: Bool { doubt.load(ordering: .relaxed) }

    /// Whether a push may be sent at `now`.
    func current(at now: Duration) -> Credentials.Current {
        state.withLock { state in
            if let end = state.pause(at: now) { return .pause(until: end) }
            return .usable(token: nil, number: 0, isInDoubt: state.isThere)
        }
    }

    /// Notes that APNs took it; true where it had been refused.
    func accepted() -> Bool {
        state.withLock { state in
            defer {
                state.ended()
                doubt.store(false, ordering: .relaxed)
            }
            return state.isThere
        }
    }

    /// Notes that APNs refused a push for it.
    func refused(at now: Duration) {
        state.withLock { state in
            state.refused(at: now)
            doubt.store(true, ordering: .relaxed)
        }
    }
}
