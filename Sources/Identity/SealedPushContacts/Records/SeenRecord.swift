// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// `version | time u64`: when a contact was last seen.
struct SeenRecord {
    let time: Timestamp

    private static let version: UInt8 = 1

    init(time: Timestamp) {
        self.time = time
    }

    /// Reads the record, or gives nil for one that we would not have written.
    init?(reading bytes: [UInt8]) {
        guard bytes.count == 9, bytes[0] == Self.version else { return nil }
        let milliseconds = bytes.span.bigEndian(UInt64.self, at: 1)
        guard let time = Timestamp(milliseconds: milliseconds) else { return nil }
        self.time = time
    }

    var bytes: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: time.milliseconds)
        return bytes
    }
}
