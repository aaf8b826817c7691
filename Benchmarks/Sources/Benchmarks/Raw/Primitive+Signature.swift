// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CRawSodium
import Crypto

extension Primitive {
    static func ed25519Signature(over count: Int) throws -> Primitive {
        let pair = Ed25519Pair()
        let message = Buffer(count)
        let bytes = message.bytes
        let signature = Buffer(64)
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: pair.seed.bytes)
        return Primitive(
            "Ed25519 signature over \(count) B",
            [
                (.libsodium, Work { pair.sign(message, into: signature) }),
                (.swiftCrypto, Work { keep(try key.signature(for: bytes)) }),
            ]
        )
    }

    static func ed25519Verification(over count: Int) throws -> Primitive {
        let pair = Ed25519Pair()
        let message = Buffer(count)
        // A message each, the first byte apart, so that every signature is another.
        let signatures = (0..<variants).map { variant in
            let signature = Buffer(64)
            unsafe message.start[0] = UInt8(variant)
            pair.sign(message, into: signature)
            return signature
        }
        let publicKeyBytes = pair.publicKey.bytes
        let signatureBytes = signatures.map(\.bytes)
        var bytes = message.bytes
        var next = 0
        return Primitive(
            "Ed25519 verification over \(count) B",
            [
                (
                    .libsodium,
                    Work {
                        next = (next + 1) % variants
                        unsafe message.start[0] = UInt8(next)
                        let status = unsafe crypto_sign_verify_detached(
                            signatures[next].start,
                            message.start,
                            UInt64(count),
                            pair.publicKey.start
                        )
                        guard status == 0 else { throw PrimitiveFailure() }
                    }
                ),
                (
                    .swiftCrypto,
                    Work {
                        next = (next + 1) % variants
                        bytes[0] = UInt8(next)
                        let key = try Curve25519.Signing.PublicKey(
                            rawRepresentation: publicKeyBytes
                        )
                        guard key.isValidSignature(signatureBytes[next], for: bytes) else {
                            throw PrimitiveFailure()
                        }
                    }
                ),
            ]
        )
    }
}

/// A primitive that was called in a wrong way.
struct PrimitiveFailure: Error {}

/// A key pair in libsodium's form.
private struct Ed25519Pair {
    let seed = Buffer(32)
    let publicKey = Buffer(32)
    let secretKey = Buffer(64)

    init() {
        _ = unsafe crypto_sign_seed_keypair(publicKey.start, secretKey.start, seed.start)
    }

    func sign(_ message: Buffer, into signature: Buffer) {
        _ = unsafe crypto_sign_detached(
            signature.start,
            nil,
            message.start,
            UInt64(message.count),
            secretKey.start
        )
    }
}
