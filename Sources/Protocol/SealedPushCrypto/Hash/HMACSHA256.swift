// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// HMAC-SHA-256 (RFC 2104), from libsodium.
package enum HMACSHA256 {
    /// The size of a code in bytes.
    package static let codeCount = 32

    /// Writes the code of what `feed` gives, under `key` of any length, into the 32 bytes of
    /// `code`.
    package static func authenticate(
        key: Span<UInt8>,
        into code: inout MutableSpan<UInt8>,
        _ feed: (borrowing Input) -> Void
    ) {
        precondition(code.count == codeCount, "an HMAC-SHA-256 code has 32 bytes")
        Sodium.start()
        var state = crypto_auth_hmacsha256_state()
        // The state is derived from the key: it stays in this frame and is wiped before it ends.
        unsafe withUnsafeMutablePointer(to: &state) { state in
            unsafe key.withCBytes { key, count in
                _ = unsafe crypto_auth_hmacsha256_init(state, key, count)
            }
            feed(unsafe Input(state: state))
            unsafe code.withMutableCBytes { code, _ in
                _ = unsafe crypto_auth_hmacsha256_final(state, code)
            }
            unsafe sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
        }
    }

    /// The code of what `feed` gives, where the code itself is no secret.
    package static func code(key: Span<UInt8>, _ feed: (borrowing Input) -> Void) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: codeCount)
        var span = code.mutableSpan
        authenticate(key: key, into: &span, feed)
        return code
    }

    /// Takes the pieces of a message that is authenticated, during the call that lends it.
    @safe
    package struct Input: ~Copyable {
        private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

        fileprivate init(state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>) {
            unsafe self.state = state
        }

        /// Adds `piece` to the message.
        package func update(_ piece: Span<UInt8>) {
            unsafe piece.withCBytes { bytes, count in
                _ = unsafe crypto_auth_hmacsha256_update(state, bytes, UInt64(count))
            }
        }

        /// Adds `piece` to the message.
        package func update(_ piece: [UInt8]) {
            update(piece.span)
        }

        /// Adds the ASCII bytes of `label` to the message.
        package func update(_ label: StaticString) {
            // A static string's bytes live as long as the program.
            update(unsafe Span(_unsafeStart: label.utf8Start, count: label.utf8CodeUnitCount))
        }
    }
}
