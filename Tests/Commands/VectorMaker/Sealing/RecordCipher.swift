// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Encrypts the records of a file, each under the number that is asked for: section 2 of
/// `attachments.md`.
///
/// It shares no code with the coding that is tested, but the primitives.
struct RecordCipher {
    private let key: [UInt8]
    private let baseNonce: [UInt8]

    init(key: [UInt8], salt: [UInt8]) {
        var prk = [UInt8](repeating: 0, count: 32)
        var target = prk.mutableSpan
        HKDF.extract(salt: salt.span, into: &target) { $0.update(key) }
        func expanded(_ label: String, _ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var span = bytes.mutableSpan
            HKDF.expand(key: prk.span, into: &span) { $0.update(Array(label.utf8)) }
            return bytes
        }
        self.key = expanded("Content-Encoding: aes128gcm\0", 16)
        baseNonce = expanded("Content-Encoding: nonce\0", 12)
    }

    /// The record `number` with this plaintext: content, delimiter, padding.
    func record(_ number: UInt8, _ plaintext: [UInt8]) -> [UInt8] {
        var nonce = baseNonce
        nonce[11] ^= number
        var record = [UInt8](repeating: 0, count: plaintext.count + 16)
        var span = record.mutableSpan
        AES128GCM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: Span(),
            into: &span
        )
        return record
    }

    /// The plaintext of a record of 65,536 bytes that ends in `ending`, and is zero bytes where it
    /// is encrypted.
    ///
    /// GCM adds a key stream to the plaintext, so a plaintext that is the stream gives zeros, which
    /// a vector can write as a number.
    func fullPlaintext(_ number: UInt8, ending: [UInt8]) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 65_520)
        return record(number, zeros).dropLast(16 + ending.count) + ending
    }
}
