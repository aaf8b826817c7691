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
        record: PrekeyRecord,
        seed: [UInt8],
        _ encapsulatedKey: [UInt8],
        info: [UInt8]
    ) throws(VectorFault) {
        var arena = SecretArena()
        var secret = [UInt8](repeating: 0, count: 32)
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        do {
            var secretSpan = secret.mutableSpan
            var contextSpan = context.mutableSpan
            switch record.suite {
            case .x25519:
                let key = try X25519PrivateKey(reading: seed.span)
                try Self.setUp(key, encapsulatedKey, info, &secretSpan, &contextSpan, &arena)
            case .xwing:
                let key = try XWingPrivateKey(seed: seed.span)
                try Self.setUp(key, encapsulatedKey, info, &secretSpan, &contextSpan, &arena)
            }
        } catch {
            throw VectorFault("the encapsulated key is refused")
        }
        sharedSecret = secret
        let kem: HPKE.KEM = record.suite == .x25519 ? .x25519 : .xwing
        key = Self.expand(context, kem, label: "key", count: 32)
        baseNonce = Self.expand(context, kem, label: "base_nonce", count: 12)
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

    private static func setUp<Key: Decapsulating & ~Copyable>(
        _ key: borrowing Key,
        _ encapsulatedKey: [UInt8],
        _ info: [UInt8],
        _ sharedSecret: inout MutableSpan<UInt8>,
        _ context: inout MutableSpan<UInt8>,
        _ arena: inout SecretArena
    ) throws(CryptoError) {
        try key.decapsulate(encapsulatedKey.span, into: &sharedSecret, using: &arena)
        try HPKE.setUpReceiver(
            key,
            encapsulatedKey: encapsulatedKey.span,
            info: { $0.update(info) },
            into: &context,
            using: &arena
        )
    }

    /// LabeledExpand over a context of 97 bytes: the schedule's secret, then what the schedule is for.
    private static func expand(
        _ context: [UInt8],
        _ kem: HPKE.KEM,
        label: String,
        count: Int
    ) -> [UInt8] {
        var info: [UInt8] = [0, UInt8(count)] + Array("HPKE-v1HPKE".utf8)
        info.append(bigEndian: kem.rawValue)
        info += [0, 1, 0, 3] + Array(label.utf8) + context.dropFirst(32)
        var output = [UInt8](repeating: 0, count: count)
        var span = output.mutableSpan
        HKDF.expand(key: context.span.extracting(first: 32), into: &span) { $0.update(info) }
        return output
    }
}
