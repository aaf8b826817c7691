// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct DeviceBundleTests {
    /// A reusable record, then one-time records.
    private static func bundle(oneTime count: Int = 2) throws -> DeviceBundle {
        let device = try SampleDevice()
        let records = try [device.record()] + oneTimeRecords(of: device, count)
        return try DeviceBundle(device: device.device, records: records)
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

    @Test(.rules("V-13")) func `an empty bundle names a device`() throws {
        let bytes = try Self.binary([])
        let bundle = try DeviceBundle(reading: bytes.span)
        #expect(bundle.records.isEmpty)
        #expect(bundle.device == (try SampleDevice().device))
    }

    @Test(.rules("V-13")) func `a bundle holds at most 256 records, in 334,371 bytes`() throws {
        let device = try SampleDevice()
        let records = try Self.oneTimeRecords(of: device, 257)
        #expect(throws: WireError.malformed) {
            try DeviceBundle(device: device.device, records: records)
        }
        let most = try DeviceBundle(device: device.device, records: Array(records.prefix(256)))
        let bytes = most.bytes
        #expect(try DeviceBundle(reading: bytes.span).records.count == 256)
        expect(.malformed, reading: try Self.binary(records.map(\.bytes)))
        #expect(DeviceBundle.maximumCount == bytes.count)
        #expect(bytes.count == 35 + 1306 * 256 && bytes.count == 334_371)
    }

    @Test(.rules("V-13")) func `no prekey is there twice and at most one is reusable`() throws {
        let device = try SampleDevice()
        let oneTime = try Self.oneTimeRecords(of: device, 1)[0]
        let first = try device.record()
        var terms = SampleDevice.terms()
        terms.epoch += 1
        let second = try device.record(terms)
        let repeated = try device.record(key: 1)
        let rows: [(WireError?, [PrekeyRecord])] = [
            (nil, [oneTime, first]), (nil, [first, oneTime]),
            (.repeatedPrekey, [oneTime, oneTime]),
            (.repeatedPrekey, [first, first]), (.malformed, [first, second]),
            (.malformed, [first, oneTime, repeated]),
            // Both at once: the repeated one is told.
            (.repeatedPrekey, [first, second, first]),
            (.repeatedPrekey, [first, second, oneTime, oneTime]),
        ]
        for (error, records) in rows {
            let bytes = try Self.binary(records.map(\.bytes))
            let read = Result { () throws(WireError) in try DeviceBundle(reading: bytes.span) }
            let made = Result { () throws(WireError) in
                try DeviceBundle(device: device.device, records: records)
            }
            for result in [read, made] {
                switch result {
                case .success(let bundle):
                    #expect(error == nil && bundle.records == records)
                    #expect(bundle.reusable == first)
                case .failure(let thrown): #expect(thrown == error)
                }
            }
        }
        #expect(try device.bundle(oneTime).reusable == nil)
    }

    @Test(.rules("V-13")) func `a record of another device is refused`() throws {
        let device = try SampleDevice(1)
        let other = try SampleDevice(2).record()
        expect(.wrongSignature, reading: try Self.binary([other.bytes]))
        #expect(throws: WireError.wrongSignature) {
            try DeviceBundle(device: device.device, records: [other])
        }
    }

    /// The checks of V-13 in their order, each with faults of every later one.
    @Test(.rules("V-13")) func `the first rule that is broken names the error`() throws {
        let device = try SampleDevice()
        let record = try device.record().bytes
        var (version, `class`, key, signature) = (record, record, record, record)
        version[0] = 2
        `class`[1] = 2
        key.replaceSubrange(1210..<1242, with: repeatElement(0, count: 32))
        signature[1305] ^= 1
        var otherEpoch = SampleDevice.terms()
        otherEpoch.epoch += 1
        let second = try device.record(otherEpoch).bytes

        expect(.malformed, reading: [])
        for count in [1, 2, 34] { expect(.unknownVersion, reading: Self.bytes(2, count)) }
        for count in [1, 2, 34] { expect(.malformed, reading: Self.bytes(1, count)) }
        // The identity, before a count that is too high and a length that is wrong.
        let zeros = [UInt8](repeating: 0, count: 32)
        expect(.identityRefused, reading: [1] + zeros + [1, 1])
        var badIdentity = try Self.binary([version], count: 257)
        badIdentity.replaceSubrange(1..<33, with: repeatElement(0, count: 32))
        expect(.identityRefused, reading: badIdentity)
        // Count and length, before any record.
        for count in [0, 2, 256, 257, 65_535] {
            expect(.malformed, reading: try Self.binary([version], count: count))
        }
        expect(.malformed, reading: try Self.binary([version, [2]], count: 1))
        expect(.malformed, reading: try Self.binary([version.dropLast()]))
        // The first record that is refused, with its own class.
        for (error, broken) in [
            (WireError.unknownVersion, version), (.malformed, `class`), (.keyRefused, key),
            (.wrongSignature, signature),
        ] {
            for other in [version, `class`, key, signature] {
                expect(error, reading: try Self.binary([broken, other]))
                expect(error, reading: try Self.binary([record, record, broken, other]))
            }
            expect(error, reading: try Self.binary([record, second, broken]))
        }
    }

    private static func bytes(_ version: UInt8, _ count: Int) -> [UInt8] {
        [version] + [UInt8](repeating: 0, count: count - 1)
    }

    @Test(.rules("M-1 V-13"))
    func `every flipped bit, every beginning and a byte more are refused`() throws {
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
        for count in 0..<bytes.count { expect(.malformed, reading: Array(bytes[..<count])) }
        expect(.malformed, reading: bytes + [0])
    }
}
