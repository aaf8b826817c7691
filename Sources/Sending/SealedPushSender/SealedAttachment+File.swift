// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

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
