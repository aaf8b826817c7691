// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension ContactTrust {
    /// The more careful one of two.
    func joined(with other: ContactTrust) -> ContactTrust {
        let order: [ContactTrust] = [.blocked, .changed, .verified]
        return order.first { $0 == self || $0 == other } ?? .unverified
    }
}
