// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct DevicePrekeyTests {
    @Test func `a seed belongs to its own record only`() throws {
        let device = try SampleDevice()
        let record = try device.record(key: 0)
        #expect(throws: Never.self) {
            _ = try DevicePrekey(record: record, seed: SampleDevice.seed(0).span)
        }
        #expect(throws: CryptoError.invalidPublicKey) {
            _ = try DevicePrekey(record: record, seed: SampleDevice.seed(1).span)
        }
    }

    @Test(arguments: [0, 31, 33])
    func `a seed has 32 bytes`(_ count: Int) throws {
        let record = try SampleDevice().record()
        let seed = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            _ = try DevicePrekey(record: record, seed: seed.span)
        }
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            _ = try DevicePrekey.publicKey(seed: seed.span)
        }
        #expect(DevicePrekey.seedCount == 32)
    }

    @Test func `a prekey opens what arrives until 300 seconds after its end`() throws {
        let record = try SampleDevice().record()
        let prekey = try DevicePrekey(record: record, seed: SampleDevice.seed().span)
        let end = DevicePrekey.endOfLife(of: record)
        let isOverAgeBefore = prekey.isOverAge(at: end)
        let isOverAge = prekey.isOverAge(at: end.advanced(by: .milliseconds(1)))
        #expect(end.milliseconds == record.terms.notAfter.milliseconds + 300_000)
        #expect(!isOverAgeBefore)
        #expect(isOverAge)
        let week = DevicePrekey.endOfWaiting(of: record)
        #expect(week == end.advanced(by: .days(7)))
    }
}
