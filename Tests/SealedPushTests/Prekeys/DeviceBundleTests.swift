// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct DeviceBundleTests {
    /// One reusable record of each suite, then one-time records of suite 1.
    private static func bundle(oneTime count: Int = 2) throws -> DeviceBundle {
        let device = try SampleDevice()
        let reusable = try Suite.allCases.map { try device.record($0) }
        let oneTime = try oneTimeRecords(of: device, count)
        return try DeviceBundle(device: device.device, records: reusable + oneTime)
    }

    private static func oneTimeRecords(
        of device: SampleDevice,
        _ count: Int
    ) throws -> [PrekeyRecord] {
        try (0..<count).map { index in
            var terms = SampleDevice.terms(.oneTime)
            terms.epoch = UInt32(100 + index)
            return try device.record(terms)
        }
    }

    private static func binary(_ records: [[UInt8]], count: Int? = nil) throws -> [UInt8] {
        var bytes = [1] + (try SampleDevice().device.bytes)
        bytes.append(bigEndian: UInt16(count ?? records.count))
        return bytes + records.joined()
    }

    private func expect(_ error: WireError, reading bytes: [UInt8]) {
        #expect(throws: error) { try DeviceBundle(reading: bytes.span) }
    }

    @Test(arguments: [0, 1, 2, 20])
    func `a bundle is read back from bytes and from text`(_ oneTime: Int) throws {
        let bundle = try Self.bundle(oneTime: oneTime)
        let bytes = bundle.bytes
        #expect(bytes == (try Self.binary(bundle.records.map(\.bytes))))
        #expect(try DeviceBundle(reading: bytes.span) == bundle)
        #expect(try DeviceBundle(text: bundle.text) == bundle)
        #expect(bundle.text.hasPrefix("sealedpush-device-1:"))
    }

    @Test func `an empty bundle names a device`() throws {
        let bytes = try Self.binary([])
        let bundle = try DeviceBundle(reading: bytes.span)
        #expect(bundle.records.isEmpty)
        #expect(bundle.device == (try SampleDevice().device))
    }

    @Test func `a bundle holds at most 256 records`() throws {
        let device = try SampleDevice()
        let records = try Self.oneTimeRecords(of: device, 257)
        #expect(throws: WireError.malformed) {
            try DeviceBundle(device: device.device, records: records)
        }
        let most = try DeviceBundle(device: device.device, records: Array(records.prefix(256)))
        let bytes = most.bytes
        #expect(try DeviceBundle(reading: bytes.span).records.count == 256)
        expect(.tooManyRecords, reading: try Self.binary(records.map(\.bytes)))
        #expect(DeviceBundle.maximumCount == bytes.count - 256 * 124 + 256 * 1308)
    }

    @Test func `no prekey is there twice and no suite has two reusable records`() throws {
        let device = try SampleDevice()
        let oneTime = try Self.oneTimeRecords(of: device, 1)[0].bytes
        expect(.repeatedPrekey, reading: try Self.binary([oneTime, oneTime]))
        var terms = SampleDevice.terms()
        let first = try device.record(terms).bytes
        let strong = try device.record(terms).bytes
        terms.epoch += 1
        let second = try device.record(terms).bytes
        expect(.repeatedReusable, reading: try Self.binary([first, second]))
        expect(.repeatedPrekey, reading: try Self.binary([first, first]))
        let bytes = try Self.binary([first, strong])
        #expect(throws: Never.self) { try DeviceBundle(reading: bytes.span) }
    }

    @Test func `a record of another device is refused`() throws {
        let device = try SampleDevice(1)
        let other = try SampleDevice(2).record()
        expect(.wrongSignature, reading: try Self.binary([other.bytes]))
        #expect(throws: WireError.wrongSignature) {
            try DeviceBundle(device: device.device, records: [other])
        }
    }

    /// The rules in the order in which they are checked (M-23).
    @Test func `the first rule that is broken names the error`() throws {
        let device = try SampleDevice()
        let record = try device.record().bytes
        expect(.unknownVersion, reading: [2])
        var badIdentity = try Self.binary([], count: 257)
        badIdentity.replaceSubrange(1..<33, with: repeatElement(0, count: 32))
        expect(.identityRefused, reading: badIdentity)
        expect(.tooManyRecords, reading: try Self.binary([[9]], count: 257))
        expect(.wrongLength, reading: try Self.binary([[1]], count: 1))
        expect(.unknownVersion, reading: try Self.binary([[2, 9]]))
        expect(.unknownSuite, reading: try Self.binary([[1, 9]]))
        var badClass = record
        badClass[2] = 9
        expect(.unknownClass, reading: try Self.binary([badClass, [2, 9]]))
        expect(.unknownVersion, reading: try Self.binary([record, [2, 9]]))
        expect(.wrongLength, reading: try Self.binary([record, record, [0]], count: 2))
        expect(.wrongLength, reading: try Self.binary([record, record], count: 1))
        expect(.wrongLength, reading: try Self.binary([record], count: 2))
    }

    @Test func `every flipped bit, every beginning and a byte more are refused`() throws {
        let device = try SampleDevice()
        let records = try [device.record()] + Self.oneTimeRecords(of: device, 1)
        let bytes = try DeviceBundle(device: device.device, records: records).bytes
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self, "bit \(bit)") {
                try DeviceBundle(reading: flipped.span)
            }
        }
        for count in 0..<bytes.count { expect(.wrongLength, reading: Array(bytes[..<count])) }
        expect(.wrongLength, reading: bytes + [0])
    }
}
