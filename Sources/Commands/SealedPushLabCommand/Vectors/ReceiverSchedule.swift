// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Decapsulation and key schedule of one message, every value in the open: for published keys only.
struct ReceiverSchedule {
    let sharedSecret: [UInt8]
    let key: [UInt8]
    let baseNonce: [UInt8]

    init(
        seed: [UInt8],
        _ encapsulatedKey: [UInt8],
        info: [UInt8]
    ) throws(VectorFault) {
        var arena = SecretArena()
        var secret = [UInt8](repeating: 0, count: XWing.sharedSecretCount)
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        do {
            let privateKey = try XWingPrivateKey(seed: seed.span)
            var secretSpan = secret.mutableSpan
            try privateKey.decapsulate(encapsulatedKey.span, into: &secretSpan)
            var contextSpan = context.mutableSpan
            try HPKE.setUpReceiver(
                privateKey,
                encapsulatedKey: encapsulatedKey.span,
                info: info.span,
                into: &contextSpan,
                using: &arena
            )
        } catch {
            throw VectorFault("the encapsulated key is refused")
        }
        sharedSecret = secret
        key = Array(context.prefix(ChaCha20Poly1305.keyCount))
        baseNonce = Array(context.dropFirst(ChaCha20Poly1305.keyCount))
    }

    func open(_ ciphertext: [UInt8], _ associatedData: [UInt8]) throws(VectorFault) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - 16)
        var span = plaintext.mutableSpan
        do {
            try ChaCha20Poly1305.open(
                ciphertext.span,
                key: key.span,
                nonce: baseNonce.span,
                authenticating: associatedData.span,
                into: &span
            )
        } catch {
            throw VectorFault("key and nonce do not open the ciphertext")
        }
        return plaintext
    }
}
