// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

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

/// Tells whether the one-time prekeys for the directory are full while several processes make them
/// at once.
///
/// Each new prekey is a file more in one folder, so the process that makes some counts the files
/// before the next, and reads what is in them only if that may be enough.
struct StockGauge {
    private let keys: DeviceKeys
    private let now: Timestamp
    /// As many files there have to be.
    private var target = 0
    /// How many prekeys were missing when it last read.
    private(set) var missing = 0

    /// Reads what there is.
    init(of keys: DeviceKeys, at now: Timestamp) throws(KeyError) {
        self.keys = keys
        self.now = now
        try read()
    }

    /// Whether there are enough at this moment.
    mutating func isFull() throws(KeyError) -> Bool {
        guard try count() >= target else { return false }
        // Other prekeys may have come meanwhile, or some of the stock gone.
        try read()
        return missing == 0
    }

    /// Counts first: for what comes in between the next reading is due too early, and never too
    /// late.
    private mutating func read() throws(KeyError) {
        let count = try count()
        let snapshot = try keys.snapshot()
        try snapshot.checkWhole()
        let left = snapshot.lifecycle.stock(at: now).count
        missing = max(keys.level.full - left, 0)
        target = count + missing
    }

    private func count() throws(KeyError) -> Int {
        try keys.inStore { () throws(StoreError) in try keys.store.count(.prekeys) }
    }
}
