// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What stands in front of the records (RFC 8188, section 2.1): `salt 16 | rs u32 | idlen 1 |
/// keyid`.
struct ContentHeader: Hashable {
    let salt: [UInt8]
    /// The size of every record but the last, in bytes.
    let recordSize: Int
    let keyID: [UInt8]

    /// The smallest record size that the RFC allows: one byte of content a record.
    static let smallestRecordSize = ContentCoding.recordOverhead + 1

    /// A header with a random salt, as we write it.
    init() {
        self.init(salt: Randomness.bytes(ContentCoding.saltCount))
    }

    init(
        salt: [UInt8],
        recordSize: Int = ContentCoding.recordSize,
        keyID: [UInt8] = []
    ) {
        self.salt = salt
        self.recordSize = recordSize
        self.keyID = keyID
    }

    /// Reads the header at the start of `bytes`, which may go on behind it.
    init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count >= ContentCoding.headerCount else { throw .truncated }
        let size = (16..<20).reduce(0) { size, index in size << 8 | Int(bytes[index]) }
        guard size >= Self.smallestRecordSize else { throw .wrongHeader }
        let end = ContentCoding.headerCount + Int(bytes[20])
        guard bytes.count >= end else { throw .truncated }
        salt = [UInt8](copying: bytes.extracting(first: ContentCoding.saltCount))
        recordSize = size
        keyID = [UInt8](copying: bytes.extracting(ContentCoding.headerCount..<end))
    }

    var bytes: [UInt8] {
        let size = UInt32(recordSize)
        return salt + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
            + [UInt8(keyID.count)] + keyID
    }
}
