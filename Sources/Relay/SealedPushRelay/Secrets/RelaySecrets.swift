// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The keys of a relay, which come from a file and are never in its database.
///
/// The file holds "SPrk", a version, three keys of 32 bytes, and for each token key its number and 32 bytes. The last
/// token key seals new tokens. Servers on one database share the file.
package final class RelaySecrets: Sendable {
    /// Encrypts push tokens.
    package let tokens: TokenKeyRing
    /// Tells whether two registrations have the same token.
    package let fingerprints: SecretBytes
    /// Makes the names of messages in URLs.
    package let handles: SecretBytes
    /// Makes the challenges with which a lost credential is replaced.
    package let challenges: SecretBytes

    private static let magic = Array("SPrk".utf8) + [1]
    private static let keyCount = 32
    private static let headCount = magic.count + 3 * keyCount
    private static let tokenKeyCount = 1 + keyCount
    /// The size of the largest file.
    package static let byteLimit = headCount + 256 * tokenKeyCount

    /// Reads the bytes of the file; nil if they are none, or a token key's number occurs twice.
    package init?(reading bytes: Span<UInt8>) {
        let count = bytes.count - Self.headCount
        guard count > 0, count.isMultiple(of: Self.tokenKeyCount), bytes.count <= Self.byteLimit,
            [UInt8](copying: bytes.extracting(first: Self.magic.count)) == Self.magic
        else { return nil }
        func key(at offset: Int) -> SecretBytes {
            SecretBytes(copying: bytes.extracting(offset..<offset + Self.keyCount))
        }
        let offsets = (0..<count / Self.tokenKeyCount).map {
            Self.headCount + $0 * Self.tokenKeyCount
        }
        guard let last = offsets.last, Set(offsets.map { bytes[$0] }).count == offsets.count else {
            return nil
        }
        var tokens = TokenKeyRing(current: bytes[last], key(at: last + 1))
        for offset in offsets.dropLast() {
            tokens = tokens.adding(bytes[offset], key(at: offset + 1))
        }
        self.tokens = tokens
        fingerprints = key(at: Self.magic.count)
        handles = key(at: Self.magic.count + Self.keyCount)
        challenges = key(at: Self.magic.count + 2 * Self.keyCount)
    }

    /// Makes the bytes of a new file, with the token key 1.
    package static func makeFile() -> SecretBytes {
        var file = SecretBytes(randomCount: headCount + tokenKeyCount)
        file.withMutableBytes { bytes in
            for (index, byte) in magic.enumerated() { bytes[index] = byte }
            bytes[headCount] = 1
        }
        return file
    }
}
