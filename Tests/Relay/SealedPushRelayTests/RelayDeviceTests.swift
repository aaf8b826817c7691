// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct RelayDeviceTests {
    private let sample = SampleDevice()
    private let now = SampleDevice.now

    private func sealed(_ version: TokenVersion) -> [UInt8] { [UInt8(version.number)] }

    // MARK: - Tokens

    @Test func `a registration waits until its token is activated`() throws {
        var device = sample.registered()
        #expect(device.state == .pending(since: now))
        #expect(!device.state.takesMessages)
        #expect(device.token == nil)
        try sample.activate(&device, at: now + .seconds(5))
        #expect(device.token?.fingerprint == sample.fingerprint("first"))
        #expect(device.state == .active)
        #expect(device.token?.version == .first)
        #expect(device.candidate == nil)
    }

    @Test func `a new token stands beside the old one until it is activated`() throws {
        var device = try sample.active()
        let change = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        #expect(change == .needsActivation)
        #expect(device.token?.fingerprint == sample.fingerprint("first"))
        #expect(device.candidate?.sealed == [2])
        try sample.activate(&device, at: now)
        #expect(device.token?.fingerprint == sample.fingerprint("second"))
        #expect(device.token?.version == TokenVersion(2))
    }

    @Test func `the serving token's date is renewed after a day and not before`() throws {
        var device = try sample.active()
        let token = sample.fingerprint("first")
        let early = now + .seconds(86_399)
        #expect(try device.name(token, sealed: sealed, at: early) == .unchanged)
        #expect(device.token?.registered == now)
        let late = now + .seconds(86_400)
        #expect(try device.name(token, sealed: sealed, at: late) == .renewed)
        #expect(device.token?.registered == late)
        #expect(device.token?.version == .first)
    }

    @Test func `an app that returns to its serving token drops the candidate`() throws {
        var device = try sample.active()
        _ = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        _ = try device.name(sample.fingerprint("first"), sealed: sealed, at: now)
        #expect(device.candidate == nil)
        _ = try device.name(sample.fingerprint("third"), sealed: sealed, at: now)
        #expect(device.candidate?.version == TokenVersion(2))
    }

    @Test func `a candidate that is named again keeps its version, another one gets the next`()
        throws
    {
        var device = try sample.active()
        _ = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        _ = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        #expect(device.candidate?.version == TokenVersion(2))
        _ = try device.name(sample.fingerprint("third"), sealed: sealed, at: now)
        #expect(device.candidate?.version == TokenVersion(3))
    }

    @Test
    func `an unreachable device that names its old token again activates it as a new version`()
        throws
    {
        var device = try sample.active()
        device.noteRefusal(
            of: .first,
            deadSince: now + .seconds(1),
            leased: now + .seconds(2),
            at: now + .seconds(2)
        )
        let change = try device.name(
            sample.fingerprint("first"),
            sealed: sealed,
            at: now + .seconds(3)
        )
        #expect(change == .needsActivation)
        #expect(device.state == .unreachable(since: now + .seconds(2)))
        try sample.activate(&device, at: now + .seconds(4))
        #expect(device.state == .active)
        #expect(device.token?.version == TokenVersion(2))
    }

    @Test func `a rotation of the token key seals both tokens again`() throws {
        var device = try sample.active()
        _ = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        device.rekey { token in token.version == .first ? [11] : nil }
        #expect(device.token?.sealed == [11])
        #expect(device.candidate?.sealed == [2])
    }

    // MARK: - Reports

    @Test func `a token that died after its registration makes the device unreachable`() throws {
        var device = try sample.active()
        device.noteRefusal(
            of: .first,
            deadSince: now + .seconds(1),
            leased: now + .seconds(9),
            at: now + .seconds(9)
        )
        #expect(device.state == .unreachable(since: now + .seconds(9)))
        #expect(device.state.takesMessages)
    }

    @Test(arguments: [nil, SampleDevice.now, SampleDevice.now + .seconds(-1)])
    func
        `a refusal without proof makes the device doubtful, and the second after a day unreachable`(
            _ since: Timestamp?
        ) throws
    {
        var device = try sample.active()
        device.noteRefusal(of: .first, deadSince: since, leased: now, at: now)
        #expect(device.state == .doubtful(since: now))
        let early = now + .seconds(86_399)
        device.noteRefusal(of: .first, deadSince: since, leased: early, at: early)
        #expect(device.state == .doubtful(since: now))
        let late = now + .seconds(86_400)
        device.noteRefusal(of: .first, deadSince: since, leased: late, at: late)
        #expect(device.state == .unreachable(since: late))
    }

    @Test(.rules("C-55"))
    func `a doubt ends by a message that was leased a day after it began, and by no other`()
        throws
    {
        var device = try sample.active()
        device.noteRefusal(of: .first, deadSince: nil, leased: now, at: now)
        let late = now + .seconds(86_400)
        // The clock was set forward while pushes were under way, or it was so before they began.
        device.noteRefusal(of: .first, deadSince: nil, leased: now + .seconds(-1), at: late)
        device.noteRefusal(of: .first, deadSince: nil, leased: late, at: now + .seconds(1))
        #expect(device.state == .doubtful(since: now))
        device.noteRefusal(of: .first, deadSince: nil, leased: late, at: late)
        #expect(device.state == .unreachable(since: late))
    }

    @Test func `a doubtful device whose push is accepted is active again`() throws {
        var device = try sample.active()
        device.noteRefusal(of: .first, deadSince: nil, leased: now, at: now)
        device.noteAcceptance(by: TokenVersion(2))
        #expect(device.state == .doubtful(since: now))
        device.noteAcceptance(by: .first)
        #expect(device.state == .active)
    }

    @Test func `a refusal of an older token says nothing about the one that serves now`() throws {
        var device = try sample.active()
        _ = try device.name(sample.fingerprint("second"), sealed: sealed, at: now)
        try sample.activate(&device, at: now)
        device.noteRefusal(
            of: .first,
            deadSince: now + .seconds(1),
            leased: now + .seconds(2),
            at: now + .seconds(2)
        )
        #expect(device.state == .active)
    }

    @Test func `an acceptance does not revive an unreachable device`() throws {
        var device = try sample.active()
        device.noteRefusal(of: .first, deadSince: now + .seconds(1), leased: now, at: now)
        device.noteAcceptance(by: .first)
        #expect(device.state == .unreachable(since: now))
    }

    // MARK: - Ends

    @Test func `a registration that is not activated in an hour is forgotten`() {
        var device = sample.registered()
        #expect(device.age(to: now + .seconds(3599)) == .unchanged)
        #expect(device.age(to: now + .seconds(3600)) == .forgotten)
    }

    @Test func `an unreachable device is gone after 14 days and forgotten after 90 more`() throws {
        var device = try sample.active()
        device.noteRefusal(of: .first, deadSince: now + .seconds(1), leased: now, at: now)
        let end = now + .seconds(14 * 86_400)
        #expect(device.age(to: end + .milliseconds(-1)) == .unchanged)
        #expect(device.age(to: end) == .ended)
        #expect(device.state == .gone(since: end))
        #expect(device.token == nil)
        #expect(device.age(to: end + .seconds(90 * 86_400 - 1)) == .unchanged)
        #expect(device.age(to: end + .seconds(90 * 86_400)) == .forgotten)
    }

    @Test func `an active and a doubtful device never age`() throws {
        var device = try sample.active()
        #expect(device.age(to: .latest) == .unchanged)
        device.noteRefusal(of: .first, deadSince: nil, leased: now, at: now)
        #expect(device.age(to: .latest) == .unchanged)
    }

    @Test func `a device that has ended changes no more and keeps no token`() throws {
        for isRetired in [true, false] {
            var device = try sample.active()
            if isRetired { device.retire(at: now) } else { device.replace(at: now) }
            let ended = device
            #expect(device.token == nil)
            #expect(throws: DeviceEnded()) {
                try device.name(sample.fingerprint("next"), sealed: sealed, at: now)
            }
            #expect(throws: ActivationError.nothingToActivate) {
                try device.issueCode(Capability(), origin: SampleDevice.origin, at: now)
            }
            device.noteRefusal(of: .first, deadSince: .latest, leased: now, at: now)
            device.retire(at: now + .seconds(1))
            device.replace(at: now + .seconds(1))
            #expect(device == ended)
        }
    }
}
