// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// An HPKE context with what it belongs to, on arrays, since the secrets of tests are none.
struct Context {
    let kem: HPKE.KEM
    let cipher: HPKE.Cipher
    let bytes: [UInt8]

    /// Sets up a sender; gives the encapsulated key beside the context.
    static func sender<Sender: Encapsulating & ~Copyable>(
        _ sender: borrowing Sender,
        cipher: HPKE.Cipher = .chaCha20Poly1305,
        info: [UInt8]
    ) throws(CryptoError) -> (encapsulatedKey: [UInt8], context: Context) {
        var arena = SecretArena()
        var bytes = [UInt8](repeating: 0, count: HPKE.contextCount)
        var span = bytes.mutableSpan
        let encapsulatedKey = try HPKE.setUpSender(
            sender,
            cipher: cipher,
            info: { input in input.update(info.span) },
            into: &span,
            using: &arena
        )
        return (encapsulatedKey, Context(kem: Sender.kem, cipher: cipher, bytes: bytes))
    }

    /// Sets up a receiver.
    static func receiver<Receiver: Decapsulating & ~Copyable>(
        _ receiver: borrowing Receiver,
        encapsulatedKey: [UInt8],
        cipher: HPKE.Cipher = .chaCha20Poly1305,
        info: [UInt8]
    ) throws(CryptoError) -> Context {
        var arena = SecretArena()
        var bytes = [UInt8](repeating: 0, count: HPKE.contextCount)
        var span = bytes.mutableSpan
        try HPKE.setUpReceiver(
            receiver,
            encapsulatedKey: encapsulatedKey.span,
            cipher: cipher,
            info: { input in input.update(info.span) },
            into: &span,
            using: &arena
        )
        return Context(kem: Receiver.kem, cipher: cipher, bytes: bytes)
    }

    func seal(_ plaintext: [UInt8], authenticating associatedData: [UInt8]) -> [UInt8] {
        var arena = SecretArena()
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + 16)
        var span = ciphertext.mutableSpan
        HPKE.seal(
            plaintext.span,
            authenticating: associatedData.span,
            kem: kem,
            cipher: cipher,
            context: bytes.span,
            into: &span,
            using: &arena
        )
        return ciphertext
    }

    func open(
        _ ciphertext: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var arena = SecretArena()
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - 16)
        var span = plaintext.mutableSpan
        try HPKE.open(
            ciphertext.span,
            authenticating: associatedData.span,
            kem: kem,
            cipher: cipher,
            context: bytes.span,
            into: &span,
            using: &arena
        )
        return plaintext
    }

    func export(_ exporterContext: [UInt8], count: Int) -> [UInt8] {
        var arena = SecretArena()
        var output = [UInt8](repeating: 0, count: count)
        var span = output.mutableSpan
        HPKE.export(
            exporterContext.span,
            kem: kem,
            cipher: cipher,
            context: bytes.span,
            into: &span,
            using: &arena
        )
        return output
    }
}
