// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The content encryption key and the nonces of one file (RFC 8188, sections 2.2 and 2.3).
struct ContentKeys: ~Copyable {
    private static let nonceCount = AES128GCM.nonceCount

    /// The content encryption key.
    let key: SecretBytes
    private let baseNonce: [UInt8]
    private var sequence: UInt64 = 0

    init(key: Span<UInt8>, salt: [UInt8]) {
        precondition(key.count == ContentCoding.keyCount, "a content key has 16 bytes")
        // PRK, then the two that are derived from it.
        var pseudorandomKey = SecretBytes(count: HKDF.keyCount)
        pseudorandomKey.withMutableBytes { target in
            HKDF.extract(salt: salt.span, into: &target) { input in input.update(key) }
        }
        var contentKey = SecretBytes(count: AES128GCM.keyCount)
        var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
        pseudorandomKey.withBytes { prk in
            contentKey.withMutableBytes { target in
                Self.expand(prk, info: "Content-Encoding: aes128gcm\0", into: &target)
            }
            var target = nonce.mutableSpan
            Self.expand(prk, info: "Content-Encoding: nonce\0", into: &target)
        }
        self.key = contentKey
        baseNonce = nonce
    }

    private static func expand(
        _ key: Span<UInt8>,
        info: StaticString,
        into target: inout MutableSpan<UInt8>
    ) {
        HKDF.expand(key: key, into: &target) { input in input.update(info) }
    }

    /// The nonce of the next record: the base nonce XOR the record's number, which never comes
    /// again.
    mutating func nextNonce() -> [UInt8] {
        var nonce = baseNonce
        for byte in 0..<8 {
            nonce[Self.nonceCount - 1 - byte] ^= UInt8(truncatingIfNeeded: sequence >> (8 * byte))
        }
        sequence += 1
        return nonce
    }
}
