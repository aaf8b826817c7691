// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

/// What only a caller's bug can ask for stops the program.
struct HPKESizeTests {
    @Test(arguments: [0, 43, 45])
    func `a context of another size is set up`(_ count: Int) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            var arena = SecretArena()
            let key = try XWingPrivateKey(seed: XWingTests.seed(1).span)
            var context = [UInt8](repeating: 0, count: count)
            var span = context.mutableSpan
            _ = HPKE.setUpSender(to: key.publicKey, info: Span(), into: &span, using: &arena)
        }
        #expect(result?.says("a context has 44 bytes") == true)
    }

    @Test(arguments: [0, 31, 32, 43, 45])
    func `a context of another size seals`(_ count: Int) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            let context = Context(bytes: [UInt8](repeating: 1, count: count))
            _ = context.seal([1], authenticating: [])
        }
        #expect(result?.says("has another size") == true)
    }

    @Test(arguments: [0, 31, 32, 43, 45])
    func `a context of another size opens`(_ count: Int) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            let context = Context(bytes: [UInt8](repeating: 1, count: count))
            _ = try? context.open([UInt8](repeating: 1, count: 17), authenticating: [])
        }
        #expect(result?.says("has another size") == true)
    }
}
