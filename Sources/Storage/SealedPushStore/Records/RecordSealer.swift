// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// What is sealed in a record's file: the record's id, which its file name hides, and its contents.
///
/// `u16 length | id | u16 length | contents | zeros` up to a multiple of the kind's block.
package struct RecordFrame: ~Copyable {
    private let bytes: SecretBytes
    private let idCount: Int
    private let contentsCount: Int

    /// The fewest bytes that a frame has.
    static let leastCount = 4

    /// The most bytes that a frame has, so that the sealed file keeps its limit.
    package static let limit = StoreFolder.fileLimit - RecordSealer.overhead

    /// Frames a record.
    init(id: Span<UInt8>, contents: Span<UInt8>, block: Int) throws(StoreError) {
        let needed = 4 + id.count + contents.count
        let count = (needed + block - 1) / block * block
        guard count <= Self.limit else { throw .recordTooLarge }
        idCount = id.count
        contentsCount = contents.count
        var bytes = SecretBytes(count: count)
        bytes.withMutableBytes { bytes in
            bytes.copy(from: Self.u16(id.count).span)
            bytes.copy(from: id, at: 2)
            bytes.copy(from: Self.u16(contents.count).span, at: 2 + id.count)
            bytes.copy(from: contents, at: 4 + id.count)
        }
        self.bytes = bytes
    }

    /// Reads a frame that was opened; one that we would not have written is damaged.
    init(reading bytes: consuming SecretBytes, block: Int) throws(StoreError) {
        let counts = bytes.withBytes { bytes -> (id: Int, contents: Int)? in
            guard let idCount = Self.u16(bytes, at: 0),
                let contentsCount = Self.u16(bytes, at: 2 + idCount)
            else { return nil }
            let end = 4 + idCount + contentsCount
            guard end <= bytes.count, bytes.count == (end + block - 1) / block * block,
                ConstantTime.isZero(bytes.extracting(droppingFirst: end))
            else { return nil }
            return (idCount, contentsCount)
        }
        guard let counts else { throw .corrupted }
        self.bytes = bytes
        (idCount, contentsCount) = counts
    }

    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }

    /// Lends the record's id and its contents.
    func withParts<Result: ~Copyable, Failure: Error>(
        _ body: (_ id: Span<UInt8>, _ contents: Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: Span<UInt8>) throws(Failure) in
            let start = 4 + idCount
            return try body(
                bytes.extracting(2..<2 + idCount),
                bytes.extracting(start..<start + contentsCount)
            )
        }
    }

    private static func u16(_ count: Int) -> [UInt8] {
        [UInt8(count >> 8), UInt8(count & 0xFF)]
    }

    private static func u16(_ bytes: Span<UInt8>, at place: Int) -> Int? {
        guard place + 2 <= bytes.count else { return nil }
        return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
}

/// Seals what a store's files hold, each to the place where it stands.
///
/// XChaCha20-Poly1305 under the record key. A sealed file is nonce, ciphertext, tag: 40 bytes more
/// than what it holds. The place and the store's id are authenticated, so a file that was moved or
/// copied won't open.
package final class RecordSealer: Sendable {
    let storeID: StoreID
    private let keys: StoreKeys

    /// What sealing adds, in bytes.
    package static let overhead = XChaCha20Poly1305.nonceCount + XChaCha20Poly1305.tagCount

    init(keys: consuming StoreKeys, storeID: StoreID) {
        self.keys = keys
        self.storeID = storeID
    }

    /// The name of a record's file: tells nothing to who has not the key.
    func name(of id: Span<UInt8>, kind: RecordKind) -> String {
        let name = keys.code(for: .name, count: 16) { input in
            input.update(Array(kind.folder.utf8).span)
            input.update([0].span)
            input.update(id)
        }
        return Hex.encode(name.span)
    }

    /// A nonce for what `feed` gives: the place and the plaintext.
    ///
    /// Hedged: even if randomness repeats (a restored snapshot, a fork), another place or another
    /// plaintext has another nonce.
    func nonce(for feed: (borrowing HMACSHA256.Input) -> Void) -> [UInt8] {
        keys.code(for: .nonce, count: XChaCha20Poly1305.nonceCount) { input in
            input.update(Randomness.bytes(32).span)
            feed(input)
        }
    }

    package func seal(_ plaintext: Span<UInt8>, at path: StorePath) -> [UInt8] {
        let nonce = nonce { input in
            input.update(Array(path.text.utf8).span)
            input.update(plaintext)
        }
        var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.overhead)
        var span = sealed.mutableSpan
        span.copy(from: nonce.span)
        span.withMutableBytes(from: nonce.count, count: span.count - nonce.count) { ciphertext in
            keys.withKey(for: .record) { key in
                XChaCha20Poly1305.seal(
                    plaintext,
                    key: key,
                    nonce: nonce.span,
                    authenticating: associatedData(path).span,
                    into: &ciphertext
                )
            }
        }
        return sealed
    }

    /// Opens what was sealed at `path`; anything else is damaged.
    package func open(_ sealed: Span<UInt8>, at path: StorePath) throws(StoreError) -> SecretBytes {
        guard sealed.count >= Self.overhead else { throw .corrupted }
        var plaintext = SecretBytes(count: sealed.count - Self.overhead)
        do throws(CryptoError) {
            try plaintext.withMutableBytes { plaintext throws(CryptoError) in
                try keys.withKey(for: .record) { key throws(CryptoError) in
                    try XChaCha20Poly1305.open(
                        sealed.extracting(droppingFirst: XChaCha20Poly1305.nonceCount),
                        key: key,
                        nonce: sealed.extracting(first: XChaCha20Poly1305.nonceCount),
                        authenticating: associatedData(path).span,
                        into: &plaintext
                    )
                }
            }
        } catch {
            throw .corrupted
        }
        return plaintext
    }

    private func associatedData(_ path: StorePath) -> [UInt8] {
        let place = Array(path.text.utf8)
        return Array("SealedPush v1 record\0".utf8) + storeID.bytes
            + [UInt8(place.count >> 8), UInt8(place.count & 0xFF)] + place
    }
}
