// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

/// The steps of docs/protocol.md, section 10.
@Suite struct PrekeyChoiceTests {
    private let device: SampleDevice

    init() throws {
        device = try SampleDevice()
    }

    private func choose(
        _ bundle: DeviceBundle,
        pins: DevicePins? = nil,
        suite: Suite? = nil,
        at now: Timestamp = SampleDevice.now
    ) throws(SealingError) -> PrekeyChoice {
        try PrekeyChoice(from: bundle, pins: pins, suite: suite, now: now)
    }

    private func expect(
        _ error: SealingError,
        _ bundle: DeviceBundle,
        pins: DevicePins? = nil,
        suite: Suite? = nil,
        at now: Timestamp = SampleDevice.now
    ) {
        #expect(throws: error) { try choose(bundle, pins: pins, suite: suite, at: now) }
    }

    @Test func `one-time prekeys come first, in their order, then the reusable one`() throws {
        let reusable = try device.record()
        let first = try device.record(.oneTime, epoch: 9)
        let second = try device.record(.oneTime, epoch: 8)
        let weak = try device.record(.oneTime)
        let weakReusable = try device.record()
        let bundle = try device.bundle(first, weak, reusable, weakReusable, second)
        let choice = try choose(bundle)
        #expect(choice.candidates == [first, second, reusable])
        #expect(choice.suite == .xwing)
        let named = try choose(bundle)
        #expect(named.candidates == [weak, weakReusable])
        #expect(named.suite == .x25519)
    }

    @Test func `a reusable record below the pinned epoch is rolled back`() throws {
        let pins = try device.pins(device.record(epoch: 7))
        expect(.prekeyRolledBack, try device.bundle(device.record(epoch: 6)), pins: pins)
        expect(
            .prekeyRolledBack,
            try device.bundle(device.record(epoch: 6)),
            pins: pins,
            suite: .x25519
        )
        for epoch: UInt32 in [7, 8] {
            let record = try device.record(epoch: epoch)
            #expect(try choose(device.bundle(record), pins: pins).candidates == [record])
        }
    }

    @Test func `reusable records of two epochs in one bundle are rolled back`() throws {
        let weak = try device.record(epoch: 6)
        let strong = try device.record(epoch: 7)
        expect(.prekeyRolledBack, try device.bundle(weak, strong))
        expect(.prekeyRolledBack, try device.bundle(strong, weak))
    }

    @Test func `one-time records may be of any epoch that is not revoked`() throws {
        let pins = try device.pins(device.record(epoch: 7))
        let old = try device.record(.oneTime, epoch: 3)
        #expect(try choose(device.bundle(old), pins: pins).candidates == [old])
    }

    @Test func `another reusable record of the pinned epoch and suite contradicts it`() throws {
        let seen = try device.record(key: 0)
        let other = try device.record(key: 1)
        let weak = try device.record()
        let pins = try device.pins(seen)
        expect(.prekeyContradicted, try device.bundle(other), pins: pins)
        expect(.prekeyContradicted, try device.bundle(weak, other), pins: pins)
        #expect(try choose(device.bundle(weak, seen), pins: pins).candidates == [seen])
    }

    @Test func `a device weaker than its own offers is downgraded, unless the suite is named`()
        throws
    {
        let weak = try device.record(offers: .all)
        let bundle = try device.bundle(weak)
        expect(.suiteDowngraded, bundle)
        #expect(try choose(bundle).candidates == [weak])
        let modest = try device.record(offers: SuiteOffers(.x25519))
        #expect(try choose(device.bundle(modest)).suite == .x25519)
        let oneTime = try device.record(.oneTime, offers: .all)
        expect(.suiteDowngraded, try device.bundle(modest, oneTime))
    }

    @Test func `a device weaker than its pinned offers is downgraded, unless the suite is named`()
        throws
    {
        let pins = try device.pins(device.record(epoch: 7))
        let modest = try device.record(offers: SuiteOffers(.x25519), epoch: 8)
        let bundle = try device.bundle(modest)
        expect(.suiteDowngraded, bundle, pins: pins)
        #expect(try choose(bundle, pins: pins).candidates == [modest])
    }

    @Test func `a suite that was asked for and is not there is not offered`() throws {
        let weak = try device.record(offers: SuiteOffers(.x25519))
        expect(.suiteNotOffered, try device.bundle(weak))
        let strong = try device.record(offers: SuiteOffers(.xwing))
        expect(.suiteNotOffered, try device.bundle(strong))
    }

    @Test func `an empty bundle has no prekey`() throws {
        expect(.noPrekey, try device.bundle())
        expect(.suiteNotOffered, try device.bundle())
    }

    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a record of either class below the lowest accepted epoch is revoked`(
        _ class: PrekeyRecord.Class
    ) throws {
        let pins = DevicePins(
            device: device.device,
            epoch: 0,
            digests: [:],
            minimumEpoch: 7,
            offers: []
        )
        let old = try device.record(`class`, epoch: 6)
        expect(.prekeyRevoked, try device.bundle(old), pins: pins)
        let current = try device.record(`class`, epoch: 7)
        #expect(try choose(device.bundle(current), pins: pins).candidates == [current])
        let own = try device.record(`class`, epoch: 7, minimumEpoch: 8)
        expect(.prekeyRevoked, try device.bundle(own))
    }

    @Test func `any record of a bundle revokes what is below its lowest epoch`() throws {
        let old = try device.record(.oneTime, epoch: 6)
        let news = try device.record(epoch: 9, minimumEpoch: 9)
        expect(.prekeyRevoked, try device.bundle(old, news))
        let current = try device.record(epoch: 9)
        #expect(try choose(device.bundle(old, news, current)).candidates == [current])
    }

    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
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
        expect(.prekeyExpired, bundle, at: end)
    }

    @Test func `what does not serve is passed over while another serves`() throws {
        let early = try device.record(.oneTime, epoch: 8, from: .days(1), to: .days(2))
        let late = try device.record(.oneTime, epoch: 9, from: .days(-3), to: .days(-2))
        let revoked = try device.record(.oneTime, epoch: 1)
        let reusable = try device.record(minimumEpoch: 2)
        let bundle = try device.bundle(early, late, revoked, reusable)
        #expect(try choose(bundle).candidates == [reusable])
    }

    @Test func `where no record serves the last one names the error`() throws {
        let early = try device.record(.oneTime, from: .days(1))
        let late = try device.record(.oneTime, from: .days(-3), to: .days(-2))
        expect(.prekeyExpired, try device.bundle(early, late))
        expect(.prekeyNotYetValid, try device.bundle(late, early))
    }

    /// Each error with the one behind it in the same bundle.
    @Test func `the first step that is broken names the error`() throws {
        let strongPins = try device.pins(
            device.record(epoch: 7, minimumEpoch: 7),
            device.record(epoch: 7, minimumEpoch: 7)
        )
        let rolledBack = try device.record(epoch: 6)
        let contradicted = try device.record(epoch: 7, key: 1)
        let twice = try device.bundle(
            rolledBack,
            device.record(epoch: 7, key: 1)
        )
        expect(.prekeyRolledBack, twice, pins: strongPins)
        expect(.prekeyContradicted, try device.bundle(contradicted), pins: strongPins)
        // Steps 1 and 2 for one record before the next.
        let older = try device.record(epoch: 6)
        expect(.prekeyContradicted, try device.bundle(contradicted, older), pins: strongPins)
        let newer = try device.record(epoch: 8)
        expect(.prekeyRolledBack, try device.bundle(contradicted, newer), pins: strongPins)
        let downgraded = try device.record(.oneTime, epoch: 6, from: .days(1))
        expect(.suiteDowngraded, try device.bundle(downgraded), pins: strongPins)
        expect(.suiteNotOffered, try device.bundle(downgraded), pins: strongPins)
        expect(.prekeyRevoked, try device.bundle(downgraded), pins: strongPins)
        let revoked = try device.record(.oneTime, epoch: 6, from: .days(-9), to: .days(-8))
        expect(.prekeyRevoked, try device.bundle(revoked), pins: strongPins)
    }

    @Test func `pins of another device stop the program`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let device = try SampleDevice(1)
            let pins = try SampleDevice(2).pins()
            _ = try PrekeyChoice(
                from: device.bundle(),
                pins: pins,
                suite: nil,
                now: SampleDevice.now
            )
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("another device's"))
    }
}
