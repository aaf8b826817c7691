// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The content coding `aes128gcm` (RFC 8188): a file as a header and a row of encrypted records.
///
/// ```swift
/// var encryptor = ContentEncryptor(key: key)
/// write(encryptor.header)
/// // Whole records of `ContentCoding.recordCapacity` bytes, the last one as long as it comes:
/// encryptor.seal(first: count, of: &content, isLast: isLast).withBytes(write)
/// ```
///
/// Neither side keeps more than one record, so memory does not grow with the file. A record can be
/// used when it is opened; that the whole file is there is known when
/// ``ContentDecryptor/finish()`` has not thrown.
package enum ContentCoding {
    /// The size of a key in bytes, the input keying material of the RFC.
    package static let keyCount = 16
    /// The size of a salt in bytes.
    package static let saltCount = 16
    /// The size of a header without key id, the only one that is written, in bytes.
    package static let headerCount = saltCount + 4 + 1
    /// The size of every encrypted record but the last, in bytes.
    package static let recordSize = 65_536
    /// The most bytes of content in a record.
    package static let recordCapacity = recordSize - recordOverhead

    /// The delimiter, then the tag.
    static let recordOverhead = 1 + AES128GCM.tagCount

    /// How many bytes the encrypted form of `count` bytes of content has, without padding.
    package static func encryptedCount(of count: Int) -> Int {
        precondition(count >= 0, "content has no negative size")
        let records = max(1, (count + recordCapacity - 1) / recordCapacity)
        return headerCount + count + records * recordOverhead
    }
}

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

/// The content encryption key and the nonces of one file (RFC 8188, sections 2.2 and 2.3).
struct ContentKeys: ~Copyable {
    private static let nonceCount = AES128GCM.nonceCount

    /// The content encryption key.
    let key: SecretBytes
    private let baseNonce: [UInt8]
    private var sequence: UInt64 = 0

    init(key: Span<UInt8>, salt: [UInt8]) {
        precondition(key.count == ContentCoding.keyCount, "a content key has 16 bytes")
        // PRK, then the two that are derived from it.
        var pseudorandomKey = SecretBytes(count: HKDF.keyCount)
        pseudorandomKey.withMutableBytes { target in
            HKDF.extract(salt: salt.span, into: &target) { input in input.update(key) }
        }
        var contentKey = SecretBytes(count: AES128GCM.keyCount)
        var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
        pseudorandomKey.withBytes { prk in
            contentKey.withMutableBytes { target in
                Self.expand(prk, info: "Content-Encoding: aes128gcm\0", into: &target)
            }
            var target = nonce.mutableSpan
            Self.expand(prk, info: "Content-Encoding: nonce\0", into: &target)
        }
        self.key = contentKey
        baseNonce = nonce
    }

    private static func expand(
        _ key: Span<UInt8>,
        info: StaticString,
        into target: inout MutableSpan<UInt8>
    ) {
        HKDF.expand(key: key, into: &target) { input in input.update(info) }
    }

    /// The nonce of the next record: the base nonce XOR the record's number, which never comes
    /// again.
    mutating func nextNonce() -> [UInt8] {
        var nonce = baseNonce
        for byte in 0..<8 {
            nonce[Self.nonceCount - 1 - byte] ^= UInt8(truncatingIfNeeded: sequence >> (8 * byte))
        }
        sequence += 1
        return nonce
    }
}

/// A record or its content as swift-crypto made it, which is lent and not copied once more.
///
/// For each record swift-crypto allocates twice 64 KiB and frees both. If nothing were in use behind
/// them, the C library would give that memory back to the system each time, and get it again for the
/// next record, a page fault for every page. So a piece is kept until the next one is made.
package struct ContentPiece {
    private let data: Data
    private let start: Int
    /// How many bytes it has.
    package let count: Int

    /// A part of what swift-crypto made.
    init(_ data: Data, from start: Int = 0, count: Int) {
        self.data = data
        self.start = start
        self.count = count
    }

    /// Lends the bytes.
    ///
    /// - Throws: What `body` throws.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(data.span.extracting(start..<start + count))
    }
}
