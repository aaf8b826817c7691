// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// DER put together by hand, also malformed.
enum DER {
    static func integer(_ bytes: UInt8...) -> [UInt8] { element(0x02, bytes) }
    static func octets(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap(\.self)) }
    /// The context's own tag, around another element.
    static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0xA0 + number, content)
    }
    static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

    static let null = element(0x05, [])
    static let rsaEncryption = element(
        0x06,
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    )
    static let ecPublicKey = element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    static let p256 = element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    static let p384 = element(0x06, [0x2B, 0x81, 0x04, 0x00, 0x22])
    static let ed25519 = element(0x06, [0x2B, 0x65, 0x70])
    /// The kind of a part of an archive that is not encrypted.
    static let data = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
    /// What an archive has in its parts: bags in a bag, and a key that is encrypted (RFC 7292,
    /// section 4.2).
    static let safeContentsBag = bag(6)
    static let shroudedKeyBag = bag(2)
    /// The old way to encrypt a key by a passphrase, with SHA-1 and triple DES.
    static let tripleDES = element(
        0x06,
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01, 0x03]
    )

    /// A code by a key that a passphrase gives (RFC 9579, section 3).
    static let pbmac1 = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E])
    /// How the key comes from the passphrase (RFC 8018, section 5.2).
    static let pbkdf2 = element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C])

    private static func bag(_ kind: UInt8) -> [UInt8] {
        element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x0A, 0x01, kind])
    }

    /// So many sequences, each in the one before.
    static func nest(_ depth: Int) -> [UInt8] {
        var heads: [[UInt8]] = []
        var count = 0
        for _ in 0..<depth {
            heads.append([
                0x30, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF),
            ])
            count += 5
        }
        return heads.reversed().flatMap(\.self)
    }

    /// SET OF Attribute, with none.
    static let attributes = tagged(0, [])

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            }
        return [tag] + length + content
    }
}
