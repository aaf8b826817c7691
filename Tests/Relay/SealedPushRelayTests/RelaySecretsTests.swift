// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import Testing

struct RelaySecretsTests {
    private let context = TokenContext(
        device: DeviceID(1),
        app: AppEnvironment(app: "chat", environment: .production),
        version: .first
    )

    private func bytes(of file: borrowing SecretBytes) -> [UInt8] {
        file.withBytes { [UInt8](copying: $0) }
    }

    private func secrets(_ bytes: [UInt8]) -> RelaySecrets? { RelaySecrets(reading: bytes.span) }

    @Test func `a file that is made is read, and no two are the same`() throws {
        let file = bytes(of: RelaySecrets.makeFile())
        #expect(file.count == 134)
        let made = try #require(secrets(file))
        #expect(made.tokens.current == 1)
        let isOneKeyTwice =
            made.fingerprints.matches(made.handles) || made.handles.matches(made.challenges)
        #expect(!isOneKeyTwice)
        let other = bytes(of: RelaySecrets.makeFile())
        #expect(file.dropFirst(5).prefix(96) != other.dropFirst(5).prefix(96))
    }

    @Test func `the last token key seals, and the others open what they sealed`() throws {
        let file = bytes(of: RelaySecrets.makeFile())
        let old = try #require(secrets(file))
        let sealed = old.tokens.seal([1, 2, 3], for: context)
        let rotated = file + [2] + Randomness.bytes(32)
        let new = try #require(secrets(rotated))
        #expect(new.tokens.current == 2)
        #expect(try new.tokens.open(sealed, for: context) == [1, 2, 3])
    }

    @Test func `what is no such file is refused`() {
        let file = bytes(of: RelaySecrets.makeFile())
        let twice = file + file.suffix(33)
        let version = Array("SPrk".utf8) + [2] + file.dropFirst(5)
        let short = [[], Array(file.dropLast()), Array(file.prefix(101))]
        for bytes in short + [file + [0], twice, version] {
            #expect(secrets(bytes) == nil)
        }
    }
}
