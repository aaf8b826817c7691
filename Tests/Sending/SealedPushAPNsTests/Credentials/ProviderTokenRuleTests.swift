// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct ProviderTokenRuleTests {
    private func rule(renewedAt time: Duration = .zero) -> ProviderTokenRule {
        var rule = ProviderTokenRule()
        rule.renewed(at: time)
        return rule
    }

    @Test func `the first token is made at once, the next after 50 minutes`() {
        var rule = ProviderTokenRule()
        #expect(rule.isDue(at: .zero))
        rule.renewed(at: .minutes(7))
        #expect(rule.number == 1)
        for minutes in [0, 7, 8, 56] as [Int64] { #expect(!rule.isDue(at: .minutes(minutes))) }
        #expect(rule.isDue(at: .minutes(57)))
        rule.renewed(at: .minutes(57))
        #expect(!rule.isDue(at: .minutes(58)))
    }

    @Test func `a token that APNs calls expired is renewed as soon as it may be`() {
        var rule = rule()
        #expect(
            rule.refused(number: 1, for: .expiredProviderToken, at: .minutes(1))
                == .wait(.minutes(20))
        )
        #expect(!rule.isDue(at: .minutes(20)))
        #expect(rule.isDue(at: .minutes(21)))
        #expect(
            rule.refused(number: 1, for: .expiredProviderToken, at: .minutes(22)) == .wait(.zero)
        )
        rule.renewed(at: .minutes(21))
        #expect(!rule.isDue(at: .minutes(70)))
    }

    @Test func `a push that had an earlier token is sent again with the one in use`() {
        var rule = rule()
        rule.renewed(at: .minutes(50))
        for reason in [APNsReason.expiredProviderToken, .invalidProviderToken] {
            #expect(rule.refused(number: 1, for: reason, at: .minutes(51)) == .sendAgain)
        }
        #expect(!rule.isDue(at: .minutes(99)))
        for reason in [APNsReason.missingProviderToken, .badEnvironmentKeyIDInToken] {
            #expect(rule.refused(number: 1, for: reason, at: .minutes(51)) == .reject)
        }
    }

    @Test func `what a connection refuses that took pushes before is tried on another`() {
        var rule = rule()
        for reason in APNsReason.allCases where APNsRejection(reason).isAboutCredentials {
            #expect(
                rule.refused(number: 1, for: reason, isFresh: false, at: .minutes(1)) == .sendAgain
            )
            #expect(rule.hold(at: .minutes(1)) == nil)
        }
        // Renewals keep their distance all the same.
        #expect(!rule.isDue(at: .minutes(49)))
    }

    @Test func `nothing is sent with a token that is called expired until there is another`() {
        var rule = rule()
        #expect(rule.hold(at: .minutes(1)) == nil)
        _ = rule.refused(number: 1, for: .invalidProviderToken, at: .minutes(1))
        #expect(rule.hold(at: .minutes(2)) == nil && !rule.isHeld)
        _ = rule.refused(number: 1, for: .expiredProviderToken, at: .minutes(2))
        #expect(rule.hold(at: .minutes(2)) == .minutes(21) && rule.isHeld)
        #expect(rule.hold(at: .minutes(30)) == .minutes(30))
        rule.renewed(at: .minutes(31))
        #expect(rule.hold(at: .minutes(31)) == nil && !rule.isHeld)
    }

    @Test
    func `a token that is taken after it was called expired serves on until it may be renewed`() {
        var rule = rule()
        _ = rule.refused(number: 1, for: .expiredProviderToken, at: .minutes(2))
        rule.accepted(number: 0)
        #expect(rule.hold(at: .minutes(2)) == .minutes(21))
        rule.accepted(number: 1)
        #expect(rule.hold(at: .minutes(2)) == nil)
        #expect(!rule.isDue(at: .minutes(20)))
        #expect(rule.isDue(at: .minutes(21)))
    }

    @Test func `an invalid token rejects the push, and is renewed as soon as it may be`() {
        var rule = rule()
        #expect(rule.refused(number: 1, for: .invalidProviderToken, at: .minutes(5)) == .reject)
        #expect(!rule.isDue(at: .minutes(20)))
        #expect(rule.isDue(at: .minutes(21)))
    }

    @Test
    func
        `after too many renewals there is none for 21 minutes, but one before APNs takes the token no longer`()
    {
        var rule = rule()
        let reason = APNsReason.tooManyProviderTokenUpdates
        #expect(rule.refused(number: 1, for: reason, at: .minutes(40)) == .wait(.minutes(21)))
        #expect(rule.refused(number: 1, for: reason, at: .minutes(45)) == .wait(.minutes(16)))
        #expect(!rule.isDue(at: .minutes(58)))
        #expect(rule.isDue(at: .minutes(59)))
        #expect(rule.refused(number: 1, for: reason, at: .minutes(61)) == .wait(.minutes(21)))
        #expect(rule.isDue(at: .minutes(61)))
    }

    @Test(arguments: [
        APNsReason.missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken,
    ])
    func `against a wrong key no new token is made`(_ reason: APNsReason) {
        var rule = rule()
        #expect(rule.refused(number: 1, for: reason, at: .minutes(30)) == .reject)
        #expect(!rule.isDue(at: .minutes(49)))
    }

    /// A server that judges tokens by the right time, and a machine whose clock is set wrong and
    /// right again.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `renewals keep their distance, and pushes pass, whatever the clock is set to`(
        _ seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        var rule = ProviderTokenRule()
        var error = Duration.zero
        var now = Duration.zero
        var renewals: [Duration] = []
        // When the token in use was made by the clock of the machine.
        var issued = Duration.zero
        var rightSince = Duration.zero
        // Half of the servers ask for patience at times, and so put renewals off.
        let asksForPatience = seed % 2 == 1
        let patience: Duration = .minutes(asksForPatience ? 60 : 21)
        func renewIfDue() {
            guard rule.isDue(at: now) else { return }
            rule.renewed(at: now)
            renewals.append(now)
            issued = now + error
        }
        while now < .hours(24) {
            if Int.random(in: 0..<500, using: &generator) == 0 {
                let seconds = Int64.random(in: -7200...7200, using: &generator)
                error = error == .zero ? .seconds(seconds) : .zero
                rightSince = now
            }
            renewIfDue()
            if asksForPatience, Int.random(in: 0..<300, using: &generator) == 0 {
                let reason = APNsReason.tooManyProviderTokenUpdates
                _ = rule.refused(number: rule.number, for: reason, at: now)
            }
            if now - issued > .minutes(60) {
                let advice = rule.refused(number: rule.number, for: .expiredProviderToken, at: now)
                switch advice {
                case .sendAgain: Issue.record("nothing newer at \(now)")
                case .wait(let delay):
                    guard delay > .zero else {
                        renewIfDue()
                        break
                    }
                    let end = (renewals.last ?? .zero) + patience
                    #expect(asksForPatience ? now + delay < end : now + delay == end)
                case .reject: Issue.record("rejected at \(now)")
                }
            }
            let isAccepted = now - issued <= .minutes(60)
            let isRight = error == .zero && now - rightSince >= patience
            #expect(isAccepted || !isRight, "at \(now)")
            now += .seconds(Int64.random(in: 1...60, using: &generator))
        }
        for (earlier, later) in zip(renewals, renewals.dropFirst()) {
            #expect((.minutes(20))...(.minutes(60)) ~= later - earlier)
        }
    }
}

extension ProviderTokenRule {
    fileprivate mutating func refused(
        number: Int,
        for reason: APNsReason,
        isFresh: Bool = true,
        at now: Duration
    ) -> CredentialRefusal.Advice {
        refused(CredentialRefusal(number: number, reason: reason, isFresh: isFresh), at: now)
    }
}
