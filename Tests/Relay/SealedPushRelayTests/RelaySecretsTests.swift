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

    @Test func `a rotation adds a key, and later drops the ones before it`() throws {
        let file = bytes(of: RelaySecrets.makeFile())
        let old = try #require(secrets(file))
        let sealed = old.tokens.seal([1, 2, 3], for: context)
        let added = try #require(rotated(file, RelaySecrets.adding))
        #expect(added.starts(with: file) && added.count == file.count + 33)
        let both = try #require(secrets(added))
        #expect(both.tokens.current != old.tokens.current)
        let again = try #require(try both.tokens.rekey(sealed, for: context))
        let last = try #require(rotated(added, RelaySecrets.keepingLast))
        #expect(last.prefix(101) == file.prefix(101))
        let new = try #require(secrets(last))
        #expect(try new.tokens.open(again, for: context) == [1, 2, 3])
        #expect(throws: TokenKeyRing.OpeningError.keyMissing(1)) {
            try new.tokens.open(sealed, for: context)
        }
        #expect(rotated([1, 2, 3], RelaySecrets.adding) == nil)
        #expect(rotated([1, 2, 3], RelaySecrets.keepingLast) == nil)
    }

    private func rotated(
        _ file: [UInt8],
        _ rotate: (Span<UInt8>) -> SecretBytes?
    ) -> [UInt8]? {
        guard let new = rotate(file.span) else { return nil }
        return bytes(of: new)
    }
}
