// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// When a store was restored from a backup: one of its settings, `u64` milliseconds since 1970.
enum RestoreNote {
    static let id = Array("restored at".utf8)

    /// The latest time that every JSON reader keeps, in milliseconds.
    private static let latest: UInt64 = (1 << 53) - 1

    /// What the record holds.
    static func contents(_ time: Duration) -> [UInt8] {
        let (seconds, attoseconds) = time.components
        var bytes: [UInt8] = []
        bytes.append(
            bigEndian: UInt64(clamping: seconds) * 1000
                + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
        )
        return bytes
    }

    /// Reads the record, or gives nil if we would not have written it.
    static func time(_ contents: Span<UInt8>) -> Duration? {
        guard contents.count == 8 else { return nil }
        let milliseconds = contents.bigEndian(UInt64.self, at: 0)
        return milliseconds <= latest ? .milliseconds(milliseconds) : nil
    }

    /// Whether this is the record.
    static func isNote(_ kind: RecordKind, id: Span<UInt8>) -> Bool {
        kind == .settings && Array(copying: id) == Self.id
    }
}
