// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

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
