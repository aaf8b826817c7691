// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushKeys

/// A device that does what its machine says, in memory: no key, no file.
private struct ModelDevice {
    typealias Prekey = PrekeyLifecycle.Prekey

    var lifecycle = PrekeyLifecycle(prekeys: [], level: StockLevel(full: 6, low: 2))
    var lastEpoch: UInt32 = 0
    /// Every prekey that ever was.
    var made: [Prekey] = []

    mutating func take() -> UInt32 {
        lastEpoch += 1
        return lastEpoch
    }

    /// Makes a generation, of which the last few are missing where the making was stopped.
    mutating func make(
        _ use: GenerationState.Use?,
        _ count: Int,
        missing: Int = 0,
        at now: Timestamp
    ) {
        let epoch = take()
        let all =
            use == .reusable
            ? Prekey.generation(epoch, made: now) : Prekey.oneTime(count, epoch: epoch, made: now)
        if let use { lifecycle.states[epoch] = GenerationState(use, made: now) }
        lifecycle.prekeys += all.dropLast(missing)
        made += all.dropLast(missing)
    }

    /// Does what is due, or a part of it where it is stopped.
    mutating func maintain(
        at now: Timestamp,
        revoking: Bool = false,
        stopping random: inout SeededGenerator,
        everySo often: Int
    ) {
        if revoking {
            lifecycle.minimumEpoch = lastEpoch + 1
            make(.reusable, 2, missing: Int.random(in: 0...1, using: &random), at: now)
        }
        for action in lifecycle.due(at: now) {
            let isStopped = often > 0 && Int.random(in: 0..<often, using: &random) == 0
            switch action {
            case .erase(let prekey, _): lifecycle.prekeys.removeAll { $0.id == prekey.id }
            case .makeReusable: make(.reusable, 1, missing: isStopped ? 1 : 0, at: now)
            case .makeStock(let count): make(.stock, count, missing: isStopped ? 1 : 0, at: now)
            case .supersede(let epoch):
                lifecycle.states[epoch] = lifecycle.superseding(epoch, at: now)
            case .forget(let epoch): lifecycle.states[epoch] = nil
            }
            if isStopped { return }
        }
    }
}

struct LifecyclePropertyTests {
    @Test(arguments: [11, 2_207, 390_001, 48_112_959] as [UInt64])
    func `whatever happened, maintenance ends in a state in which nothing is due`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var device = ModelDevice()
        var now = Samples.now
        for _ in 0..<300 {
            now = now.advanced(by: .hours(.random(in: -24...200, using: &random)))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: device.make(nil, 3, at: now)
            case 1:
                let ids = device.lifecycle.prekeys.map(\.id).filter { _ in
                    Bool.random(using: &random)
                }
                device.lifecycle.states.merge(
                    device.lifecycle.acknowledging(Set(ids), at: now)
                ) { $1 }
            case 2:
                let stock = device.lifecycle.unpublishedStock(at: now)
                let offered = stock + (device.lifecycle.newest.map { [$0] } ?? [])
                device.lifecycle.states.merge(
                    device.lifecycle.offering(offered, at: now)
                ) { $1 }
            case 3:
                device.lifecycle.prekeys.removeAll {
                    $0.terms.class == .oneTime && Bool.random(using: &random)
                }
            case 4:
                device.maintain(at: now, revoking: true, stopping: &random, everySo: 2)
            case 5:
                let ids = device.lifecycle.prekeys.map(\.id)
                device.lifecycle.awaited = Set(ids.filter { _ in Bool.random(using: &random) })
            default:
                device.maintain(at: now, stopping: &random, everySo: 4)
            }
            var settled = device
            settled.maintain(at: now, stopping: &random, everySo: 0)
            check(settled.lifecycle, at: now, before: device.lifecycle)
        }
        #expect(device.made.count > 200)
    }

    private static func end(of prekey: PrekeyLifecycle.Prekey) -> Timestamp {
        prekey.terms.notAfter.advanced(by: .seconds(300))
    }

    /// What must hold after maintenance, and of what maintenance took away.
    private func check(
        _ after: PrekeyLifecycle,
        at now: Timestamp,
        before: PrekeyLifecycle
    ) {
        #expect(after.due(at: now) == [])
        #expect(after.rotation(at: now) == nil)
        #expect(after.newest != nil)
        #expect((2...6).contains(after.stock(at: now).count) || before.stock(at: now).count > 6)
        #expect(after.minimumEpoch == before.minimumEpoch)
        for prekey in after.prekeys {
            let grace: Duration = after.awaited.contains(prekey.id) ? .days(7) : .zero
            #expect(now <= Self.end(of: prekey).advanced(by: grace))
            if prekey.terms.class == .oneTime {
                #expect(prekey.terms.epoch >= after.minimumEpoch)
            }
        }
        // Nothing goes but what is over age or revoked.
        let gone = Set(before.prekeys).subtracting(after.prekeys)
        for prekey in gone {
            let isRevoked =
                prekey.terms.class == .oneTime && prekey.terms.epoch < after.minimumEpoch
            #expect(isRevoked || now > Self.end(of: prekey))
        }
        // What the directory has is never published again, nor what was handed out.
        for prekey in after.unpublishedStock(at: now) {
            #expect(after.states[prekey.terms.epoch]?.published.contains(prekey.id) == false)
        }
    }
}
