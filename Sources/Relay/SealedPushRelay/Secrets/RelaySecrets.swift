// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The keys of a relay, which come from a file and are never in its database.
///
/// The file holds "SPrk", a version, three keys of 32 bytes, and for each token key its number and
/// 32 bytes. The last token key seals new tokens. Servers on one database share the file.
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

    /// A file with another token key behind those of a file, which seals from then on; nil if the
    /// file is none, or has a key of each number.
    package static func adding(to file: Span<UInt8>) -> SecretBytes? {
        guard let numbers = numbers(in: file),
            let number = (UInt8.min...UInt8.max).first(where: { !numbers.contains($0) })
        else { return nil }
        let count = file.count
        var new = SecretBytes(randomCount: count + tokenKeyCount)
        new.withMutableBytes { bytes in
            for index in 0..<count { bytes[index] = file[index] }
            bytes[count] = number
        }
        return new
    }

    /// A file with the last token key of a file only; nil if the file is none.
    package static func keepingLast(of file: Span<UInt8>) -> SecretBytes? {
        guard numbers(in: file) != nil else { return nil }
        let start = file.count - tokenKeyCount
        var new = SecretBytes(count: headCount + tokenKeyCount)
        new.withMutableBytes { bytes in
            for index in 0..<headCount { bytes[index] = file[index] }
            for index in 0..<tokenKeyCount { bytes[headCount + index] = file[start + index] }
        }
        return new
    }

    /// The numbers of the token keys; nil if the file is none.
    private static func numbers(in file: Span<UInt8>) -> Set<UInt8>? {
        guard RelaySecrets(reading: file) != nil else { return nil }
        return Set(stride(from: headCount, to: file.count, by: tokenKeyCount).map { file[$0] })
    }
}
