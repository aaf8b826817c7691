// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Line: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case nanoseconds
        case nanosecondsLimit = "limit_nanoseconds"
        case bytes
        case bytesLimit = "limit_bytes"
        case count
        case countLimit = "limit_count"
        case perSecond = "per_second"
        case perSecondLimit = "limit_per_second"
        case ratio
    }

    /// The line as an object: what has no limit, or is compared with nothing, has null there.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        switch unit {
        case .nanoseconds:
            try container.encode(value.rounded(), forKey: .nanoseconds)
            try container.encode(limit?.rounded(), forKey: .nanosecondsLimit)
        case .bytes:
            try container.encode(value.rounded(), forKey: .bytes)
            try container.encode(limit?.rounded(), forKey: .bytesLimit)
        case .count:
            try container.encode(value.rounded(), forKey: .count)
            try container.encode(limit?.rounded(), forKey: .countLimit)
        case .perSecond:
            try container.encode(value.rounded(), forKey: .perSecond)
            try container.encode(limit?.rounded(), forKey: .perSecondLimit)
        }
        try container.encode(ratio.map { ($0 * 1000).rounded() / 1000 }, forKey: .ratio)
    }

    /// The object on one line.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
