// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct DeviceLinkOfferTests {
    private let old: SampleDevice
    private let new: SampleDevice
    private let offer: DeviceIdentity.LinkOffer

    init() throws {
        old = try SampleDevice(1)
        new = try SampleDevice(2)
        offer = DeviceIdentity.LinkOffer(from: old.identity, to: new.device)
    }

    @Test func `an offer is a device link without its second signature`() throws {
        let link = DeviceIdentity.Link(from: old.identity, to: new.identity)
        #expect(offer.bytes == Array(link.bytes.prefix(129)))
        #expect(DeviceIdentity.LinkOffer.count == 129)
        #expect(try DeviceIdentity.LinkOffer(reading: offer.bytes.span) == offer)
        #expect(offer.old == old.device && offer.new == new.device)
        #expect(DeviceIdentity.Link(completing: offer, with: new.identity) == link)
        #expect(throws: WireError.malformed) { try DeviceIdentity.Link(reading: offer.bytes.span) }
        #expect(throws: WireError.malformed) {
            try DeviceIdentity.LinkOffer(reading: link.bytes.span)
        }
    }

    @Test func `every flipped bit, every beginning and a byte more are refused`() {
        for bit in 0..<offer.bytes.count * 8 {
            var flipped = offer.bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self, "bit \(bit)") {
                try DeviceIdentity.LinkOffer(reading: flipped.span)
            }
        }
        for count in 0..<offer.bytes.count {
            let beginning = Array(offer.bytes[..<count])
            #expect(throws: WireError.malformed) {
                try DeviceIdentity.LinkOffer(reading: beginning.span)
            }
        }
        let longer = offer.bytes + [0]
        #expect(throws: WireError.malformed) { try DeviceIdentity.LinkOffer(reading: longer.span) }
    }

    /// Version, length, both identities, equal keys, signature (W-29).
    @Test func `the first rule that is broken names the error`() throws {
        var broken = Array(offer.bytes.prefix(65))
        func expect(_ error: WireError) {
            let signed = Array("SealedPush v1 device link\0".utf8) + broken
            let bytes = broken + old.identity.signature(for: signed.span)
            let unsigned = broken + [UInt8](repeating: 0, count: 64)
            #expect(throws: error) { try DeviceIdentity.LinkOffer(reading: bytes.span) }
            #expect(throws: error) { try DeviceIdentity.LinkOffer(reading: unsigned.span) }
        }
        broken.replaceSubrange(33..<65, with: broken[1..<33])
        expect(.equalKeys)
        broken.replaceSubrange(33..<65, with: repeatElement(0, count: 32))
        expect(.identityRefused)
        broken.append(0)
        expect(.malformed)
        broken[0] = 2
        expect(.unknownVersion)
    }

    @Test(arguments: ["SealedPush v1 succession\0", "SealedPush v1 text\0", ""])
    func `a signature under another label is none`(_ label: String) {
        let fields = Array(offer.bytes.prefix(65))
        let signed = Array(label.utf8) + fields
        let bytes = fields + old.identity.signature(for: signed.span)
        #expect(throws: WireError.wrongSignature) {
            try DeviceIdentity.LinkOffer(reading: bytes.span)
        }
    }

    @Test func `an offer to itself is not signed`() async {
        await #expect(processExitsWith: .failure) {
            let device = try SampleDevice()
            _ = DeviceIdentity.LinkOffer(from: device.identity, to: device.device)
        }
    }

    @Test func `an offer is not completed by another device`() async {
        await #expect(processExitsWith: .failure) {
            let old = try SampleDevice(1)
            let offer = DeviceIdentity.LinkOffer(
                from: old.identity,
                to: try SampleDevice(2).device
            )
            _ = DeviceIdentity.Link(completing: offer, with: try SampleDevice(3).identity)
        }
    }
}
