// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// The pseudocode of docs/protocol/senders.md, section 1 (S-1), lines 1 to 7; the lines are named
/// below.
@Suite struct PrekeyChoiceTests {
    private let device: SampleDevice

    init() throws {
        device = try SampleDevice()
    }

    private func choose(
        _ bundle: DeviceBundle,
        pins: DeviceBundle.Pins? = nil,
        at now: Timestamp = SampleDevice.now
    ) throws(SealingError) -> PrekeyChoice {
        try PrekeyChoice(from: bundle, pins: pins, now: now)
    }

    private func expect(
        _ error: SealingError,
        _ bundle: DeviceBundle,
        pins: DeviceBundle.Pins? = nil,
        at now: Timestamp = SampleDevice.now
    ) {
        #expect(throws: error) { try choose(bundle, pins: pins, at: now) }
    }

    @Test(.rules("S-1"))
    func `one-time prekeys come first, in their order, then the reusable one`() throws {
        let reusable = try device.record()
        let first = try device.record(.oneTime, epoch: 9)
        let second = try device.record(.oneTime, epoch: 8)
        let bundle = try device.bundle(first, reusable, second)
        #expect(try choose(bundle).candidates == [first, second, reusable])
    }

    /// Line 2.
    @Test(.rules("S-1 C-8"))
    func `a reusable record below the pinned epoch is rolled back`() throws {
        let pins = try device.pins(device.record(epoch: 7))
        let older = try device.record(epoch: 6)
        expect(.prekeyRolledBack, try device.bundle(older), pins: pins)
        // Also where another record would serve.
        let oneTime = try device.record(.oneTime, epoch: 9)
        expect(.prekeyRolledBack, try device.bundle(oneTime, older), pins: pins)
        for epoch: UInt32 in [7, 8] {
            let record = try device.record(epoch: epoch)
            #expect(try choose(device.bundle(record), pins: pins).candidates == [record])
        }
    }

    /// Lines 2 and 3 pass without a reusable record.
    @Test func `one-time records may be of any epoch that is not revoked`() throws {
        let pins = try device.pins(device.record(epoch: 7))
        let old = try device.record(.oneTime, epoch: 3)
        #expect(try choose(device.bundle(old), pins: pins).candidates == [old])
    }

    /// Line 3.
    @Test(.rules("S-1 C-8"))
    func `another reusable record of the pinned epoch contradicts it`() throws {
        let seen = try device.record(key: 0)
        let other = try device.record(key: 1)
        let oneTime = try device.record(.oneTime, epoch: 9)
        let pins = try device.pins(seen)
        expect(.prekeyContradicted, try device.bundle(other), pins: pins)
        expect(.prekeyContradicted, try device.bundle(oneTime, other), pins: pins)
        #expect(try choose(device.bundle(seen), pins: pins).candidates == [seen])
    }

    @Test(.rules("C-8"), arguments: [0, 7] as [UInt32])
    func `an epoch that is pinned without a digest is contradicted by nothing, and is never left`(
        _ epoch: UInt32
    ) throws {
        let pins = DeviceBundle.Pins(
            device: device.device,
            epoch: epoch,
            digest: nil,
            minimumEpoch: 0
        )
        let same = try device.bundle(device.record(epoch: epoch))
        #expect(try choose(same, pins: pins).candidates == same.records)
        #expect(DeviceBundle.Pins(seeing: same, after: pins).digest == same.records[0].digest)
        guard epoch > 0 else { return }
        let older = try device.bundle(device.record(epoch: epoch - 1))
        expect(.prekeyRolledBack, older, pins: pins)
        #expect(DeviceBundle.Pins(seeing: older, after: pins) == pins)
    }

    @Test(.rules("V-13")) func `an empty bundle has no prekey`() throws {
        expect(.noPrekey, try device.bundle())
    }

    /// Lines 4, 5 and 7.
    @Test(.rules("S-1"), arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a record of either class below the lowest accepted epoch does not serve`(
        _ class: PrekeyRecord.Class
    ) throws {
        let pins = DeviceBundle.Pins(device: device.device, epoch: 0, digest: nil, minimumEpoch: 7)
        let old = try device.record(`class`, epoch: 6)
        expect(.noPrekey, try device.bundle(old), pins: pins)
        let current = try device.record(`class`, epoch: 7)
        #expect(try choose(device.bundle(current), pins: pins).candidates == [current])
        let own = try device.record(`class`, epoch: 7, minimumEpoch: 8)
        expect(.noPrekey, try device.bundle(own))
    }

    /// Line 4: also one that does not serve itself.
    @Test(.rules("V-8 V-9 V-10 S-1"), arguments: [Duration.days(-1), .days(1)])
    func `any record of a bundle revokes what is below its lowest epoch`(
        _ begin: Duration
    ) throws {
        let old = try device.record(.oneTime, epoch: 6)
        let news = try device.record(epoch: 9, minimumEpoch: 9, from: begin)
        let current = try device.record(.oneTime, epoch: 9)
        let candidates = try choose(device.bundle(old, news, current)).candidates
        #expect(candidates == (begin < .zero ? [current, news] : [current]))
    }

    /// Line 5.
    @Test(.rules("S-1"), arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a record serves from its first moment to before its end`(
        _ class: PrekeyRecord.Class
    ) throws {
        let record = try device.record(`class`)
        let bundle = try device.bundle(record)
        let begin = record.terms.notBefore
        let end = record.terms.notAfter
        let before: Duration = .milliseconds(-1)
        expect(.prekeyNotYetValid, bundle, at: begin.advanced(by: before))
        #expect(try choose(bundle, at: begin).candidates == [record])
        #expect(try choose(bundle, at: end.advanced(by: before)).candidates == [record])
        expect(.noPrekey, bundle, at: end)
    }

    @Test func `what does not serve is passed over while another serves`() throws {
        let early = try device.record(.oneTime, epoch: 8, from: .days(1), to: .days(2))
        let late = try device.record(.oneTime, epoch: 9, from: .days(-3), to: .days(-2))
        let revoked = try device.record(.oneTime, epoch: 1)
        let reusable = try device.record(minimumEpoch: 2)
        let bundle = try device.bundle(early, late, revoked, reusable)
        #expect(try choose(bundle).candidates == [reusable])
    }

    /// Lines 6 and 7.
    @Test(.rules("S-1"))
    func `if none serves, one that is not revoked and not yet valid names the error`()
        throws
    {
        let early = try device.record(.oneTime, epoch: 8, from: .days(1))
        let late = try device.record(.oneTime, epoch: 8, from: .days(-3), to: .days(-2))
        let revoked = try device.record(.oneTime, epoch: 1, from: .days(1))
        let ended = try device.record(minimumEpoch: 2, from: .days(-3), to: .days(-2))
        expect(.prekeyNotYetValid, try device.bundle(early, late))
        expect(.prekeyNotYetValid, try device.bundle(late, early))
        expect(.prekeyNotYetValid, try device.bundle(early, revoked, ended))
        expect(.noPrekey, try device.bundle(revoked, ended))
        expect(.noPrekey, try device.bundle(late, revoked, ended))
    }

    /// Lines 2 and 3, each with line 6 behind it in the same bundle.
    @Test(.rules("S-1")) func `the first line that is broken names the error`() throws {
        let pins = try device.pins(device.record(epoch: 7, minimumEpoch: 7))
        let early = try device.record(.oneTime, epoch: 8, from: .days(1))
        let rolledBack = try device.record(epoch: 6, from: .days(1))
        let contradicted = try device.record(epoch: 7, from: .days(1), key: 1)
        expect(.prekeyRolledBack, try device.bundle(early, rolledBack), pins: pins)
        expect(.prekeyContradicted, try device.bundle(early, contradicted), pins: pins)
        expect(.prekeyNotYetValid, try device.bundle(early), pins: pins)
    }

    @Test func `pins of another device stop the program`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let device = try SampleDevice(1)
            let pins = try SampleDevice(2).pins()
            _ = try PrekeyChoice(from: device.bundle(), pins: pins, now: SampleDevice.now)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("another device's"))
    }
}
