// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay

struct TokenKeyRingTests {
    private let token = Array("a push token".utf8)
    private let app = AppEnvironment(app: "chat", environment: .production)

    private var context: TokenContext {
        TokenContext(device: DeviceID(7), app: app, version: .first)
    }

    @Test func `a sealed token is opened for its own context, and holds nothing of the token`()
        throws
    {
        let ring = TokenKeyRing(current: 1, SecretBytes(randomCount: 32))
        let sealed = ring.seal(token, for: context)
        #expect(try ring.open(sealed, for: context) == token)
        #expect(sealed.count == token.count + 41)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("token"))
        #expect(ring.seal(token, for: context) != sealed)
    }

    @Test func `a sealed token is refused in every other context`() {
        let ring = TokenKeyRing(current: 1, SecretBytes(randomCount: 32))
        let sealed = ring.seal(token, for: context)
        let sandbox = AppEnvironment(app: "chat", environment: .sandbox)
        let mail = AppEnvironment(app: "mail", environment: .production)
        let others = [
            TokenContext(device: DeviceID(8), app: app, version: .first),
            TokenContext(device: DeviceID(7), app: mail, version: .first),
            TokenContext(device: DeviceID(7), app: sandbox, version: .first),
            TokenContext(device: DeviceID(7), app: app, version: TokenVersion(2)),
        ]
        for other in others {
            #expect(throws: TokenKeyRing.OpeningError.cannotOpen) {
                try ring.open(sealed, for: other)
            }
        }
    }

    @Test func `no bit of a sealed token can be changed, and none of its bytes is missing`() {
        let ring = TokenKeyRing(current: 1, SecretBytes(randomCount: 32))
        let sealed = ring.seal(token, for: context)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: TokenKeyRing.OpeningError.self) {
                try ring.open(changed, for: context)
            }
        }
        for count in 0..<sealed.count {
            #expect(throws: TokenKeyRing.OpeningError.cannotOpen) {
                try ring.open(Array(sealed.prefix(count)), for: context)
            }
        }
    }

    @Test func `a rotation seals again with the current key what an older one has sealed`() throws {
        let secret = SecretBytes(randomCount: 32)
        let old = TokenKeyRing(current: 1, SecretBytes(copying: secret))
        let new = TokenKeyRing(current: 2, SecretBytes(randomCount: 32))
        let sealed = old.seal(token, for: context)
        #expect(throws: TokenKeyRing.OpeningError.keyMissing(1)) {
            try new.open(sealed, for: context)
        }
        let both = new.adding(1, secret)
        let again = try #require(try both.rekey(sealed, for: context))
        #expect(try new.open(again, for: context) == token)
        #expect(try both.rekey(again, for: context) == nil)
    }

    @Test func `a fingerprint depends on the token, the app, the environment and the key`() {
        let key = SecretBytes(randomCount: 32)
        let first = TokenFingerprint(of: token, for: app, key: key)
        #expect(TokenFingerprint(of: token, for: app, key: key) == first)
        let sandbox = AppEnvironment(app: "chat", environment: .sandbox)
        let others = [
            TokenFingerprint(of: token + [0], for: app, key: key),
            TokenFingerprint(of: token, for: sandbox, key: key),
            TokenFingerprint(
                of: token,
                for: AppEnvironment(app: "chatp", environment: .production),
                key: key
            ),
            TokenFingerprint(of: token, for: app, key: SecretBytes(randomCount: 32)),
        ]
        #expect(Set(others + [first]).count == 5)
    }
}

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
