// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushSender

/// A film in memory, and its encrypted form: by the library, and by swift-crypto alone.
struct AttachmentSubject {
    private static let url = "https://files.example.com/1"

    private let content: [UInt8]
    private let file: [UInt8]
    private let reference: AttachmentReference
    private let key = SymmetricKey(size: .bits128)
    /// The same in pieces as large as those of a record, as swift-crypto takes and gives them.
    private let pieces: [Data]
    /// Those encrypted, as they come from a file: ciphertext and tag.
    private let records: [Data]
    private let nonce = AES.GCM.Nonce()

    init(size: Int) throws {
        content = [UInt8](repeating: 7, count: size)
        var source = ArrayReader(content)
        var file: [UInt8] = []
        file.reserveCapacity(ContentCoding.encryptedCount(of: size))
        let sealed = try SealedAttachment.seal(.mp4) { target in
            source.read(into: &target)
        } writing: { piece in
            unsafe piece.withUnsafeBufferPointer { unsafe file.append(contentsOf: $0) }
        }
        self.file = file
        reference = try sealed.reference(at: Self.url)
        let capacity = ContentCoding.recordCapacity
        let pieces = stride(from: 0, to: size, by: capacity).map { start in
            Data(repeating: 7, count: min(capacity, size - start))
        }
        self.pieces = pieces
        let key = key
        let nonce = nonce
        records = try pieces.map { piece in
            let box = try AES.GCM.seal(piece, using: key, nonce: nonce)
            return box.ciphertext + box.tag
        }
    }

    func seal() throws {
        var source = ArrayReader(content)
        let sealed = try SealedAttachment.seal(.mp4) { target in
            source.read(into: &target)
        } writing: { piece in
            keep(piece.count)
        }
        keep(sealed)
    }

    func open() throws {
        var source = ArrayReader(file)
        try AttachmentOpener.open(reference) { target in
            source.read(into: &target)
        } writing: { piece in
            keep(piece.count)
        }
    }

    func sealRaw() throws {
        var hash = Crypto.SHA256()
        for piece in pieces {
            let box = try AES.GCM.seal(piece, using: key)
            hash.update(data: box.ciphertext)
            hash.update(data: box.tag)
        }
        keep(hash.finalize())
    }

    func openRaw() throws {
        var hash = Crypto.SHA256()
        for record in records {
            hash.update(data: record)
            let box = try AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: record.dropLast(16),
                tag: record.suffix(16)
            )
            keep(try AES.GCM.open(box, using: key))
        }
        keep(hash.finalize())
    }
}
