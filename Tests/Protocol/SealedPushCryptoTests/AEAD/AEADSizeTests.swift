// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

/// Sizes that a caller gets wrong stop the program, before anything is computed.
struct AEADSizeTests {
    /// Every nonce size of the published cases that are invalid for it.
    static let wrongNonceSizes = [0, 8, 11, 12, 13, 14, 16, 20, 24, 32]

    static let wrongNonces: [(Cipher, Int)] = Cipher.allCases.flatMap { cipher in
        wrongNonceSizes.filter { $0 != cipher.algorithm.nonceCount }.map { (cipher, $0) }
    }

    @Test(arguments: wrongNonces)
    func `a nonce of another size`(_ cipher: Cipher, count: Int) async {
        await #expect(processExitsWith: .failure) { [cipher, count] in
            let algorithm = cipher.algorithm
            _ = algorithm.seal(
                [1, 2, 3],
                key: [UInt8](repeating: 1, count: algorithm.keyCount),
                nonce: [UInt8](repeating: 1, count: count),
                authenticating: []
            )
        }
    }

    @Test(arguments: Cipher.allCases, [-1, 1])
    func `a key of another size`(_ cipher: Cipher, more: Int) async {
        await #expect(processExitsWith: .failure) { [cipher, more] in
            let algorithm = cipher.algorithm
            // Were the size not checked first, the forgery would be refused: no failure of the process.
            _ = try? algorithm.open(
                [UInt8](repeating: 1, count: 20),
                key: [UInt8](repeating: 1, count: algorithm.keyCount + more),
                nonce: [UInt8](repeating: 1, count: algorithm.nonceCount),
                authenticating: []
            )
        }
    }

    @Test(arguments: Cipher.allCases, [-1, 1])
    func `an output for a ciphertext of another size`(_ cipher: Cipher, more: Int) async {
        await #expect(processExitsWith: .failure) { [cipher, more] in
            let algorithm = cipher.algorithm
            let message: [UInt8] = [1, 2, 3]
            let key = [UInt8](repeating: 1, count: algorithm.keyCount)
            let nonce = [UInt8](repeating: 1, count: algorithm.nonceCount)
            var ciphertext = [UInt8](repeating: 0, count: message.count + 16 + more)
            var span = ciphertext.mutableSpan
            algorithm.seal(
                message.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: Span(),
                into: &span
            )
        }
    }

    @Test(arguments: Cipher.allCases, [-1, 1])
    func `an output for a plaintext of another size`(_ cipher: Cipher, more: Int) async {
        await #expect(processExitsWith: .failure) { [cipher, more] in
            let algorithm = cipher.algorithm
            let key = [UInt8](repeating: 1, count: algorithm.keyCount)
            let nonce = [UInt8](repeating: 1, count: algorithm.nonceCount)
            let sealed = algorithm.seal([1, 2, 3], key: key, nonce: nonce, authenticating: [])
            var plaintext = [UInt8](repeating: 0, count: 3 + more)
            var span = plaintext.mutableSpan
            try? algorithm.open(
                sealed.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: Span(),
                into: &span
            )
        }
    }
}
