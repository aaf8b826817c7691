// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

/// The examples of FIPS 180-4 as NIST publishes them ("abc" and the longer messages), and the empty one.
struct DigestTests {
    static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

    static let longTwoBlocks =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (twoBlocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
    func `SHA-256`(_ message: String, digest: String) {
        #expect(SHA256.hash(Array(message.utf8).span) == [UInt8](hex: digest))
    }

    @Test(arguments: [
        (
            "",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
        (
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            longTwoBlocks,
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
        ),
    ])
    func `SHA-512`(_ message: String, digest: String) {
        #expect(SHA512.hash(Array(message.utf8).span) == [UInt8](hex: digest))
    }

    @Test func `SHA-256 in pieces is SHA-256 of the whole`() {
        var random = SeededGenerator(seed: 1)
        let message = random.bytes(300)
        for split in [0, 1, 63, 64, 65, 299, 300] {
            let digest = SHA256.hash { input in
                input.update(message.span.extracting(first: split))
                input.update(Span())
                input.update(message.span.extracting(droppingFirst: split))
            }
            #expect(digest == SHA256.hash(message.span), "split at \(split)")
        }
    }

    @Test func `SHA-512 writes the first 64 bytes only`() {
        var output = [UInt8](repeating: 0xA5, count: 70)
        var span = output.mutableSpan
        SHA512.hash(Span(), into: &span)
        #expect(output == SHA512.hash(Span()) + [UInt8](repeating: 0xA5, count: 6))
    }

    @Test func `SHA-512 has no room for its digest`() async {
        await #expect(processExitsWith: .failure) {
            var output = [UInt8](repeating: 0, count: 63)
            var span = output.mutableSpan
            SHA512.hash(Span(), into: &span)
        }
    }
}
