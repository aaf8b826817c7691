// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// HKDF with SHA-256 (RFC 5869), on libsodium's HMAC.
package enum HKDF {
    /// The size of a pseudorandom key in bytes.
    package static let keyCount = HMACSHA256.codeCount

    /// The most bytes that one expansion gives (RFC 5869, section 2.3: 255 blocks).
    package static let maximumOutputCount = 255 * HMACSHA256.codeCount

    /// Extracts a pseudorandom key of 32 bytes from what `feed` gives (RFC 5869, section 2.2).
    ///
    /// An empty salt stands for 32 zero bytes; HMAC pads its key with zeros, so the two are the
    /// same.
    package static func extract(
        salt: Span<UInt8>,
        into key: inout MutableSpan<UInt8>,
        _ feed: (borrowing HMACSHA256.Input) -> Void
    ) {
        HMACSHA256.authenticate(key: salt, into: &key, feed)
    }

    /// Fills `output` from a pseudorandom key and the info that `feed` gives (RFC 5869, section
    /// 2.3).
    package static func expand(
        key: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        _ feed: (borrowing HMACSHA256.Input) -> Void
    ) {
        precondition(output.count <= maximumOutputCount, "HKDF gives at most 255 blocks")
        if output.count == HMACSHA256.codeCount {
            HMACSHA256.authenticate(key: key, into: &output) { input in
                feed(input)
                input.update([1].span)
            }
            return
        }
        var block = InlineArray<32, UInt8>(repeating: 0)
        var counter: UInt8 = 0
        var written = 0
        while written < output.count {
            counter += 1
            var next = InlineArray<32, UInt8>(repeating: 0)
            var nextSpan = next.mutableSpan
            HMACSHA256.authenticate(key: key, into: &nextSpan) { input in
                if counter > 1 { input.update(block.span) }
                feed(input)
                input.update([counter].span)
            }
            block = next
            wipe(&next)
            let count = min(HMACSHA256.codeCount, output.count - written)
            output.copy(from: block.span.extracting(first: count), at: written)
            written += count
        }
        wipe(&block)
    }

    private static func wipe(_ block: inout InlineArray<32, UInt8>) {
        var span = block.mutableSpan
        unsafe span.withMutableCBytes { bytes, count in unsafe sodium_memzero(bytes, count) }
    }
}
