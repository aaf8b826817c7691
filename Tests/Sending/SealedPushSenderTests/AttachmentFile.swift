// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushSender
import TestSupport

/// An encrypted file on arrays, with its reference.
struct AttachmentFile: Sendable {
    static let url = "https://files.example.com/7f3a"

    var bytes: [UInt8]
    var reference: AttachmentReference

    /// Encrypts `content` as a sender does.
    static func seal(
        _ content: [UInt8],
        _ type: AttachmentReference.FileType = .jpeg
    ) throws -> AttachmentFile {
        var rest = content[...]
        var bytes: [UInt8] = []
        let sealed = try SealedAttachment.seal(type) { target in
            rest.fill(&target)
        } writing: { piece in
            bytes += (0..<piece.count).map { piece[$0] }
        }
        return AttachmentFile(bytes: bytes, reference: try sealed.reference(at: url))
    }

    /// The file as what it is now: a reference that fits these bytes, where it is only the content that is wrong.
    func referring(to bytes: [UInt8]) throws -> AttachmentFile {
        AttachmentFile(
            bytes: bytes,
            reference: try AttachmentReference(
                url: reference.url,
                key: reference.key,
                sha256: SHA256.hash(bytes.span),
                size: bytes.count,
                type: reference.type
            )
        )
    }

    /// Opens the file as a device does.
    func open() throws -> [UInt8] {
        var rest = bytes[...]
        var content: [UInt8] = []
        try AttachmentOpener.open(reference) { target in
            rest.fill(&target)
        } writing: { piece in
            content += (0..<piece.count).map { piece[$0] }
        }
        return content
    }
}

extension ArraySlice<UInt8> {
    /// Moves as many bytes as there are, and as there is room for, from the front into `target`.
    mutating func fill(_ target: inout MutableSpan<UInt8>) -> Int {
        let piece = prefix(target.count)
        for (index, byte) in piece.enumerated() { target[index] = byte }
        removeFirst(piece.count)
        return piece.count
    }
}
