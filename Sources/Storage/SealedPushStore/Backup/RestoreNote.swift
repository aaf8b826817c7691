// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// When a store was restored from a backup: one of its settings, `u64` milliseconds.
enum RestoreNote {
    static let id = Array("restored at".utf8)

    /// What the record holds.
    static func contents(_ time: Timestamp) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: time.milliseconds)
        return bytes
    }

    /// Reads the record, or gives nil where we would not have written it.
    static func time(_ contents: Span<UInt8>) -> Timestamp? {
        guard contents.count == 8 else { return nil }
        return Timestamp(milliseconds: contents.bigEndian(UInt64.self, at: 0))
    }

    /// Whether this is the record.
    static func isNote(_ kind: RecordKind, id: Span<UInt8>) -> Bool {
        kind == .settings && Array(copying: id) == Self.id
    }
}
