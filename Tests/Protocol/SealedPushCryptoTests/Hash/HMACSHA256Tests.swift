// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import TestSupport
import Testing

struct HMACSHA256Tests {
    /// A case of RFC 4231, section 4; the fifth, which is truncated, does not concern us.
    struct Case: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    static let cases = [
        Case(
            key: [UInt8](repeating: 0x0B, count: 20),
            message: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        Case(
            key: Array("Jefe".utf8),
            message: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        Case(
            key: [UInt8](repeating: 0xAA, count: 20),
            message: [UInt8](repeating: 0xDD, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Case(
            key: Array(UInt8(1)...25),
            message: [UInt8](repeating: 0xCD, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        Case(
            key: [UInt8](repeating: 0xAA, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        Case(
            key: [UInt8](repeating: 0xAA, count: 131),
            message: Array(
                """
                This is a test using a larger than block-size key and a larger than block-size \
                data. The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8
            ),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: cases)
    func `RFC 4231, section 4`(_ vector: Case) {
        let code = HMACSHA256.code(key: vector.key.span) { $0.update(vector.message.span) }
        #expect(code == [UInt8](hex: vector.code))
    }

    @Test func `in pieces it is the code of the whole`() {
        var random = SeededGenerator(seed: 2)
        let key = random.bytes(32)
        let message = random.bytes(200)
        let whole = HMACSHA256.code(key: key.span) { $0.update(message.span) }
        for split in [0, 1, 63, 64, 65, 200] {
            let code = HMACSHA256.code(key: key.span) { input in
                input.update(message.span.extracting(first: split))
                input.update(Span())
                input.update(message.span.extracting(droppingFirst: split))
            }
            #expect(code == whole, "split at \(split)")
        }
    }

    @Test func `a static string is its ASCII bytes`() {
        let key: [UInt8] = [1]
        let label: StaticString = "what do ya want for nothing?"
        let code = HMACSHA256.code(key: Array("Jefe".utf8).span) { $0.update(label) }
        #expect(code == [UInt8](hex: Self.cases[1].code))
        #expect(code != HMACSHA256.code(key: key.span) { $0.update(label) })
    }

    @Test(arguments: [31, 33])
    func `a code of another size`(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            var code = [UInt8](repeating: 0, count: count)
            var span = code.mutableSpan
            HMACSHA256.authenticate(key: Span(), into: &span) { _ in }
        }
    }
}
