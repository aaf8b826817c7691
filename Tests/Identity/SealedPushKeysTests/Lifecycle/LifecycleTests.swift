// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushKeys

struct LifecycleTests {
    typealias Prekey = PrekeyLifecycle.Prekey

    let now = Samples.now
    let calm = PrekeyLifecycle.calm()

    private func at(_ time: Duration) -> Timestamp { now.advanced(by: time) }

    private func actions(
        _ lifecycle: PrekeyLifecycle,
        after time: Duration = .zero,
        _ isWanted: (PrekeyLifecycle.Action) -> Bool
    ) -> [PrekeyLifecycle.Action] {
        lifecycle.due(at: at(time)).filter(isWanted)
    }

    @Test func `nothing is due where all is well`() {
        #expect(calm.due(at: now) == [])
        #expect(calm.due(at: at(.days(7) - .milliseconds(1))) == [])
    }

    @Test func `a device without prekeys gets all of them`() {
        let empty = PrekeyLifecycle(prekeys: [])
        #expect(empty.due(at: now) == [.makeReusable(.noneHeld), .makeStock(100)])
    }

    // MARK: - Erasing

    static let life = Duration.days(45) + .seconds(300)

    @Test(
        .rules("V-15"),
        arguments: [
            (life, false, false), (life + .milliseconds(1), false, true),
            (life + .milliseconds(1), true, false), (life + .days(7), true, false),
            (life + .days(7) + .milliseconds(1), true, true),
        ]
    )
    func `a key is erased when it is over age, or a week later if deferred messages need it`(
        after time: Duration,
        isAwaited: Bool,
        isErased: Bool
    ) {
        for prekey in calm.prekeys {
            var lifecycle = calm
            lifecycle.awaited = isAwaited ? [prekey.id] : []
            let due = lifecycle.due(at: at(time)).contains(.erase(prekey, .overAge))
            #expect(due == isErased)
        }
    }

    @Test(.rules("V-14 C-16")) func `age is judged by the earlier reading of the clock alone`() {
        let erasing: (PrekeyLifecycle.Action) -> Bool = { action in
            switch action {
            case .erase, .forget: true
            default: false
            }
        }
        var lifecycle = calm
        lifecycle.states[5] = GenerationState(.stock, made: now)
        let far = at(.days(3650))
        #expect(!lifecycle.due(at: far, judgedBy: at(.days(45))).contains(where: erasing))
        #expect(lifecycle.due(at: at(.days(-3650)), judgedBy: far).filter(erasing).count == 6)
    }

    @Test
    func `one-time keys below the lowest epoch are erased, awaited or not, reusable ones stay`() {
        var lifecycle = calm
        lifecycle.awaited = Set(calm.prekeys.map(\.id))
        lifecycle.minimumEpoch = 11
        #expect(actions(lifecycle) { if case .erase = $0 { true } else { false } } == [])
        lifecycle.minimumEpoch = 12
        let due = actions(lifecycle) { if case .erase = $0 { true } else { false } }
        let oneTime = calm.prekeys.filter { $0.terms.class == .oneTime }
        #expect(Set(due) == Set(oneTime.map { .erase($0, .revoked) }))
    }

    @Test func `erasing comes before making`() {
        let due = calm.due(at: at(Self.life + .milliseconds(1)))
        let making = due.firstIndex { if case .erase = $0 { false } else { true } }
        #expect(making == 3)
        #expect(due[3...] == [.makeReusable(.age), .makeStock(2)])
    }

    @Test(.rules("V-14"))
    func `a prekey that was made when the clock was years ahead is not used, and stays`() {
        let lifecycle = PrekeyLifecycle.calm(made: at(.days(3650)))
        #expect(lifecycle.due(at: now) == [.makeReusable(.clockSetBack), .makeStock(2)])
    }

    // MARK: - Reusable prekeys

    @Test func `new reusable prekeys are made for every reason there is, and no other`() {
        var revoked = calm
        revoked.minimumEpoch = 11
        var begun = calm
        begun.states[12] = GenerationState(.reusable, made: now)
        var damaged = calm
        damaged.removed = 1
        let reasons: [(PrekeyLifecycle, Duration, RotationReason?)] = [
            (calm, .zero, nil),
            (calm, .days(7) - .milliseconds(1), nil),
            (calm, .days(7), .age),
            (calm, .days(46), .age),
            (calm, .hours(-24), nil),
            (calm, .hours(-24) - .milliseconds(1), .clockSetBack),
            (revoked, .zero, .revocation),
            (begun, .zero, .incomplete),
            (calm.without { $0.terms.class == .reusable }, .zero, .incomplete),
            (PrekeyLifecycle(prekeys: []), .zero, .noneHeld),
            (damaged, .zero, .damage),
        ]
        for (lifecycle, time, reason) in reasons {
            let made = actions(lifecycle, after: time) { action in
                if case .makeReusable = action { true } else { false }
            }
            #expect(
                made == (reason.map { [.makeReusable($0)] } ?? []),
                "\(String(describing: reason))"
            )
        }
        #expect(Set(reasons.compactMap(\.2) + [.demand]) == Set(RotationReason.allCases))
    }

    @Test func `on demand reusable prekeys are made whatever their age, and nothing else`() {
        #expect(calm.due(at: now, rotating: true) == [.makeReusable(.demand)])
        #expect(calm.due(at: at(.days(7)), rotating: true) == [.makeReusable(.age)])
    }

    @Test func `an older generation never takes the place of the newest`() {
        var lifecycle = calm
        lifecycle.prekeys += [.sample(12, .reusable, epoch: 12, made: at(.days(2)))]
        #expect(lifecycle.newest?.terms.epoch == 12)
        #expect(lifecycle.rotation(at: now) == .clockSetBack)
    }

    @Test func `a generation that was begun and is gone is made anew, not its predecessor offered`()
    {
        var lifecycle = calm
        lifecycle.states[12] = GenerationState(.stock, made: now)
        #expect(lifecycle.rotation(at: now) == nil)
        lifecycle.states[13] = GenerationState(.reusable, made: now)
        #expect(lifecycle.rotation(at: now) == .incomplete)
        lifecycle.prekeys += Prekey.generation(14)
        #expect(lifecycle.rotation(at: now) == nil)
    }

    // MARK: - One-time prekeys

    @Test(
        .rules("C-46"),
        arguments: [(100, nil), (25, nil), (24, 76), (1, 99), (0, 100)] as [(Int, Int?)]
    )
    func `the stock is filled up to 100 once fewer than 25 are left`(left: Int, made: Int?) {
        var lifecycle = calm
        lifecycle.level = .standard
        lifecycle.prekeys = Prekey.generation(10) + Prekey.oneTime(left, epoch: 11)
        #expect(lifecycle.due(at: now) == (made.map { [.makeStock($0)] } ?? []))
    }

    @Test(.rules("S-10 S-11"))
    func `one-time prekeys are renewed while the longest message still fits before their end`()
        throws
    {
        var lifecycle = calm
        let age = PrekeyTerm.stocking
        #expect(lifecycle.due(at: at(.days(7))) == [.makeReusable(.age)])
        lifecycle.prekeys += Prekey.generation(12, made: at(.days(13)))
        #expect(lifecycle.due(at: at(age - .milliseconds(1))) == [])
        #expect(lifecycle.due(at: at(age)) == [.makeStock(2)])
        #expect(lifecycle.unpublishedStock(at: at(age)).isEmpty)
        // A day is left for the next run.
        let longest = Duration.seconds(Int64(TimeToLive.maximum.seconds))
        let end = try #require(Prekey.oneTime(1, epoch: 11).first).terms.notAfter
        #expect(at(age + .days(1) + longest) <= end)
    }

    @Test func `however long no prekey is taken, at most four times the stock is held`() {
        var lifecycle = PrekeyLifecycle(prekeys: [], level: StockLevel(full: 5, low: 2))
        var epoch: UInt32 = 20
        var most = 0
        for day in 0..<200 as Range<Int64> {
            for action in lifecycle.due(at: at(.days(day))) {
                epoch += 1
                switch action {
                case .erase(let prekey, _): lifecycle.prekeys.removeAll { $0 == prekey }
                case .makeStock(let count):
                    lifecycle.prekeys += Prekey.oneTime(count, epoch: epoch, made: at(.days(day)))
                    lifecycle.states[epoch] = GenerationState(.stock, made: at(.days(day)))
                default: break
                }
            }
            #expect(lifecycle.stock(at: at(.days(day))).count == 5)
            most = max(most, lifecycle.prekeys.count)
        }
        #expect(most == 20)
    }

    @Test func `what was handed out, revoked or has ended is no stock`() {
        var lifecycle = calm
        #expect(lifecycle.stock(at: now).count == 2)
        #expect(lifecycle.stock(at: at(.days(14) - .milliseconds(1))).count == 2)
        #expect(lifecycle.stock(at: at(.days(14))).isEmpty)
        // A clock that was set back by a day makes no second stock, even where it was a day ahead
        // before.
        #expect(lifecycle.stock(at: at(.days(-2))).count == 2)
        // What was made when it was further ahead is not valid yet.
        #expect(lifecycle.stock(at: at(.days(-2) - .milliseconds(1))).isEmpty)
        lifecycle.minimumEpoch = 12
        #expect(lifecycle.stock(at: now).isEmpty)
        lifecycle.minimumEpoch = 0
        lifecycle.states[11] = nil
        #expect(lifecycle.stock(at: now).isEmpty)
        #expect(lifecycle.prekeys.count == 3)
    }

    // MARK: - Superseding and forgetting

    @Test func `the next acknowledged generation supersedes those before it`() {
        var lifecycle = calm
        lifecycle.prekeys += Prekey.generation(8) + Prekey.generation(12)
        for epoch in [8, 12] as [UInt32] {
            lifecycle.states[epoch] = GenerationState(.reusable, made: now)
        }
        #expect(lifecycle.due(at: now) == [])
        lifecycle = lifecycle.acknowledging(12)
        #expect(lifecycle.due(at: now) == [.supersede(8), .supersede(10)])
        for epoch in [8, 10] as [UInt32] {
            lifecycle.states[epoch] = lifecycle.superseding(epoch, at: now)
        }
        #expect(lifecycle.due(at: now) == [])
        #expect(lifecycle.states[8]?.superseded == now)
        #expect(lifecycle.states[10]?.superseded == now)
    }

    @Test func `a generation without a state is neither acknowledged nor superseded`() {
        var lifecycle = calm
        lifecycle.prekeys += Prekey.generation(12)
        lifecycle.states[12] = GenerationState(.reusable, made: now)
        lifecycle.states[10] = nil
        #expect(lifecycle.acknowledging(Set(Prekey.generation(10).map(\.id)), at: now).isEmpty)
        lifecycle = lifecycle.acknowledging(12)
        #expect(lifecycle.due(at: now) == [])
        #expect(lifecycle.stage(of: Prekey.generation(10)[0], at: now) == .superseded)
    }

    @Test func `a state is forgotten when nothing of its generation can be left`() {
        var lifecycle = calm
        lifecycle.states[5] = GenerationState(.stock, made: now)
        let end = Self.life + .days(7) + .milliseconds(1)
        #expect(actions(lifecycle, after: end - .milliseconds(1)) { $0 == .forget(5) } == [])
        #expect(actions(lifecycle, after: end) { $0 == .forget(5) } == [.forget(5)])
        // The keys that this very run erases don't hold it up.
        lifecycle.prekeys.append(.sample(1, epoch: 5))
        #expect(actions(lifecycle, after: end) { $0 == .forget(5) } == [.forget(5)])
        lifecycle.prekeys.append(.sample(2, epoch: 5, made: at(.days(30))))
        #expect(actions(lifecycle, after: end) { $0 == .forget(5) } == [])
    }
}
