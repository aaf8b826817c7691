// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct TakeoverTests {
    private let now = SampleDevice.now
    private let origin = SampleDevice.origin

    /// Devices of different identities whose token is active since so many seconds.
    private func devices(
        since seconds: [Int]
    ) throws -> [(sample: SampleDevice, device: RelayDevice)] {
        try seconds.map { seconds in
            let sample = SampleDevice()
            var device = sample.registered()
            try sample.activate(&device, at: now + .seconds(-seconds))
            return (sample, device)
        }
    }

    private func takeover(
        by sample: SampleDevice = SampleDevice(),
        from others: [RelayDevice]
    ) throws -> TokenTakeover {
        let proof = try sample.proof(of: Capability())
        return TokenTakeover(
            by: try sample.active(),
            from: others,
            answer: ActivationAnswer(proof, origin: origin),
            at: now
        )
    }

    private func answer(
        _ code: Capability,
        of sample: SampleDevice,
        as device: inout RelayDevice,
        at moment: Timestamp
    ) throws {
        try device.activate(by: sample.proof(of: code), origin: origin, at: moment)
    }

    @Test(.rules("C-34"))
    func `another identity ends no device, and those get codes that had the token longest`()
        throws
    {
        let others = try devices(since: [10, 50, 30, 20, 40]).map(\.device)
        let takeover = try takeover(from: others)
        #expect(takeover.replaced.isEmpty)
        let isLost = takeover.lost.map { $0.new.state == .unreachable(since: now) }
        #expect(isLost == Array(repeating: true, count: 5))
        let called = [others[1], others[4], others[2]].map(\.id)
        #expect(takeover.recalls.map(\.device.id) == called)
    }

    @Test func `an activation makes 16 devices wait at most, those that had the token longest`()
        throws
    {
        let others = try devices(since: Array(1...20)).map(\.device)
        let takeover = try takeover(from: others)
        #expect(takeover.lost.map(\.old.id) == others.reversed().prefix(16).map(\.id))
    }

    @Test func `only a device that was active gets a code`() throws {
        var doubtful = try devices(since: [20])[0].device
        doubtful.noteRefusal(of: .first, deadSince: nil, leased: now, at: now)
        var unreachable = try devices(since: [10])[0].device
        unreachable.lose(at: now + .seconds(-5))
        let takeover = try takeover(from: [doubtful, unreachable])
        #expect(takeover.lost.map(\.new.id) == [doubtful.id])
        #expect(takeover.lost.first?.new.state == .unreachable(since: now))
        #expect(takeover.recalls.isEmpty)
    }

    @Test func `an identity that had the token takes it from no other, and inherits since when`()
        throws
    {
        let other = try devices(since: [10])[0].device
        let sample = SampleDevice()
        var old = sample.registered()
        try sample.activate(&old, at: now + .seconds(-60))
        let takeover = try takeover(by: sample, from: [other, old])
        #expect(takeover.replaced == [old])
        #expect(takeover.lost.isEmpty && takeover.recalls.isEmpty)
        #expect(takeover.device.held == now + .seconds(-60))
    }

    @Test(.rules("V-19 C-34"))
    func `a recall activates the device again for ten minutes, once`() throws {
        let (sample, device) = try devices(since: [10])[0]
        let recall = try #require(try takeover(from: [device]).recalls.first)
        for delay in [.zero, .milliseconds(599_999)] as [Duration] {
            var lost = recall.device
            try answer(recall.code, of: sample, as: &lost, at: now + delay)
            #expect(lost.state == .active && lost.token?.version == .first)
            #expect(lost.held == device.held)
            #expect(throws: ActivationError.nothingToActivate) {
                try answer(recall.code, of: sample, as: &lost, at: now + delay)
            }
        }
        var late = recall.device
        #expect(throws: ActivationError.wrongCode) {
            try answer(recall.code, of: sample, as: &late, at: now + .seconds(600))
        }
        // An app that starts later names its token, and answers the code that it gets then.
        let change = try late.name(sample.fingerprint("first"), sealed: { _ in [] }, at: now)
        #expect(change == .needsActivation)
        try sample.activate(&late, at: now + .seconds(700))
        #expect(late.state == .active && late.held == device.held)
    }

    @Test func `a recall stands beside the three codes of an hour`() throws {
        let (sample, device) = try devices(since: [0])[0]
        var lost = try #require(try takeover(from: [device]).recalls.first).device
        _ = try lost.name(sample.fingerprint("first"), sealed: { _ in [] }, at: now)
        // The first of the hour activated the device.
        for _ in 0..<2 { try lost.issueCode(Capability(), origin: origin, at: now) }
        #expect(throws: ActivationError.self) {
            try lost.issueCode(Capability(), origin: origin, at: now)
        }
    }

    @Test func `a recall leaves a newer token waiting, and its code valid`() throws {
        let (sample, device) = try devices(since: [10])[0]
        var moving = device
        let newer = Capability()
        _ = try moving.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        try moving.issueCode(newer, origin: origin, at: now)
        let recall = try #require(try takeover(from: [moving]).recalls.first)
        var lost = recall.device
        try answer(recall.code, of: sample, as: &lost, at: now)
        #expect(lost.state == .active && lost.token?.version == .first)
        try answer(newer, of: sample, as: &lost, at: now)
        #expect(lost.token?.fingerprint == sample.fingerprint("second"))
        #expect(lost.held == now && lost.candidate == nil)
    }

    @Test func `a push of the relay's own without a place is a caller's bug`() async {
        await #expect(processExitsWith: .failure) {
            let keys = TokenKeyRing(current: 1, SecretBytes(randomCount: 32))
            let pushes = OwnPushes(routes: [:], keys: keys) { _, _, _ in }
            let device = try SampleDevice().active()
            guard var place = pushes.reserve(), let token = device.token else { return }
            for _ in 0..<2 {
                pushes.take(
                    .test,
                    to: token,
                    of: device.id,
                    device.app,
                    until: .latest,
                    in: &place
                )
            }
        }
    }

    @Test(.rules("V-22")) func `a code is stored as the digest of its challenge`() throws {
        let sample = SampleDevice()
        var device = sample.registered()
        let code = Capability()
        try device.issueCode(code, origin: origin, at: now)
        let proof = try sample.proof(of: code)
        let digest = try #require(device.codes.codes.first?.digest)
        #expect(digest == Capability.Digest(ofChallenge: proof.challenge))
        #expect(digest != code.digest)
        // What a relay learns of a proof is not the code.
        #expect(proof.challenge != code.bytes)
    }
}

struct TakeoverChainTests {
    @Test(.rules("C-34"))
    func `a store does what the text says of several devices of one token`() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let time = SharedTime()
        let store = try SQLiteRelayStore(path: folder.path("relay.sqlite")) { time.now }
        let chains = try TakeoverChains(ModelChains.of("tokens.py", count: 100))
        let fault = try await chains.fault(of: store, time)
        #expect(fault == nil, "seed \(ModelChains.seed)")
    }
}
