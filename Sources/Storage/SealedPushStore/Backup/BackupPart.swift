// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// One of the sealed parts that a backup is a row of, so that it is written and read in bounded
/// memory.
///
/// `length u32 | nonce 24 | ciphertext | tag 16`. The length's highest bit marks the last part. The
/// header, the part's number and its length are authenticated: a backup that was cut, extended, put
/// in another order or together from two is refused. Of a part, 64 KiB are sealed at most.
struct BackupPart {
    /// Its number, counted from 0.
    let number: UInt64
    /// Whether it is the last one.
    let isLast: Bool
    /// The size of what is sealed in it.
    let count: Int

    /// The most bytes that are sealed in a part: a record with its kind fits into one.
    static let limit = 64 * 1024
    /// The size of the length.
    static let lengthCount = 4

    private static let lastBit: UInt32 = 1 << 31

    init(number: UInt64, isLast: Bool, count: Int) {
        self.number = number
        self.isLast = isLast
        self.count = count
    }

    /// Reads a length.
    init(number: UInt64, reading length: Span<UInt8>) throws(BackupError) {
        let word = length.bigEndian(UInt32.self, at: 0)
        let size = Int(word & ~Self.lastBit)
        guard (RecordSealer.overhead...RecordSealer.overhead + Self.limit).contains(size) else {
            throw .damaged
        }
        self.init(
            number: number,
            isLast: word & Self.lastBit != 0,
            count: size - RecordSealer.overhead
        )
    }

    /// The size of what follows the length.
    var sealedCount: Int { RecordSealer.overhead + count }

    private var length: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(sealedCount) | (isLast ? Self.lastBit : 0))
        return bytes
    }

    /// Seals what a part holds; the nonce is made by the store that is backed up.
    func seal(
        _ plaintext: Span<UInt8>,
        key: borrowing SecretBytes,
        header: BackupHeader,
        sealer: RecordSealer
    ) -> [UInt8] {
        let data = associatedData(header)
        let nonce = sealer.nonce { input in
            input.update(data.span)
            input.update(plaintext)
        }
        var bytes = length + nonce
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: plaintext.count + XChaCha20Poly1305.tagCount)
        var span = bytes.mutableSpan
        span.withMutableBytes(from: start, count: span.count - start) { ciphertext in
            key.withBytes { key in
                XChaCha20Poly1305.seal(
                    plaintext,
                    key: key,
                    nonce: nonce.span,
                    authenticating: data.span,
                    into: &ciphertext
                )
            }
        }
        return bytes
    }

    /// Opens what follows the length.
    func open(
        _ sealed: Span<UInt8>,
        key: borrowing SecretBytes,
        header: BackupHeader
    ) throws(BackupError) -> SecretBytes {
        let data = associatedData(header)
        var plaintext = SecretBytes(count: count)
        do throws(CryptoError) {
            try plaintext.withMutableBytes { plaintext throws(CryptoError) in
                try key.withBytes { key throws(CryptoError) in
                    try XChaCha20Poly1305.open(
                        sealed.extracting(droppingFirst: XChaCha20Poly1305.nonceCount),
                        key: key,
                        nonce: sealed.extracting(first: XChaCha20Poly1305.nonceCount),
                        authenticating: data.span,
                        into: &plaintext
                    )
                }
            }
        } catch {
            throw .damaged
        }
        return plaintext
    }

    private func associatedData(_ header: BackupHeader) -> [UInt8] {
        var bytes = Array("SealedPush v1 backup part\0".utf8) + header.bytes
        bytes.append(bigEndian: number)
        return bytes + length
    }
}

/// How a record stands in a part of a backup: `u8 length | kind | u16 length | id | u16 length |
/// contents`.
///
/// The kinds that may stand there belong to the version of the format: one more makes a new
/// version.
enum BackupEntry {
    /// The size of a record's entry.
    static func count(_ kind: RecordKind, id: Span<UInt8>, contents: Span<UInt8>) -> Int {
        1 + kind.folder.utf8.count + 2 + id.count + 2 + contents.count
    }

    /// Writes an entry at `start`, and returns where it ends.
    static func write(
        _ kind: RecordKind,
        id: Span<UInt8>,
        contents: Span<UInt8>,
        into bytes: inout MutableSpan<UInt8>,
        at start: Int
    ) -> Int {
        let name = Array(kind.folder.utf8)
        var place = start
        bytes.copy(from: [UInt8(name.count)] + name + u16(id.count), at: place)
        place += 1 + name.count + 2
        bytes.copy(from: id, at: place)
        place += id.count
        bytes.copy(from: u16(contents.count), at: place)
        place += 2
        bytes.copy(from: contents, at: place)
        return place + contents.count
    }

    /// Lends each record of a part; what we would not have written is damaged.
    static func forEach(
        in bytes: Span<UInt8>,
        _ body: (RecordKind, _ id: Span<UInt8>, _ contents: Span<UInt8>) throws(BackupError) -> Void
    ) throws(BackupError) {
        var place = 0
        while place < bytes.count {
            let name = Array(
                copying: bytes.extracting(try piece(of: bytes, lengthCount: 1, at: &place))
            )
            let known = RecordKind.all.first { Array($0.folder.utf8) == name && $0.isBackedUp }
            guard let kind = known else { throw .damaged }
            let id = try piece(of: bytes, lengthCount: 2, at: &place)
            let contents = try piece(of: bytes, lengthCount: 2, at: &place)
            try body(kind, bytes.extracting(id), bytes.extracting(contents))
        }
    }

    /// Reads a length of so many bytes at `place`, and returns where what it counts stands.
    private static func piece(
        of bytes: Span<UInt8>,
        lengthCount: Int,
        at place: inout Int
    ) throws(BackupError) -> Range<Int> {
        let start = place + lengthCount
        guard start <= bytes.count else { throw .damaged }
        var length = 0
        for index in place..<start { length = length << 8 | Int(bytes[index]) }
        guard length <= bytes.count - start else { throw .damaged }
        place = start + length
        return start..<place
    }

    private static func u16(_ count: Int) -> [UInt8] {
        [UInt8(count >> 8), UInt8(count & 0xFF)]
    }
}
