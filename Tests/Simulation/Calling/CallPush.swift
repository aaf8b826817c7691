// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the server says of a call, under the key `call`.
struct CallPush: Decodable {
    /// How long a call rings, in seconds.
    static let ringingTime: TimeInterval = 45

    let id: UUID
    let caller: String
    let isVideo: Bool
    let offeredAt: Date
    let picture: URL?

    init?(userInfo: [AnyHashable: Any]) {
        guard let object = userInfo["call"] as? [String: Any],
            let data = try? JSONSerialization.data(withJSONObject: object)
        else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let call = try? decoder.decode(CallPush.self, from: data) else { return nil }
        self = call
    }

    /// Whether the caller still waits.
    func rings(at date: Date) -> Bool {
        date.timeIntervalSince(offeredAt) < Self.ringingTime
    }
}
