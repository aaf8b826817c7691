// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a key in PKCS#8 is for, as its object identifier says.
enum KeyAlgorithm: CaseIterable {
    case curve
    case rsa
    case ed25519
    case ed448
    case x25519
    case x448

    /// Takes the content of an object identifier; nil for any other algorithm.
    init?(identifier: Span<UInt8>) {
        let bytes = identifier.copy
        guard let algorithm = Self.allCases.first(where: { $0.identifier == bytes }) else {
            return nil
        }
        self = algorithm
    }

    /// The content of its object identifier.
    var identifier: [UInt8] {
        switch self {
        // id-ecPublicKey (RFC 5480, section 2.1.1).
        case .curve: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        // rsaEncryption (RFC 8017, appendix A.1).
        case .rsa: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        // RFC 8410, section 3.
        case .x25519: [0x2B, 0x65, 0x6E]
        case .x448: [0x2B, 0x65, 0x6F]
        case .ed25519: [0x2B, 0x65, 0x70]
        case .ed448: [0x2B, 0x65, 0x71]
        }
    }

    /// OpenSSL's name of it.
    var name: String {
        switch self {
        case .curve: "EC"
        case .rsa: "RSA"
        case .x25519: "X25519"
        case .x448: "X448"
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        }
    }
}
