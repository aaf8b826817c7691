// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto

extension DeviceBundle.Pins {
    private static let version: UInt8 = 1
    private static let headCount = 1 + 4 + 4

    /// `version 1 | epoch u32 | min_epoch u32`, then the digest of 32 bytes if one is pinned.
    package var stored: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: epoch)
        bytes.append(bigEndian: minimumEpoch)
        return bytes + (digest ?? [])
    }

    package init?(stored bytes: [UInt8], of device: DeviceIdentity) {
        let digest = bytes.dropFirst(Self.headCount)
        guard bytes.count >= Self.headCount, bytes[0] == Self.version,
            digest.isEmpty || digest.count == SHA256.digestCount
        else { return nil }
        self.init(
            device: device,
            epoch: bytes.span.bigEndian(UInt32.self, at: 1),
            digest: digest.isEmpty ? nil : Array(digest),
            minimumEpoch: bytes.span.bigEndian(UInt32.self, at: 5)
        )
    }
}
