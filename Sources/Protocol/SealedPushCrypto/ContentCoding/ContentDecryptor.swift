// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Decrypts one file of the content coding `aes128gcm`, record by record.
///
/// A file that lacks its end, or has more behind it, opens up to there: only when ``finish()`` has
/// not thrown, what was opened is the whole file.
package struct ContentDecryptor: ~Copyable {
    private enum State {
        case reading
        case complete
        case failed
    }

    private var keys: ContentKeys
    private let recordSize: Int
    private var state = State.reading
    /// The latest content: see ``ContentPiece``.
    private var latest: ContentPiece?

    /// Begins a file under a key of 16 bytes.
    ///
    /// - Parameters:
    ///   - key: The file's key.
    ///   - header: The first ``ContentCoding/headerCount`` bytes of the file.
    /// - Throws: ``CryptoError/truncated``; ``CryptoError/wrongHeader`` for another record size
    ///   than 65,536, or a key id.
    package init(key: Span<UInt8>, header: Span<UInt8>) throws(CryptoError) {
        guard header.count >= ContentCoding.headerCount else { throw .truncated }
        // A key id would go on behind these bytes.
        guard header[ContentCoding.headerCount - 1] == 0 else { throw .wrongHeader }
        let read = try ContentHeader(reading: header)
        guard read.recordSize == ContentCoding.recordSize else { throw .wrongHeader }
        self.init(key: key, header: read)
    }

    init(key: Span<UInt8>, header: ContentHeader) {
        keys = ContentKeys(key: key, salt: header.salt)
        recordSize = header.recordSize
    }

    /// Decrypts the next record: ``ContentCoding/recordSize`` bytes, or what is left of the file.
    ///
    /// After an error nothing of the file opens any more.
    ///
    /// - Parameter record: The encrypted record.
    /// - Returns: The content; it may be empty.
    /// - Throws: ``CryptoError/trailingBytes`` behind the last record, ``CryptoError/truncated``
    ///   where the last one is missing, ``CryptoError/cannotOpen``, ``CryptoError/wrongPadding``.
    package mutating func open(_ record: Span<UInt8>) throws(CryptoError) -> ContentPiece {
        precondition(record.count <= recordSize, "that is more than a record")
        let before = state
        state = .failed
        switch before {
        case .reading: break
        case .complete: throw .trailingBytes
        case .failed: throw .cannotOpen
        }
        guard record.count >= ContentCoding.recordOverhead else { throw .truncated }
        let nonce = keys.nextNonce()
        let opened = try keys.key.withBytes { key throws(CryptoError) in
            try AES128GCM.open(record, key: key, nonce: nonce.span, authenticating: Span())
        }
        // Padding is zero bytes behind a delimiter: 2 in the last record, 1 in the others.
        let (end, delimiter) = ContentPiece(opened, count: opened.count).withBytes { content in
            var end = content.count - 1
            while end > 0, content[end] == 0 { end -= 1 }
            return (end, content[end])
        }
        switch delimiter {
        case 2: state = .complete
        case 1 where record.count == recordSize: state = .reading
        case 1: throw .truncated
        default: throw .wrongPadding
        }
        let content = ContentPiece(opened, count: end)
        latest = content
        return content
    }

    /// Ends the file.
    ///
    /// - Throws: ``CryptoError/truncated`` unless the last record was opened, and nothing behind
    ///   it.
    package consuming func finish() throws(CryptoError) {
        guard state == .complete else { throw .truncated }
    }
}
