// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Decrypts files that a message refers to.
package enum AttachmentOpener {
    /// Checks and decrypts one file as a stream, in the memory of a few records whatever its size
    ///
    ///
    /// What is written counts only once the call has returned: that the file is whole and the right
    /// one is known at its end. `wrongFile` goes before what decryption finds.
    ///
    /// - Parameters:
    ///   - reference: What the file should be.
    ///   - read: Fills the span and returns the number of bytes. A span that is not full means the
    ///     end.
    ///   - write: Takes the next piece of the decrypted file.
    /// - Throws: ``AttachmentError``, and what the closures throw. What was written by then must be
    ///   thrown away.
    package static func open(
        _ reference: AttachmentReference,
        reading read: (inout MutableSpan<UInt8>) throws -> Int,
        writing write: (Span<UInt8>) throws -> Void
    ) throws {
        var hash = SHA256.Input()
        var header = [UInt8](repeating: 0, count: ContentCoding.headerCount)
        var total = try header.fill(from: read)
        guard total == header.count else { throw AttachmentError.wrongFile }
        hash.update(header)
        var records = AttachmentRecords(key: reference.key, header: header)
        var record = [UInt8](repeating: 0, count: ContentCoding.recordSize)
        var count = record.count
        // A file that is too long is read no further.
        while count == record.count, total <= reference.size {
            count = try record.fill(from: read)
            guard count > 0 else { break }
            total += count
            hash.update(record.span.extracting(first: count))
            if let content = records.open(record.span.extracting(first: count)) {
                try content.withBytes(write)
            }
        }
        guard total == reference.size else { throw AttachmentError.wrongFile }
        guard hash.digest() == reference.sha256 else { throw AttachmentError.wrongFile }
        try records.finish()
    }
}

/// The records of a file that is being read: their faults wait for its end, since a wrong digest
/// goes before them.
private struct AttachmentRecords: ~Copyable {
    private var decryptor: ContentDecryptor?
    private var failure: AttachmentError?
    private var isEmpty = true

    init(key: AttachmentKey, header: [UInt8]) {
        do throws(CryptoError) {
            decryptor = try key.bytes.withBytes { key throws(CryptoError) in
                try ContentDecryptor(key: key, header: header.span)
            }
        } catch {
            failure = .malformedFile
        }
    }

    /// Decrypts the next record; nil if it has no content, or if it or one before has a fault.
    mutating func open(_ record: Span<UInt8>) -> ContentPiece? {
        do throws(CryptoError) {
            guard let content = try decryptor?.open(record), content.count > 0 else { return nil }
            isEmpty = false
            return content
        } catch {
            failure = .malformedFile
            return nil
        }
    }

    consuming func finish() throws(AttachmentError) {
        if let failure { throw failure }
        do throws(CryptoError) {
            try decryptor.take()?.finish()
        } catch {
            throw .malformedFile
        }
        guard !isEmpty else { throw .malformedFile }
    }
}

extension [UInt8] {
    /// Fills the array, or its first `limit` bytes, as far as `read` goes, and says how far that
    /// was.
    package mutating func fill(
        upTo limit: Int? = nil,
        from read: (inout MutableSpan<UInt8>) throws -> Int
    ) throws -> Int {
        let size = limit ?? count
        var span = mutableSpan
        var filled = 0
        try span.withMutableBytes(from: 0, count: size) { part in filled = try read(&part) }
        precondition(0...size ~= filled, "no more can be read than there is room for")
        return filled
    }
}
