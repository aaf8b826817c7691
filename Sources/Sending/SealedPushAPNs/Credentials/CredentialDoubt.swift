// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Whether APNs takes the credentials in use, a provider token or a certificate, and what that means for what waits.
///
/// Once they were refused nothing is sent for a second, and then one push to try them; each time that is refused the pause
/// doubles, up to a minute. All would be refused otherwise, and who is refused too often is disconnected.
struct CredentialDoubt {
    /// How long nothing is sent after they were refused; it doubles each time.
    static let firstPause: Duration = .seconds(1)
    /// No pause is longer.
    static let longestPause: Duration = .minutes(1)

    private var pauses = 0
    private var end: Duration = .zero

    /// Whether they were refused since they were last taken: they are to be tried on one push at a time.
    var isThere: Bool { pauses > 0 }

    /// Until when nothing is sent; nil where something may be.
    func pause(at now: Duration) -> Duration? {
        end > now ? end : nil
    }

    /// Notes that they were refused; what is refused together counts once.
    mutating func refused(at now: Duration) {
        guard now >= end else { return }
        end = now + min(Self.firstPause * (1 << min(pauses, 10)), Self.longestPause)
        pauses += 1
    }

    /// Notes that they were taken, or are others now.
    mutating func ended() {
        self = CredentialDoubt()
    }
}
