// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct ActivationTests {
    private let sample = SampleDevice()
    private let now = SampleDevice.now

    private func activate(
        _ device: inout RelayDevice,
        _ proof: DeviceIdentity.PossessionProof,
        at now: Timestamp
    ) throws {
        try device.activate(by: proof, origin: SampleDevice.origin, at: now)
    }

    @discardableResult
    private func issue(
        _ code: Capability = Capability(),
        to device: inout RelayDevice,
        at now: Timestamp
    ) throws(ActivationError) -> ActivationCodes.Push {
        try device.issueCode(code, origin: SampleDevice.origin, at: now)
    }

    @Test(.rules("V-19")) func `a code is valid for ten minutes`() throws {
        var device = sample.registered()
        let code = Capability()
        try issue(code, to: &device, at: now)
        let proof = try sample.proof(of: code)
        #expect(throws: ActivationError.wrongCode) {
            try activate(&device, proof, at: now + .seconds(600))
        }
        try activate(&device, proof, at: now + .milliseconds(599_999))
        #expect(device.state == .active)
    }

    @Test(.rules("V-19")) func `a code works once`() throws {
        var device = sample.registered()
        let code = Capability()
        try issue(code, to: &device, at: now)
        let proof = try sample.proof(of: code)
        try activate(&device, proof, at: now)
        #expect(throws: ActivationError.nothingToActivate) { try activate(&device, proof, at: now) }
        _ = try device.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        #expect(throws: ActivationError.wrongCode) { try activate(&device, proof, at: now) }
    }

    @Test(.rules("V-19"))
    func `a code for an older candidate does not activate a newer one`() throws {
        var device = sample.registered()
        let code = Capability()
        try issue(code, to: &device, at: now)
        _ = try device.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        let proof = try sample.proof(of: code)
        #expect(throws: ActivationError.wrongCode) { try activate(&device, proof, at: now) }
    }

    @Test func `the code of the background push stays valid beside that of the alert`() throws {
        for first in [true, false] {
            var device = sample.registered()
            let codes = [Capability(), Capability()]
            for code in codes { try issue(code, to: &device, at: now) }
            try activate(&device, sample.proof(of: codes[first ? 0 : 1]), at: now)
            #expect(device.state == .active)
        }
    }

    @Test func `a device that does not answer a background push in 20 seconds gets an alert`()
        throws
    {
        var device = sample.registered()
        #expect(try issue(to: &device, at: now) == .background)
        #expect(try issue(to: &device, at: now + .seconds(19)) == .background)
        #expect(try issue(to: &device, at: now + .seconds(20)) == .alert)
    }

    @Test func `a code that was used, is over or was for another token asks for no alert`() throws {
        var device = sample.registered()
        #expect(try issue(to: &device, at: now) == .background)
        #expect(try issue(to: &device, at: now + .seconds(600)) == .background)
        _ = try device.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        #expect(try issue(to: &device, at: now + .seconds(650)) == .background)
        device = try sample.active()
        _ = try device.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        #expect(try issue(to: &device, at: now + .seconds(60)) == .background)
    }

    @Test func `at most three codes are made in an hour, also after an activation`() throws {
        var device = sample.registered()
        try issue(to: &device, at: now)
        try issue(to: &device, at: now + .seconds(60))
        try sample.activate(&device, at: now + .seconds(120))
        _ = try device.name(sample.fingerprint("second"), sealed: { _ in [] }, at: now)
        let wait = ActivationError.tooManyCodes(retryAfter: .seconds(1))
        #expect(throws: wait) { try issue(to: &device, at: now + .seconds(3599)) }
        try issue(to: &device, at: now + .seconds(3600))
    }

    @Test func `after the clock was set back by a day three codes are made in an hour as before`()
        throws
    {
        var device = sample.registered()
        let early = Capability()
        for code in [early, Capability(), Capability()] { try issue(code, to: &device, at: now) }
        let day = now + .seconds(-86_400)
        #expect(throws: ActivationError.wrongCode) {
            try activate(&device, sample.proof(of: early), at: day)
        }
        for _ in 0..<3 { try issue(to: &device, at: day) }
        let wait = ActivationError.tooManyCodes(retryAfter: .seconds(3600))
        #expect(throws: wait) { try issue(to: &device, at: day) }
        try sample.activate(&device, at: day + .seconds(3600))
    }

    @Test func `a code is valid though the clock was set back by a few seconds`() throws {
        var device = sample.registered()
        let code = Capability()
        try issue(code, to: &device, at: now)
        try activate(&device, sample.proof(of: code), at: now + .seconds(-59))
        #expect(device.state == .active)
    }

    @Test(.rules("V-24 C-35"))
    func `a proof of another device, for another relay or of another code is refused`() throws {
        var device = sample.registered()
        let code = Capability()
        try issue(code, to: &device, at: now)
        let thief = try SampleDevice().proof(of: code)
        #expect(throws: ActivationError.wrongProof) { try activate(&device, thief, at: now) }
        let elsewhere = try sample.proof(of: code, origin: "https://other.example")
        #expect(throws: ActivationError.wrongProof) { try activate(&device, elsewhere, at: now) }
        let guess = try sample.proof(of: Capability())
        #expect(throws: ActivationError.wrongCode) { try activate(&device, guess, at: now) }
        #expect(device.state == .pending(since: now))
    }
}
