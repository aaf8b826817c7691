// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

extension Primitive {
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
