// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Text that a person may copy: a prefix, base64url, a point and six check bytes.
package enum CheckedText: String {
    case device = "sealedpush-device-1:"
    case sender = "sealedpush-sender-1:"
    case succession = "sealedpush-succession-1:"
    case revocation = "sealedpush-revocation-1:"
    case retirement = "sealedpush-retirement-1:"
    case subscription = "sealedpush-subscription-1:"
    case pairing = "sealedpush-pair-1:"

    private static let checkCount = 6

    private var prefix: String { rawValue }

    func encode(_ bytes: [UInt8]) -> String {
        let check = check(of: bytes)
        return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
    }

    /// Reads `text` (V-17); white space around it is ignored, since it comes from files and
    /// clipboards (V-16).
    func decode(_ text: String) throws(WireError) -> [UInt8] {
        let trimmed = Self.trimmed(text)
        guard trimmed.starts(with: prefix.utf8) else { throw .wrongPrefix }
        let parts = trimmed.dropFirst(prefix.utf8.count)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformed }
        let bytes: [UInt8]
        let given: [UInt8]
        do {
            bytes = try Base64URL.decode(Array(parts[0]).span)
            given = try Base64URL.decode(Array(parts[1]).span)
        } catch {
            throw .malformed
        }
        guard given == check(of: bytes) else { throw .wrongCheck }
        return bytes
    }

    /// Whether `text` begins as one of this kind does.
    package func isPrefix(of text: String) -> Bool {
        Self.trimmed(text).starts(with: prefix.utf8)
    }

    private func check(of bytes: [UInt8]) -> [UInt8] {
        let digest = SHA256.hash { input in
            input.update(Label.text)
            input.update(Array(prefix.utf8))
            input.update(bytes)
        }
        return Array(digest.prefix(Self.checkCount))
    }

    static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var rest = Array(text.utf8)[...]
        while let first = rest.first, white.contains(first) { rest.removeFirst() }
        while let last = rest.last, white.contains(last) { rest.removeLast() }
        return rest
    }
}
