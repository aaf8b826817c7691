// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether APNs takes the certificate of a client, which all its connections show.
final class CertificateWatch: Sendable {
    private let doubt = Mutex(CredentialDoubt())

    /// Whether a push may be sent at `now`.
    func current(at now: Duration) -> Credentials.Current {
        doubt.withLock { doubt in
            if let end = doubt.pause(at: now) { return .pause(until: end) }
            return .usable(token: nil, number: 0, isInDoubt: doubt.isThere)
        }
    }

    /// Notes that APNs took it.
    func accepted() {
        doubt.withLock { $0.ended() }
    }

    /// Notes that APNs refused a push for it.
    func refused(at now: Duration) {
        doubt.withLock { $0.refused(at: now) }
    }
}
