// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

extension DevicePins {
    private static let version: UInt8 = 1

    /// `version 1 | epoch u32 | min_epoch u32 | offers 1 | for each suite: suite 1, digest 32`.
    var stored: [UInt8] {
        var bytes: [UInt8] = [Self.version]
        bytes.append(bigEndian: epoch)
        bytes.append(bigEndian: minimumEpoch)
        bytes.append(offers.rawValue)
        for suite in Suite.allCases {
            guard let digest = digests[suite] else { continue }
            bytes.append(suite.rawValue)
            bytes += digest
        }
        return bytes
    }

    init?(stored bytes: [UInt8], of device: DeviceIdentity) {
        let headCount = 10
        let entryCount = 1 + SHA256.digestCount
        guard bytes.count >= headCount, bytes[0] == Self.version,
            (bytes.count - headCount) % entryCount == 0
        else { return nil }
        var digests: [Suite: [UInt8]] = [:]
        for start in stride(from: headCount, to: bytes.count, by: entryCount) {
            guard let suite = Suite(rawValue: bytes[start]) else { return nil }
            digests[suite] = Array(bytes[start + 1..<start + entryCount])
        }
        self.init(
            device: device,
            epoch: bytes.span.bigEndian(UInt32.self, at: 1),
            digests: digests,
            minimumEpoch: bytes.span.bigEndian(UInt32.self, at: 5),
            offers: SuiteOffers(rawValue: bytes[9])
        )
    }
}
