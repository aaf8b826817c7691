// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The name of a registered device: a random number from 1 to 2^63 - 1.
///
/// It is not a secret: a request about a device also needs the device's credential.
package struct DeviceID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int64

    /// How many shards an outbox has from which several transactions lease at once; each leases
    /// messages of one.
    package static let shardCount: Int16 = 64

    /// Takes a stored number.
    package init(_ number: Int64) {
        self.number = number
    }

    /// Makes a new random id.
    package init() {
        let number = Randomness.bytes(8).span.bigEndian(UInt64.self, at: 0)
        self.init(Int64(max(1, number >> 1)))
    }

    /// Reads the text of a URL: 16 digits of lower-case hex; nil for any other text.
    package init?(text: String) {
        guard text.utf8.count == 16, let number = UInt64(text, radix: 16),
            number <= UInt64(Int64.max), Self(Int64(number)).text == text
        else { return nil }
        self.init(Int64(number))
    }

    /// The number as 16 digits of lower-case hex.
    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The shard of the outbox that holds the device's messages, from 0 on.
    package func shard(of count: Int16 = shardCount) -> Int16 { Int16(number & Int64(count - 1)) }
}

extension DeviceID: CustomStringConvertible {
    /// The digits.
    package var description: String { text }
}
