// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushKeys

struct OfferTests {
    typealias Prekey = PrekeyLifecycle.Prekey

    let now = Samples.now
    let later = Samples.now.advanced(by: .hours(1))
    let calm = PrekeyLifecycle.calm()

    @Test(.rules("V-11")) func `what was not acknowledged is offered again, what was is not`() {
        let all = calm.unpublishedStock(at: now)
        #expect(all == Prekey.oneTime(2, epoch: 11))
        #expect(calm.unpublishedStock(at: later) == all)
        var half = calm
        half.states.merge(calm.acknowledging([all[0].id], at: now)) { $1 }
        #expect(half.unpublishedStock(at: now) == [all[1]])
        #expect(calm.acknowledging(11).unpublishedStock(at: now).isEmpty)
    }

    @Test
    func `prekeys of the stock that came late are offered after the others were acknowledged`() {
        var lifecycle = calm.acknowledging(11)
        let late = Prekey.sample(99, epoch: 11)
        lifecycle.prekeys.append(late)
        #expect(lifecycle.unpublishedStock(at: now) == [late])
    }

    @Test func `no one-time prekey without a state, revoked or at its end is offered`() {
        var lifecycle = calm
        lifecycle.prekeys += Prekey.oneTime(3, epoch: 12)
        #expect(lifecycle.unpublishedStock(at: now).allSatisfy { $0.terms.epoch == 11 })
        #expect(lifecycle.unpublishedStock(at: now.advanced(by: .days(45))).isEmpty)
        lifecycle.minimumEpoch = 12
        #expect(lifecycle.unpublishedStock(at: now).isEmpty)
    }

    @Test func `an offer fills a bundle at most, the oldest first, and the rest comes later`() {
        var lifecycle = calm
        for epoch in 20..<23 as Range<UInt32> {
            lifecycle.prekeys += Prekey.oneTime(100, epoch: epoch)
            lifecycle.states[epoch] = GenerationState(.stock, made: now)
        }
        let first = lifecycle.unpublishedStock(at: now)
        #expect(first.count == 255)
        #expect(first.map(\.terms.epoch) == first.map(\.terms.epoch).sorted())
        #expect(first.first?.terms.epoch == 11)
        lifecycle.states.merge(lifecycle.acknowledging(Set(first.map(\.id)), at: now)) { $1 }
        #expect(lifecycle.unpublishedStock(at: now).count == 302 - 255)
    }

    @Test func `the first offer is noted, and no later one`() {
        let changed = calm.offering(calm.prekeys, at: now)
        #expect(changed.values.map(\.offered) == [now, now])
        var offered = calm
        offered.states.merge(changed) { $1 }
        #expect(offered.offering(offered.prekeys, at: later).isEmpty)
        // A generation without a state counts as offered, or was handed out.
        var old = calm
        old.states = [:]
        #expect(old.offering(old.prekeys, at: now).isEmpty)
    }

    @Test func `acknowledging twice changes nothing, and unknown ids are passed over`() {
        let unknown = PrekeyRecord.ID([9, 9, 9, 9, 9, 9, 9, 9])
        let ids = Set(calm.prekeys.map(\.id)).union([unknown])
        var lifecycle = calm
        let changed = lifecycle.acknowledging(ids, at: now)
        #expect(Set(changed.keys) == [10, 11])
        #expect(changed.values.allSatisfy { $0.acknowledged == now && $0.offered == now })
        #expect(changed[10]?.published.count == 1 && changed[11]?.published.count == 2)
        lifecycle.states.merge(changed) { $1 }
        #expect(lifecycle.acknowledging(ids, at: later).isEmpty)
        #expect(lifecycle.acknowledging([unknown], at: later).isEmpty)
    }

    @Test(.rules("V-11")) func `one-time prekeys without a state were handed out`() {
        var lifecycle = calm
        lifecycle.states[11] = nil
        let oneTime = Prekey.oneTime(2, epoch: 11)
        #expect(lifecycle.acknowledging(Set(oneTime.map(\.id)), at: later).isEmpty)
        #expect(lifecycle.stage(of: oneTime[0], at: now) == .handedOut)
    }

    @Test func `a prekey goes from generated to superseded`() {
        var lifecycle = calm
        let reusable = Prekey.generation(10)
        let oneTime = Prekey.oneTime(2, epoch: 11)
        func stages() -> [PrekeyStage] {
            (reusable + oneTime).map { lifecycle.stage(of: $0, at: now) }
        }
        #expect(stages() == [.generated, .generated, .generated])
        lifecycle.states.merge(lifecycle.offering(lifecycle.prekeys, at: now)) { $1 }
        #expect(stages() == [.offered, .offered, .offered])
        let half = Set([oneTime[0].id])
        lifecycle.states.merge(lifecycle.acknowledging(half, at: now)) { $1 }
        #expect(stages() == [.offered, .acknowledged, .offered])
        lifecycle = lifecycle.acknowledging(10).acknowledging(11)
        #expect(stages() == [.acknowledged, .acknowledged, .acknowledged])
        lifecycle.prekeys += Prekey.generation(12)
        lifecycle.states[12] = GenerationState(.reusable, made: now)
        #expect(stages() == [.acknowledged, .acknowledged, .acknowledged])
        lifecycle = lifecycle.acknowledging(12)
        #expect(stages() == [.superseded, .acknowledged, .acknowledged])
        let stale = now.advanced(by: .days(14))
        #expect(oneTime.map { lifecycle.stage(of: $0, at: stale) } == [.superseded, .superseded])
        lifecycle.minimumEpoch = 12
        #expect(stages() == [.revoked, .revoked, .revoked])
        #expect(lifecycle.stage(of: Prekey.generation(12)[0], at: now) == .acknowledged)
    }
}
