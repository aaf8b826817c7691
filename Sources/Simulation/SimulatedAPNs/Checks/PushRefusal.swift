// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// Why a push is refused.
struct PushRefusal: Error, Hashable {
    let reason: APNsReason
    /// Since when a token has been gone.
    var timestamp: Timestamp?

    init(_ reason: APNsReason, since timestamp: Timestamp? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
