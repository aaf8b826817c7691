// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// How long prekeys serve.
package enum PrekeyTerm {
    /// A new reusable prekey of each suite is made this often.
    package static let rotation: Duration = .days(7)
    /// A prekey may be used for this long: APNs keeps a push for up to 30 days.
    package static let validity: Duration = .days(45)
    /// A prekey begins this long before it is made, for senders whose clocks are behind.
    package static let backdating: Duration = .hours(24)

    static func terms(
        _ class: PrekeyRecord.Class,
        epoch: UInt32,
        now: Timestamp
    ) -> PrekeyRecord.Terms {
        PrekeyRecord.Terms(
            class: `class`,
            epoch: epoch,
            notBefore: now.advanced(by: .zero - backdating),
            notAfter: now.advanced(by: validity)
        )
    }

    /// Whether a prekey was made so long ago that the next is due.
    static func isDueForRotation(_ record: PrekeyRecord, at now: Timestamp) -> Bool {
        let made = record.terms.notBefore.advanced(by: backdating)
        return now >= made.advanced(by: rotation)
    }
}
