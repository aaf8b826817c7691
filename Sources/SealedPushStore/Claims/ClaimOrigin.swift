// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Where a claimed message comes from, as its claim has it: `created u64 | length u8 | identifier`, length 0 where there is none.
struct ClaimOrigin {
    /// When the sender made the message.
    let created: Timestamp
    /// What the system calls its notification.
    let identifier: String?

    private static let headCount = 9

    /// Puts the parts together; an identifier that is too long is a caller's bug.
    init(created: Timestamp, identifier: String?) {
        precondition(identifier.map { ParkedMessage.canKeep(identifier: $0) } ?? true, "no name")
        self.created = created
        self.identifier = identifier
    }

    /// Reads what the bytes begin with.
    init(reading bytes: Span<UInt8>) throws(StoreError) {
        guard bytes.count >= Self.headCount,
            let created = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 0))
        else { throw .corrupted }
        let end = Self.headCount + Int(bytes[Self.headCount - 1])
        guard end <= bytes.count else { throw .corrupted }
        self.created = created
        guard end > Self.headCount else {
            identifier = nil
            return
        }
        let name = Array(copying: bytes.extracting(Self.headCount..<end))
        guard let text = String(validating: name, as: UTF8.self),
            ParkedMessage.canKeep(identifier: text)
        else { throw .corrupted }
        identifier = text
    }

    /// The bytes.
    var encoded: [UInt8] {
        let name = Array((identifier ?? "").utf8)
        var bytes: [UInt8] = []
        bytes.append(bigEndian: created.milliseconds)
        return bytes + [UInt8(name.count)] + name
    }

    /// How many bytes it takes.
    var count: Int { Self.headCount + (identifier?.utf8.count ?? 0) }
}
