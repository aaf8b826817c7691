// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Encrypts one file by the content coding `aes128gcm`, record by record.
///
/// The salt is drawn for each file, so that even two files under one key share neither key nor
/// nonce of a record. A file of ours has a key of its own all the same.
package struct ContentEncryptor: ~Copyable {
    private var keys: ContentKeys
    private let recordSize: Int
    private var isFinished = false
    /// The content of a record and its delimiter.
    private var plaintext: [UInt8]

    /// What stands in front of the records.
    package let header: [UInt8]

    /// Begins a file under a key of 16 bytes.
    package init(key: Span<UInt8>) {
        self.init(key: key, header: ContentHeader())
    }

    init(key: Span<UInt8>, header: ContentHeader) {
        keys = ContentKeys(key: key, salt: header.salt)
        recordSize = header.recordSize
        plaintext = [UInt8](repeating: 0, count: header.recordSize - AES128GCM.tagCount)
        self.header = header.bytes
    }

    /// Encrypts the next record.
    ///
    /// Every record but the last holds ``ContentCoding/recordCapacity`` bytes of content; the last
    /// one holds at most as many, and may hold none. Another size, or a record behind the last one,
    /// is a caller's bug and stops the program.
    ///
    /// - Parameters:
    ///   - content: What the record holds.
    ///   - isLast: Whether the file ends with it.
    ///   - record: Room for ``ContentCoding/recordSize`` bytes.
    /// - Returns: How many bytes of `record` were written: 17 more than the content has.
    package mutating func seal(
        _ content: Span<UInt8>,
        isLast: Bool,
        into record: inout MutableSpan<UInt8>
    ) -> Int {
        seal(content, isLast: isLast, padding: 0, into: &record)
    }

    /// The same with zero bytes behind the delimiter, which we never write but read.
    mutating func seal(
        _ content: Span<UInt8>,
        isLast: Bool,
        padding: Int,
        into record: inout MutableSpan<UInt8>
    ) -> Int {
        precondition(!isFinished, "nothing follows the last record")
        let count = content.count + 1 + padding
        precondition(
            isLast ? count <= plaintext.count : count == plaintext.count,
            "the content does not fit its record"
        )
        isFinished = isLast
        var target = plaintext.mutableSpan
        target.copy(from: content)
        target[content.count] = isLast ? 2 : 1
        for index in content.count + 1..<count { target[index] = 0 }
        let whole = count + AES128GCM.tagCount
        let nonce = keys.nextNonce()
        keys.key.withBytes { key in
            record.withMutableBytes(from: 0, count: whole) { ciphertext in
                AES128GCM.seal(
                    plaintext.span.extracting(first: count),
                    key: key,
                    nonce: nonce.span,
                    authenticating: Span(),
                    into: &ciphertext
                )
            }
        }
        return whole
    }
}
