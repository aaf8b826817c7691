// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// HKDF whose every input names the protocol, the suite and its purpose (RFC 9180, section 4).
struct LabeledHKDF: Sendable {
    /// "HPKE-v1", then the suite's id.
    private let prefix: [UInt8]

    /// The functions of DHKEM(X25519, HKDF-SHA256).
    static let x25519KEM = LabeledHKDF(kem: .x25519)

    /// The functions of the KEM itself (RFC 9180, section 4.1).
    init(kem: HPKE.KEM) {
        prefix = Array("HPKE-v1KEM".utf8) + Self.bigEndian(kem.rawValue)
    }

    /// The functions of the key schedule (RFC 9180, section 5.1).
    init(kem: HPKE.KEM, cipher: HPKE.Cipher) {
        let hkdfSHA256: UInt16 = 0x0001
        prefix =
            Array("HPKE-v1HPKE".utf8) + Self.bigEndian(kem.rawValue) + Self.bigEndian(hkdfSHA256)
            + Self.bigEndian(cipher.rawValue)
    }

    /// LabeledExtract.
    func extract(
        salt: Span<UInt8>,
        label: StaticString,
        into key: inout MutableSpan<UInt8>,
        _ feed: (borrowing HMACSHA256.Input) -> Void
    ) {
        HKDF.extract(salt: salt, into: &key) { input in
            input.update(prefix.span)
            input.update(label)
            feed(input)
        }
    }

    /// LabeledExpand.
    func expand(
        key: Span<UInt8>,
        label: StaticString,
        into output: inout MutableSpan<UInt8>,
        _ feed: (borrowing HMACSHA256.Input) -> Void
    ) {
        let length = Self.bigEndian(UInt16(output.count))
        HKDF.expand(key: key, into: &output) { input in
            input.update(length.span)
            input.update(prefix.span)
            input.update(label)
            feed(input)
        }
    }

    private static func bigEndian(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}

extension HMACSHA256.Input {
    /// Adds the ASCII bytes of `label` to the message.
    package func update(_ label: StaticString) {
        // A static string's bytes live as long as the program.
        update(
            unsafe Span(
                _unsafeStart: label.utf8Start,
                count: label.utf8CodeUnitCount
            )
        )
    }
}
