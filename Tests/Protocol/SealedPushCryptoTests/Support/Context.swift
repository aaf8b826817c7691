// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// An HPKE context on arrays, since the secrets of tests are none.
struct Context {
    let bytes: [UInt8]

    /// Sets up a sender; gives the encapsulated key beside the context.
    static func sender(
        to recipient: XWingPublicKey,
        info: [UInt8]
    ) -> (encapsulatedKey: [UInt8], context: Context) {
        var arena = SecretArena()
        var bytes = [UInt8](repeating: 0, count: HPKE.contextCount)
        var span = bytes.mutableSpan
        let encapsulatedKey = HPKE.setUpSender(
            to: recipient,
            info: info.span,
            into: &span,
            using: &arena
        )
        return (encapsulatedKey, Context(bytes: bytes))
    }

    /// Sets up a receiver.
    static func receiver(
        _ recipient: borrowing XWingPrivateKey,
        encapsulatedKey: [UInt8],
        info: [UInt8]
    ) throws(CryptoError) -> Context {
        var arena = SecretArena()
        var bytes = [UInt8](repeating: 0, count: HPKE.contextCount)
        var span = bytes.mutableSpan
        try HPKE.setUpReceiver(
            recipient,
            encapsulatedKey: encapsulatedKey.span,
            info: info.span,
            into: &span,
            using: &arena
        )
        return Context(bytes: bytes)
    }

    func seal(_ plaintext: [UInt8], authenticating associatedData: [UInt8]) -> [UInt8] {
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + 16)
        var span = ciphertext.mutableSpan
        HPKE.seal(
            plaintext.span,
            authenticating: associatedData.span,
            context: bytes.span,
            into: &span
        )
        return ciphertext
    }

    func open(
        _ ciphertext: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - 16)
        var span = plaintext.mutableSpan
        try HPKE.open(
            ciphertext.span,
            authenticating: associatedData.span,
            context: bytes.span,
            into: &span
        )
        return plaintext
    }
}
