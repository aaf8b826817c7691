// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import Testing

@testable import SealedPushAPNs

struct CertificateWatchTests {
    private func isInDoubt(_ watch: CertificateWatch, at now: Duration) -> Bool? {
        guard case .usable(nil, _, let isInDoubt) = watch.current(at: now) else { return nil }
        return isInDoubt
    }

    @Test func `a certificate that is refused is tried again after pauses that double to a minute`()
    {
        let watch = CertificateWatch()
        #expect(isInDoubt(watch, at: .zero) == false)
        var now = Duration.minutes(1)
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
            watch.refused(at: now)
            let end = now + .seconds(seconds)
            guard case .pause(until: end) = watch.current(at: now) else {
                Issue.record("sent at \(now)")
                return
            }
            // What is refused together counts once.
            watch.refused(at: end - .milliseconds(1))
            #expect(isInDoubt(watch, at: end) == true)
            now = end
        }
        #expect(watch.accepted())
        #expect(!watch.accepted())
        #expect(isInDoubt(watch, at: now) == false)
    }

    @Test func `a refusal of the certificate rejects the push, whatever the reason`() {
        for reason in APNsReason.allCases.map(Optional.some) + [nil] {
            let credentials = Credentials.certificate(CertificateWatch())
            let advice = credentials.refused(number: 0, for: reason, at: .zero) {
                Timestamp(clamping: 0)
            }
            #expect(advice == .reject)
        }
    }
}
