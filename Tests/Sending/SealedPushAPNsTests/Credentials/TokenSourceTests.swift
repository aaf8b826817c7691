// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushOpenSSL
import Testing

@testable import SealedPushAPNs

struct TokenSourceTests {
    private func source() throws -> TokenSource {
        TokenSource(
            try ProviderTokenKey(P256PrivateKey(), keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        )
    }

    private func token(_ source: TokenSource, at now: Duration, date: UInt64) -> (String, Int)? {
        let current = source.current(at: now) { Timestamp(clamping: date) }
        guard case .usable(let token?, let number, _) = current else { return nil }
        return (token.text, number)
    }

    @Test func `a token is made once for all who ask, and again after 50 minutes`() throws {
        let source = try source()
        let first = try #require(token(source, at: .zero, date: 1000))
        #expect(first.1 == 1)
        let same = try #require(token(source, at: .minutes(49), date: 9_000_000))
        #expect(same.0 == first.0)
        let second = try #require(token(source, at: .minutes(50), date: 3_001_000))
        #expect(second.1 == 2)
        #expect(second.0 != first.0)
    }

    @Test func `while a token is called expired nothing is sent until there may be another`() throws
    {
        let source = try source()
        #expect(token(source, at: .zero, date: 0) != nil)
        let advice = source.refused(number: 1, for: .expiredProviderToken, at: .minutes(1))
        #expect(advice == .wait(.minutes(20)))
        let current = source.current(at: .minutes(2)) { Timestamp(clamping: 0) }
        guard case .pause(let end) = current else {
            Issue.record("sent")
            return
        }
        #expect(end == .minutes(21))
        let next = try #require(token(source, at: .minutes(21), date: 0))
        #expect(next.1 == 2)
    }

    @Test func `a token that is refused is tried again after a pause, on one push`() throws {
        let source = try source()
        #expect(token(source, at: .zero, date: 0) != nil)
        #expect(source.refused(number: 1, for: .invalidProviderToken, at: .zero) == .reject)
        let paused = source.current(at: .milliseconds(999)) { Timestamp(clamping: 0) }
        guard case .pause(until: .seconds(1)) = paused else {
            Issue.record("sent")
            return
        }
        let tried = source.current(at: .seconds(1)) { Timestamp(clamping: 0) }
        guard case .usable(_, number: 1, isInDoubt: true) = tried else {
            Issue.record("not tried")
            return
        }
        #expect(source.accepted(number: 1))
        let taken = source.current(at: .seconds(1)) { Timestamp(clamping: 0) }
        guard case .usable(_, number: 1, isInDoubt: false) = taken else {
            Issue.record("in doubt")
            return
        }
    }
}
