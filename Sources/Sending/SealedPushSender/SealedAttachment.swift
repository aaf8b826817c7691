// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

/// An encrypted file that has no URL yet.
///
/// ```swift
/// let sealed = try SealedAttachment.seal(.jpeg, reading: read, writing: write)
/// // upload what was written, then:
/// options.attachments = [try sealed.reference(at: "https://files.example.com/7f3a")]
/// ```
///
/// Each file has a key of its own. Messages to many devices may refer to one encrypted file:
/// only their receivers can read it.
public struct SealedAttachment: Hashable, Sendable {
    /// The key that decrypts the file.
    package let key: AttachmentKey
    /// The SHA-256 of the encrypted file.
    public let sha256: [UInt8]
    /// The size of the encrypted file in bytes.
    public let size: Int
    /// The type of the file.
    public let type: AttachmentReference.FileType

    /// Makes the reference to the file, once it can be downloaded at `url`.
    ///
    /// - Throws: ``/SealedPush/AttachmentError/malformedReference``.
    public func reference(at url: String) throws(AttachmentError) -> AttachmentReference {
        try AttachmentReference(url: url, key: key, sha256: sha256, size: size, type: type)
    }

    /// Encrypts one file as a stream, in the memory of a few records whatever its size.
    ///
    /// - Parameters:
    ///   - type: The type of the file, which limits its size.
    ///   - read: Fills the span and returns the number of bytes. A span that is not full means the
    ///     end.
    ///   - write: Takes the next piece of the encrypted file.
    /// - Returns: The parts of a reference.
    /// - Throws: ``/SealedPush/AttachmentError/empty``, ``/SealedPush/AttachmentError/tooLarge``
    ///   and what the closures throw. What was written by then is of no use.
    public static func seal(
        _ type: AttachmentReference.FileType,
        reading read: (inout MutableSpan<UInt8>) throws -> Int,
        writing write: (Span<UInt8>) throws -> Void
    ) throws -> SealedAttachment {
        let key = AttachmentKey()
        var encryptor = key.bytes.withBytes { ContentEncryptor(key: $0) }
        var hash = SHA256.Input()
        hash.update(encryptor.header)
        try write(encryptor.header.span)
        // A record is sealed when it is known whether another one follows. Behind its content is
        // room for its delimiter.
        let capacity = ContentCoding.recordCapacity
        var content = [UInt8](repeating: 0, count: capacity + 1)
        var next = content
        var count = try content.fill(upTo: capacity, from: read)
        guard count > 0 else { throw AttachmentError.empty }
        var total = count
        while true {
            guard total <= type.sizeLimit else { throw AttachmentError.tooLarge }
            let following = count == capacity ? try next.fill(upTo: capacity, from: read) : 0
            let record = encryptor.seal(first: count, of: &content, isLast: following == 0)
            try record.withBytes { record in
                hash.update(record)
                try write(record)
            }
            guard following > 0 else { break }
            swap(&content, &next)
            count = following
            total += following
        }
        return SealedAttachment(
            key: key,
            sha256: hash.digest(),
            size: ContentCoding.encryptedCount(of: total),
            type: type
        )
    }
}

extension SealedAttachment {
    /// Encrypts a file into a new one that no other user can read until it is uploaded.
    ///
    /// - Parameters:
    ///   - file: A plain file, no link.
    ///   - type: What the file is; `AttachmentReference.FileType(filename:)` tells it by the ending
    ///     of its name.
    ///   - target: A path at which nothing is yet. If this throws, nothing is there either.
    /// - Returns: The parts of a reference.
    /// - Throws: ``/SealedPush/AttachmentError``: `empty`, `tooLarge`, or `storageUnavailable`.
    public static func seal(
        file: String,
        as type: AttachmentReference.FileType,
        to target: String
    ) throws(AttachmentError) -> SealedAttachment {
        let files = POSIXFileSystem()
        do throws(FileError) {
            try files.create(target, contents: Span())
        } catch {
            throw .storageUnavailable
        }
        do {
            var offset = 0
            return try seal(type) { bytes in
                let count = try files.read(file, from: offset, into: &bytes)
                offset += count
                return count
            } writing: { bytes in
                try files.append(bytes, to: target)
            }
        } catch {
            try? files.unlink(target)
            throw error as? AttachmentError ?? .storageUnavailable
        }
    }
}
