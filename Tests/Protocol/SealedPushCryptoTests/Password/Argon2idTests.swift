// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto
import Testing

struct Argon2idTests {
    static let passphrase = Array("correct horse battery staple".utf8)
    static let salt = Array(UInt8(0)..<16)

    /// Computed with the reference implementation (argon2-cffi 25.1.0: `hash_secret_raw`, type ID, version
    /// 0x13, one lane), since the examples of RFC 9106 use four lanes and a secret.
    @Test(arguments: [
        (8, 1, "d17ea6341ca93da6079ea2f64dc4aa31dd1aaf9caa67fb42ac4afd0714706f26"),
        (64, 3, "bc240e180a205bd2e782cdc64983f247e76aeb8fb2133aec1570b70cccd68bff"),
        (65_536, 3, "0d1a3c6523c8f06e4e0af9c515aa5b5448cfebd6838f2d52c3d8b6ef8ddc3c2e"),
    ])
    func `agrees with the reference implementation`(
        _ memory: UInt32,
        passes: UInt32,
        key: String
    ) throws {
        let derived = try Argon2id(memory: memory, passes: passes)
            .deriveKey(from: Self.passphrase, salt: Self.salt)
        let isExpected = derived.matches(SecretBytes(copying: [UInt8](hex: key)))
        #expect(isExpected)
    }

    @Test func `an empty passphrase and the shortest key`() throws {
        let derived = try Argon2id(memory: 32, passes: 2)
            .deriveKey(from: [], salt: Self.salt, count: 16)
        let expected = [UInt8](hex: "44f3fd717d1c9b26e51abb0ea7a79be4")
        let isExpected = derived.matches(SecretBytes(copying: expected))
        #expect(isExpected)
    }

    @Test func `new stores use 64 MiB and three passes`() throws {
        #expect(try Argon2id.standard == Argon2id(memory: 65_536, passes: 3))
    }

    @Test(arguments: [(8, 1), (1_048_576, 1), (8, 10)])
    func `accepts parameters at the limits`(_ memory: UInt32, passes: UInt32) throws {
        let parameters = try Argon2id(memory: memory, passes: passes)
        #expect(parameters.memory == memory)
        #expect(parameters.passes == passes)
    }

    @Test(
        arguments: [
            (0, 1), (7, 1), (1_048_577, 1), (.max, 1), (64, 0), (64, 11), (64, .max),
        ] as [(UInt32, UInt32)]
    )
    func `refuses parameters outside the limits`(_ memory: UInt32, passes: UInt32) {
        #expect(throws: CryptoError.cannotDerive) {
            try Argon2id(memory: memory, passes: passes)
        }
    }

    @Test(arguments: [0, 15, 17, 32])
    func `refuses a salt of another size`(_ count: Int) throws {
        let parameters = try Argon2id(memory: 8, passes: 1)
        let salt = [UInt8](repeating: 0, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 16, got: count)) {
            _ = try parameters.deriveKey(from: Self.passphrase, salt: salt)
        }
    }

    @Test func `a key below 16 bytes`() async {
        await #expect(processExitsWith: .failure) {
            // Were the size not checked first, libsodium's refusal would not fail the process.
            _ = try? Argon2id(memory: 8, passes: 1)
                .deriveKey(from: [], salt: Self.salt, count: 15)
                .count
        }
    }
}
