// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The fixed fields of a decrypted plaintext, parsed but not yet believed.
struct PlaintextFields: Sendable {
    let created: Timestamp
    let timeToLive: TimeToLive
    let sender: [UInt8]
    let contentRange: Range<Int>

    /// Lines 18 and 19: the fields' ranges, then the padding.
    init(reading plaintext: Span<UInt8>) throws(OpeningError) {
        let contentCount = Int(plaintext.bigEndian(UInt16.self, at: PlaintextLayout.contentLength))
        let contentEnd = PlaintextLayout.content + contentCount
        guard
            let created = Timestamp(
                milliseconds: plaintext.bigEndian(UInt64.self, at: PlaintextLayout.created)
            ),
            let timeToLive = TimeToLive(
                seconds: plaintext.bigEndian(UInt32.self, at: PlaintextLayout.timeToLive)
            ),
            contentEnd <= plaintext.count,
            ConstantTime.isZero(plaintext.extracting(droppingFirst: contentEnd))
        else { throw .malformedMessage }
        self.created = created
        self.timeToLive = timeToLive
        sender = [UInt8](copying: plaintext.extracting(PlaintextLayout.sender))
        contentRange = PlaintextLayout.content..<contentEnd
    }
}
