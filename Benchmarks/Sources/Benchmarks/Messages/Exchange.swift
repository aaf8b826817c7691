// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A sender and a device that know each other, with their keys loaded.
final class Exchange {
    let sender = SenderKeys()
    let prekey: DevicePrekey
    let topic: Topic

    static let topicText = "com.example.app"
    static let now = Timestamp(clamping: 1_750_000_000_000)

    init() throws {
        topic = try Self.checkedTopic()
        let seed = SecretBytes(randomCount: DevicePrekey.seedCount)
        let record = try PrekeyRecord(seed: seed, signedBy: SigningKey())
        prekey = try seed.withBytes { seed throws(CryptoError) in
            try DevicePrekey(record: record, seed: seed)
        }
    }

    static func checkedTopic() throws -> Topic {
        guard let topic = Topic(topicText) else { throw BenchmarkFailure("no topic") }
        return topic
    }
}

extension PrekeyRecord {
    /// A reusable record that is valid from a day before ``Exchange/now`` on.
    init(
        seed: borrowing SecretBytes,
        signedBy identity: borrowing SigningKey
    ) throws {
        let publicKey = try seed.withBytes { seed throws(CryptoError) in
            try DevicePrekey.publicKey(seed: seed)
        }
        let terms = Terms(
            class: .reusable,
            epoch: 7,
            notBefore: Exchange.now.advanced(by: .seconds(-86_400)),
            notAfter: Exchange.now.advanced(by: .seconds(45 * 86_400))
        )
        self.init(signing: publicKey, terms: terms, with: identity)
    }
}

/// A benchmark that did not do what it should: its figures would mean nothing.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
