// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushOpenSSL
import Synchronization
import TestSupport
import Testing

@testable import SealedPushAPNs

struct TokenSourceTests {
    private func source() throws -> TokenSource {
        try ProviderTokenKey(P256PrivateKey(), keyID: "ABC123DEFG", teamID: "DEF123GHIJ").tokens
    }

    /// A source whose keeper answers at once, unless told otherwise.
    private func source(
        of key: consuming P256PrivateKey,
        keptIn drawer: Drawer,
        as keyID: String = "ABC123DEFG",
        _ teamID: String = "DEF123GHIJ",
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> TokenSource {
        let signer = ProviderTokenSigner(key, keyID: keyID, teamID: teamID)
        return TokenSource(signer, keeper: drawer, perform: perform)
    }

    private func token(_ source: TokenSource, at now: Duration, date: UInt64) -> (String, Int)? {
        let current = source.current(at: now) { Timestamp(clamping: date) }
        guard case .usable(let token, let number) = current else { return nil }
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
        let advice = source.refused(
            number: 1,
            for: .expiredProviderToken,
            at: .minutes(1)
        ) { Timestamp(clamping: 60_000) }
        #expect(advice == .wait(.minutes(20)))
        let current = source.current(at: .minutes(2)) { Timestamp(clamping: 0) }
        guard case .held(let end) = current else {
            Issue.record("sent")
            return
        }
        #expect(end == .minutes(21))
        let next = try #require(token(source, at: .minutes(21), date: 0))
        #expect(next.1 == 2)
    }

    @Test func `a token that is taken after all is held no longer`() throws {
        let source = try source()
        #expect(token(source, at: .zero, date: 0) != nil)
        _ = source.refused(number: 1, for: .expiredProviderToken, at: .zero) {
            Timestamp(clamping: 0)
        }
        #expect(source.isHeld && token(source, at: .minutes(1), date: 0) == nil)
        source.accepted(number: 1)
        #expect(!source.isHeld && token(source, at: .minutes(1), date: 0)?.1 == 1)
    }

    @Test(arguments: [APNsReason.expiredProviderToken, .invalidProviderToken], [-40, 40])
    func `where the clock was set since a token was signed another is made at once, and once`(
        _ reason: APNsReason,
        _ seconds: Int
    ) throws {
        let source = try source()
        let start = 1_000_000_000
        _ = try #require(token(source, at: .zero, date: UInt64(start)))
        let set = UInt64(start + 60_000 + seconds * 1000)
        for _ in 0..<3 {
            // What was in flight with it comes back one by one.
            let advice = source.refused(number: 1, for: reason, at: .minutes(1)) {
                Timestamp(clamping: set)
            }
            #expect(advice == .sendAgain)
        }
        let next = try #require(token(source, at: .minutes(1), date: set))
        #expect(next.1 == 2)
        let again = source.refused(number: 2, for: reason, at: .minutes(2)) {
            Timestamp(clamping: set + 60_000)
        }
        #expect(again == (reason == .invalidProviderToken ? .reject : .wait(.minutes(20))))
    }

    /// Keeps tokens in memory, as another process would find them.
    private final class Drawer: ProviderTokenKeeper {
        let kept = Mutex<String?>(nil)

        func token(
            of keyID: String,
            _ teamID: String,
            where serves: (String) -> Bool,
            else make: () throws(APNsError) -> String
        ) throws(APNsError) -> String {
            if let token = kept.withLock(\.self), serves(token) { return token }
            let token = try make()
            kept.withLock { $0 = token }
            return token
        }
    }

    @Test func `a later run uses the token that is kept, until it is 50 minutes old`() throws {
        let drawer = Drawer()
        let file = try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/token.p8")
        func source() throws -> TokenSource {
            self.source(of: try P256PrivateKey(reading: file.span), keptIn: drawer)
        }
        let start: UInt64 = 1_000_000_000
        let first = try #require(token(try source(), at: .zero, date: start))
        let ages: [(Int64, Bool)] = [(0, true), (20, true), (49, true), (50, false)]
        for (minutes, isKept) in ages {
            let later = try source()
            let date = start + UInt64(minutes) * 60_000
            let next = try #require(token(later, at: .hours(7), date: date))
            #expect((next.0 == first.0) == isKept, "\(minutes)")
            // It is renewed by its own age, and not by that of the run.
            guard isKept else { continue }
            let end = Duration.hours(7) + .minutes(50 - minutes)
            #expect(token(later, at: end - .seconds(1), date: date)?.0 == first.0)
            #expect(token(later, at: end, date: start + 3_000_000)?.0 != first.0)
            drawer.kept.withLock { $0 = first.0 }
        }
        // One of the near future is of a clock that was set back a little, another of a clock that
        // was wrong.
        for (seconds, isKept) in [(1, true), (59, true), (60, true), (61, false)] {
            drawer.kept.withLock { $0 = first.0 }
            let later = try source()
            let date = start - UInt64(seconds) * 1000
            #expect((token(later, at: .zero, date: date)?.0 == first.0) == isKept, "\(seconds)")
            guard isKept else { continue }
            let end = Duration.minutes(50) - .seconds(1)
            #expect(token(later, at: end, date: date)?.0 == first.0, "\(seconds)")
        }
    }

    @Test(.rules("C-38")) func `what another key has signed, or none, is not used`() throws {
        let drawer = Drawer()
        func source() throws -> TokenSource {
            self.source(of: try P256PrivateKey(), keptIn: drawer)
        }
        let first = try #require(token(try source(), at: .zero, date: 1000))
        for text in [first.0, "", "x", "..", String(first.0.dropLast())] {
            drawer.kept.withLock { $0 = text }
            let next = try #require(token(try source(), at: .zero, date: 1000))
            #expect(next.0 != text && drawer.kept.withLock(\.self) == next.0)
        }
    }

    @Test(arguments: [("KEY0000002", "DEF123GHIJ"), ("ABC123DEFG", "TEAM000002")])
    func `a token of the key under another id, or of another team, is not used`(
        _ keyID: String,
        _ teamID: String
    ) throws {
        let drawer = Drawer()
        let file = try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/token.p8")
        func next(_ keyID: String, _ teamID: String) throws -> String? {
            let key = try P256PrivateKey(reading: file.span)
            return token(source(of: key, keptIn: drawer, as: keyID, teamID), at: .zero, date: 1000)?
                .0
        }
        let first = try #require(try next("ABC123DEFG", "DEF123GHIJ"))
        #expect(try next("ABC123DEFG", "DEF123GHIJ") == first)
        #expect(try next(keyID, teamID) != first)
    }

    @Test func `a kept token that is refused is replaced as any other is`() throws {
        let drawer = Drawer()
        let source = source(of: try P256PrivateKey(), keptIn: drawer)
        let first = try #require(token(source, at: .zero, date: 0))
        _ = source.refused(number: 1, for: .expiredProviderToken, at: .minutes(21)) {
            Timestamp(clamping: 1_260_000)
        }
        let next = try #require(token(source, at: .minutes(21), date: 1_260_000))
        #expect(next.0 != first.0 && drawer.kept.withLock(\.self) == next.0)
    }

    /// Calls that a test makes when it likes.
    private final class Later: Sendable {
        let calls = Mutex<[@Sendable () -> Void]>([])

        func run() {
            let due = calls.withLock { calls in
                defer { calls = [] }
                return calls
            }
            for call in due { call() }
        }
    }

    private func isAwaited(_ source: TokenSource, at now: Duration) -> Bool {
        guard case .awaited = source.current(at: now, date: { Timestamp(clamping: 0) }) else {
            return false
        }
        return true
    }

    @Test func `while a keeper is slow the first token is awaited, and a later one is not`() throws
    {
        let later = Later()
        let source = source(of: try P256PrivateKey(), keptIn: Drawer()) { call in
            later.calls.withLock { $0.append(call) }
        }
        // One of many that ask calls it.
        for _ in 0..<3 { #expect(isAwaited(source, at: .zero)) }
        #expect(later.calls.withLock(\.count) == 1)
        later.run()
        let first = try #require(token(source, at: .zero, date: 0))
        for minutes in [50, 51, 58] as [Int64] {
            #expect(token(source, at: .minutes(minutes), date: 0)?.0 == first.0)
        }
        #expect(later.calls.withLock(\.count) == 1, "asked again")
        // By now APNs may call it expired.
        #expect(isAwaited(source, at: .minutes(59)))
        later.run()
        #expect(token(source, at: .minutes(59), date: 3_540_000)?.1 == 2)
    }

    @Test func `a token that was refused does not serve on while a keeper is slow`() throws {
        let later = Later()
        let source = source(of: try P256PrivateKey(), keptIn: Drawer()) { call in
            later.calls.withLock { $0.append(call) }
        }
        #expect(isAwaited(source, at: .zero))
        later.run()
        let first = try #require(token(source, at: .zero, date: 0))
        for reason in [APNsReason.invalidProviderToken, .expiredProviderToken] {
            _ = source.refused(number: 1, for: reason, at: .minutes(1)) {
                Timestamp(clamping: 60_000)
            }
        }
        #expect(isAwaited(source, at: .minutes(21)))
        later.run()
        let next = try #require(token(source, at: .minutes(21), date: 1_260_000))
        #expect(next.1 == 2 && next.0 != first.0)
    }

    @Test func `a clock that runs a little fast is no reason for another token`() throws {
        let source = try source()
        _ = try #require(token(source, at: .zero, date: 1_000_000_000))
        let advice = source.refused(number: 1, for: .invalidProviderToken, at: .minutes(40)) {
            Timestamp(clamping: 1_000_000_000 + 2_400_000 + 29_000)
        }
        #expect(advice == .reject)
    }
}

extension TokenSource {
    fileprivate func refused(
        number: Int,
        for reason: APNsReason,
        at now: Duration,
        date: () -> Timestamp
    ) -> CredentialRefusal.Advice {
        let refusal = CredentialRefusal(number: number, reason: reason, isFresh: true)
        return refused(refusal, at: now, date: date)
    }
}
