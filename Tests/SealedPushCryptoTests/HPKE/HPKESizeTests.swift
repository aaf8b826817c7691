// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

/// What only a caller's bug can ask for stops the program.
struct HPKESizeTests {
    @Test func `an export-only context seals`() async {
        await #expect(processExitsWith: .failure) {
            let context = Context(
                kem: .x25519,
                cipher: .exportOnly,
                bytes: [UInt8](repeating: 1, count: HPKE.contextCount)
            )
            _ = context.seal([1], authenticating: [])
        }
    }

    @Test func `an export-only context opens`() async {
        await #expect(processExitsWith: .failure) {
            let context = Context(
                kem: .x25519,
                cipher: .exportOnly,
                bytes: [UInt8](repeating: 1, count: HPKE.contextCount)
            )
            _ = try? context.open([UInt8](repeating: 1, count: 17), authenticating: [])
        }
    }

    @Test(arguments: [96, 98])
    func `a context of another size is set up`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            var arena = SecretArena()
            let key = try X25519PrivateKey(reading: [UInt8](repeating: 3, count: 32).span)
            var context = [UInt8](repeating: 0, count: count)
            var span = context.mutableSpan
            try HPKE.setUpReceiver(
                key,
                encapsulatedKey: key.publicKey.bytes.span,
                info: { _ in },
                into: &span,
                using: &arena
            )
        }
    }

    @Test(arguments: [0, 96, 98])
    func `a context of another size is used`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            let context = Context(
                kem: .x25519,
                cipher: .chaCha20Poly1305,
                bytes: [UInt8](repeating: 1, count: count)
            )
            _ = context.seal([1], authenticating: [])
        }
    }

    @Test(arguments: [0, 96, 98])
    func `a context of another size exports`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            let context = Context(
                kem: .x25519,
                cipher: .chaCha20Poly1305,
                bytes: [UInt8](repeating: 1, count: count)
            )
            _ = context.export([1], count: 32)
        }
    }

    @Test(arguments: [8161, 65_536])
    func `more is exported than HKDF gives`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            let context = Context(
                kem: .x25519,
                cipher: .chaCha20Poly1305,
                bytes: [UInt8](repeating: 1, count: HPKE.contextCount)
            )
            _ = context.export([1], count: count)
        }
    }
}
