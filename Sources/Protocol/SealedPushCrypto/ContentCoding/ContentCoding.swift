// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
