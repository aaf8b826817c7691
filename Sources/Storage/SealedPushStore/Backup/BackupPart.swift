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
