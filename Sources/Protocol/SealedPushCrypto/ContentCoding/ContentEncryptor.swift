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
    /// The latest record: see ``ContentPiece``.
    private var latest: ContentPiece?
    /// Room that is given back before the first record, for the ciphertext of each: else it would
    /// lie whole pages before the box that swift-crypto copies it to, and processors copy five times
    /// as slowly between two places whose addresses end in the same 12 bits.
    private var room: [UInt8]?

    /// What stands in front of the records.
    package let header: [UInt8]

    /// Begins a file under a key of 16 bytes.
    package init(key: Span<UInt8>) {
        self.init(key: key, header: ContentHeader())
    }

    init(key: Span<UInt8>, header: ContentHeader) {
        keys = ContentKeys(key: key, salt: header.salt)
        recordSize = header.recordSize
        room = [UInt8](repeating: 0, count: header.recordSize + 1024)
        self.header = header.bytes
    }

    /// Encrypts the next record.
    ///
    /// Every record but the last holds ``ContentCoding/recordCapacity`` bytes of content; the last
    /// one holds at most as many, and may hold none. Another size, or a record behind the last one,
    /// is a caller's bug and stops the program.
    ///
    /// - Parameters:
    ///   - count: How many bytes of content the record holds.
    ///   - content: Those bytes, and room for one behind them, which is written.
    ///   - isLast: Whether the file ends with it.
    ///   - padding: How many bytes of padding it has, for which there is room as well; ours have
    ///     none.
    /// - Returns: The record: 17 bytes more than the content has.
    package mutating func seal(
        first count: Int,
        of content: inout [UInt8],
        isLast: Bool,
        padding: Int = 0
    ) -> ContentPiece {
        precondition(!isFinished, "nothing follows the last record")
        let whole = count + 1 + padding
        let capacity = recordSize - AES128GCM.tagCount
        precondition(
            isLast ? whole <= capacity : whole == capacity,
            "the content does not fit its record"
        )
        isFinished = isLast
        // Padding is zero bytes behind a delimiter.
        content[count] = isLast ? 2 : 1
        for index in count + 1..<whole { content[index] = 0 }
        let nonce = keys.nextNonce()
        room = nil
        let sealed = keys.key.withBytes { key in
            AES128GCM.seal(
                content.span.extracting(first: whole),
                key: key,
                nonce: nonce.span,
                authenticating: Span()
            )
        }
        let record = ContentPiece(
            sealed,
            from: AES128GCM.nonceCount,
            count: whole + AES128GCM.tagCount
        )
        latest = record
        return record
    }
}
