// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A vector of a reference and the encrypted file that was fetched by it.
enum AttachmentVector {
    static let members: Set<String> = ["reference", "file", "content", "contentDigest"]

    /// Reads the reference, then the file, which throw an `AttachmentError`; compares the content,
    /// which throws a fault.
    static func read(_ object: VectorObject) throws {
        let reference = try AttachmentReference(
            readingWithKey: Array(object.string("reference").utf8)
        )
        var file = try object.longBytes("file")[...]
        var content: [UInt8] = []
        try AttachmentOpener.open(reference) { target in
            let piece = file.prefix(target.count)
            for (index, byte) in piece.enumerated() { target[index] = byte }
            file = file.dropFirst(piece.count)
            return piece.count
        } writing: { piece in
            for index in piece.indices { content.append(piece[index]) }
        }
        if object.has("contentDigest") {
            try object.lacks("content")
            let digest = SHA256.hash(content.span)
            try VectorFault.compare("contentDigest", digest, with: object.bytes("contentDigest"))
        } else {
            try VectorFault.compare("content", content, with: object.bytes("content"))
        }
    }
}
