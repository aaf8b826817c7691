// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The two texts at the end of a link and of an answer, each behind a byte with its length.
enum PairingText {
    /// Both texts as they are written; a caller has checked that each has at most 255 bytes.
    static func bytes(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        [UInt8(first.count)] + first + [UInt8(second.count)] + second
    }

    /// Cuts both texts out, and says where the second ends; nil for bytes that end before.
    static func pair(
        in bytes: Span<UInt8>,
        at offset: Int
    ) -> (first: [UInt8], second: [UInt8], end: Int)? {
        guard let first = range(in: bytes, at: offset),
            let second = range(in: bytes, at: first.upperBound)
        else { return nil }
        return (
            [UInt8](copying: bytes.extracting(first)), [UInt8](copying: bytes.extracting(second)),
            second.upperBound
        )
    }

    /// A name that a device can show as it is: 1 to `limit` bytes of UTF-8 that D-17 leaves as they
    /// are; nil for other bytes.
    static func name(_ bytes: [UInt8], limit: Int) -> String? {
        guard 1...limit ~= bytes.count, let name = String(validating: bytes, as: UTF8.self),
            NameText.cleaned(name).utf8.elementsEqual(bytes)
        else { return nil }
        return name
    }

    private static func range(in bytes: Span<UInt8>, at offset: Int) -> Range<Int>? {
        guard bytes.count > offset else { return nil }
        let end = offset + 1 + Int(bytes[offset])
        return bytes.count >= end ? offset + 1..<end : nil
    }
}
