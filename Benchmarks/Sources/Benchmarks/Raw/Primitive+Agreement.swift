// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CRawSodium
import Crypto
import Foundation

extension Primitive {
    /// The public key of a scalar that was derived for one message.
    static func x25519PublicKey() -> Primitive {
        let scalar = Buffer(32)
        let bytes = scalar.bytes
        let point = Buffer(32)
        return Primitive(
            "X25519 public key",
            [
                (.libsodium, Work { _ = unsafe crypto_scalarmult_base(point.start, scalar.start) }),
                (
                    .swiftCrypto,
                    Work {
                        keep(
                            try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                                .publicKey
                        )
                    }
                ),
            ]
        )
    }

    /// The shared secret of a loaded private key and the bytes of a public one.
    static func x25519SharedSecret() throws -> Primitive {
        let scalar = Buffer(32)
        let secret = Buffer(32)
        let point = Buffer(32)
        let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar.bytes)
        let pointBytes = [UInt8](Curve25519.KeyAgreement.PrivateKey().publicKey.rawRepresentation)
        point.set(pointBytes)
        return Primitive(
            "X25519 shared secret",
            [
                (
                    .libsodium,
                    Work {
                        _ = unsafe crypto_scalarmult(secret.start, scalar.start, point.start)
                    }
                ),
                (
                    .swiftCrypto,
                    Work {
                        keep(
                            try key.sharedSecretFromKeyAgreement(
                                with: Curve25519.KeyAgreement.PublicKey(
                                    rawRepresentation: pointBytes
                                )
                            )
                        )
                    }
                ),
            ]
        )
    }

    static func xwingEncapsulation() throws -> Primitive {
        let key = try XWingMLKEM768X25519.PrivateKey.generate().publicKey
        return Primitive(
            "X-Wing encapsulation",
            [(.swiftCrypto, Work { keep(try key.encapsulate()) })]
        )
    }

    static func xwingDecapsulation() throws -> Primitive {
        let key = try XWingMLKEM768X25519.PrivateKey.generate()
        let encapsulated = try key.publicKey.encapsulate().encapsulated
        return Primitive(
            "X-Wing decapsulation",
            [(.swiftCrypto, Work { keep(try key.decapsulate(encapsulated)) })]
        )
    }
}
