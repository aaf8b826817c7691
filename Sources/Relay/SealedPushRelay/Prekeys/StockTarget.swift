// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// How many one-time prekeys a device is asked to keep in stock.
///
/// Most senders never claim one, so a device that had no claim is asked for none: a hundred records for each of ten
/// million devices would be 1.3 TB.
package enum StockTarget {
    /// How far back claims count.
    package static let period: Duration = .days(14)
    /// What a device is asked for at least after its first claim, and at most.
    package static let range = 10...PrekeyStock.limit

    /// Twice the claims of the last 14 days, 10 to 100; 0 before the first claim.
    ///
    /// - Parameters:
    ///   - claims: How many records were asked for in the last 14 days, also those that were not there.
    ///   - wasClaimed: Whether a record was ever asked for.
    /// - Returns: The number of records.
    package static func count(claims: Int, wasClaimed: Bool) -> Int {
        guard wasClaimed else { return 0 }
        return min(max(min(claims, range.upperBound) * 2, range.lowerBound), range.upperBound)
    }
}
