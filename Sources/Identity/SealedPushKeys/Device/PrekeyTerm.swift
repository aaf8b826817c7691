// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// How long prekeys serve; `docs/key-management.md` says why.
package enum PrekeyTerm {
    /// A new reusable prekey is made this often.
    package static let rotation: Duration = .days(7)
    /// A one-time prekey is in stock for this long; then another takes its place, while it still
    /// has the 30 days of the longest message ahead, and a day for the next maintenance to come.
    package static let stocking: Duration = .days(14)
    /// A prekey may be used for this long: APNs keeps a push for up to 30 days.
    package static let validity: Duration = .days(45)
    /// A prekey begins this long before it is made, for senders whose clocks are behind.
    package static let backdating: Duration = .hours(24)

    static func terms(
        _ class: PrekeyRecord.Class,
        epoch: TakenEpoch,
        now: Timestamp
    ) -> PrekeyRecord.Terms {
        PrekeyRecord.Terms(
            class: `class`,
            epoch: epoch.number,
            minimumEpoch: epoch.minimum,
            notBefore: now.advanced(by: .zero - backdating),
            notAfter: now.advanced(by: validity)
        )
    }

    /// When a prekey of these terms was made.
    static func made(_ terms: PrekeyRecord.Terms) -> Timestamp {
        terms.notBefore.advanced(by: backdating)
    }
}

/// How many one-time prekeys are kept for a directory to give out.
package struct StockLevel: Hashable, Sendable {
    /// What the stock is filled up to.
    package let full: Int
    /// It is filled up once fewer than this are left.
    package let low: Int

    /// 100, filled up below 25.
    package static let standard = StockLevel(full: 100, low: 25)

    /// Takes the level as it is.
    package init(full: Int, low: Int) {
        self.full = full
        self.low = low
    }
}
