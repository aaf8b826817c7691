// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a message is encrypted with: HPKE in mode Base over one of two key encapsulation mechanisms.
public enum Suite: UInt8, CaseIterable, Hashable, Sendable {
    /// DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305.
    case x25519 = 1
    /// X-Wing (X25519 and ML-KEM-768), HKDF-SHA256, ChaCha20-Poly1305: safe also against a quantum computer.
    case xwing = 2

    /// The size of a public key in a prekey record, in bytes.
    public var publicKeyCount: Int {
        switch self {
        case .x25519: X25519.keyCount
        case .xwing: XWing.publicKeyCount
        }
    }

    /// The size of an encapsulated key in an envelope, in bytes.
    public var encapsulatedKeyCount: Int {
        switch self {
        case .x25519: X25519.keyCount
        case .xwing: XWing.encapsulatedKeyCount
        }
    }

    var kem: HPKE.KEM {
        switch self {
        case .x25519: .x25519
        case .xwing: .xwing
        }
    }
}

extension Suite: Comparable {
    /// Whether `first` is weaker than `second`.
    public static func < (first: Suite, second: Suite) -> Bool { first.rawValue < second.rawValue }
}

/// The suites that a device offers, as the byte of a prekey record: bit n - 1 stands for suite n.
public struct SuiteOffers: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte as it is.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The offer of one suite.
    public init(_ suite: Suite) {
        rawValue = 1 << (suite.rawValue - 1)
    }

    /// Both suites, what devices of this version offer.
    public static let all = SuiteOffers(Suite.allCases.map { SuiteOffers($0) })

    /// The strongest suite in the set.
    public var strongest: Suite? {
        Suite.allCases.last { contains(SuiteOffers($0)) }
    }
}
