// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
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
