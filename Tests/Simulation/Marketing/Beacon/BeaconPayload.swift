// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a campaign adds to a push, under the key `beacon`.
struct BeaconPayload {
    let campaign: String
    let media: URL?
    let buttons: [String]
    let receipt: URL?
    let badgeIncrement: Int

    init?(userInfo: [AnyHashable: Any]) {
        guard let beacon = userInfo["beacon"] as? [String: Any],
            let campaign = beacon["campaign"] as? String
        else { return nil }
        self.campaign = campaign
        media = (beacon["media"] as? String).flatMap { URL(string: $0) }
        buttons = beacon["buttons"] as? [String] ?? []
        receipt = (beacon["receipt"] as? String).flatMap { URL(string: $0) }
        badgeIncrement = (beacon["badge_inc"] as? NSNumber)?.intValue ?? 0
    }
}
