// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct PrekeyRecordTests {
    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a record is read back as it was signed`(_ class: PrekeyRecord.Class) throws {
        let device = try SampleDevice()
        let record = try device.record(SampleDevice.terms(`class`))
        let read = try PrekeyRecord(reading: record.bytes.span, of: device.device)
        #expect(read == record)
        #expect(read.terms == SampleDevice.terms(`class`))
        #expect(read.publicKey == (try SampleDevice.publicKey()))
    }

    /// The table of docs/protocol/message.md, section 6.
    @Test(.rules("M-4 M-5 C-46")) func `a record has the 1306 bytes of the table`() throws {
        let device = try SampleDevice()
        let terms = PrekeyRecord.Terms(
            class: .oneTime,
            epoch: 0x0102_0304,
            minimumEpoch: 0x0506_0708,
            notBefore: Timestamp(clamping: 0x0009_0A0B_0C0D_0E0F),
            notAfter: Timestamp(clamping: 0x0010_1112_1314_1516)
        )
        let record = try device.record(terms)
        let head: [UInt8] = [
            1, 1, 1, 2, 3, 4, 5, 6, 7, 8,
            0, 9, 10, 11, 12, 13, 14, 15, 0, 16, 17, 18, 19, 20, 21, 22,
        ]
        let key = try SampleDevice.publicKey().bytes
        #expect(record.bytes == device.signedRecord(head + key))
        #expect(Array(record.bytes[26..<1242]) == key)
        #expect(record.bytes.count == 1306 && PrekeyRecord.count == 1306)
        let named =
            Array("SealedPush v1 prekey id\0".utf8) + device.device.bytes + record.bytes
        #expect(record.id.bytes == Array(SHA256.hash(named.span).prefix(8)))
        #expect(record.digest == SHA256.hash(record.bytes.span))
        #expect(try device.record().bytes[1] == 0)
    }

    /// The fields of a record, before its signature.
    private static func fields(of device: SampleDevice) throws -> [UInt8] {
        Array(try device.record().bytes.prefix(1242))
    }

    /// One way to break each check, in their order (M-24).
    private static let faults: [(WireError, @Sendable (inout [UInt8]) -> Void)] = [
        (.unknownVersion, { $0[0] = 2 }),
        (.malformed, { $0.append(0) }),
        (.malformed, { $0[1] = 2 }),
        (.malformed, { $0[10] = 0xFF }),
        (.malformed, { $0[18] = 0xFF }),
        (.keyRefused, { $0.replaceSubrange(1210..<1242, with: repeatElement(0, count: 32)) }),
    ]

    @Test(.rules("M-24"))
    func `the first rule that is broken names the error, whatever is broken behind it`()
        throws
    {
        let device = try SampleDevice()
        let fields = try Self.fields(of: device)
        for (index, (error, first)) in Self.faults.enumerated() {
            for (_, second) in Self.faults[index...] {
                for isSigned in [true, false] {
                    var broken = fields
                    second(&broken)
                    first(&broken)
                    let bytes =
                        isSigned
                        ? device.signedRecord(broken)
                        : broken + [UInt8](repeating: 0, count: 64)
                    #expect(throws: error) {
                        try PrekeyRecord(reading: bytes.span, of: device.device)
                    }
                }
            }
        }
        let unsigned = fields + [UInt8](repeating: 0, count: 64)
        #expect(throws: WireError.wrongSignature) {
            try PrekeyRecord(reading: unsigned.span, of: device.device)
        }
        #expect(throws: WireError.unknownVersion) {
            try PrekeyRecord(reading: [2].span, of: device.device)
        }
    }

    @Test(.rules("M-24"), arguments: [2, 3, 0x80, 0xFF] as [UInt8])
    func `a class is 0 or 1`(_ class: UInt8) throws {
        let device = try SampleDevice()
        var fields = try Self.fields(of: device)
        fields[1] = `class`
        let bytes = device.signedRecord(fields)
        #expect(throws: WireError.malformed) {
            try PrekeyRecord(reading: bytes.span, of: device.device)
        }
    }

    @Test(
        .rules("M-2 M-3 M-24"),
        arguments: [
            (1 << 53, (1 << 53) - 1, false), (0, 1 << 53, false), (5, 5, false), (6, 5, false),
            (0, 1, true), ((1 << 53) - 2, (1 << 53) - 1, true), (.max, .max, false),
        ] as [(UInt64, UInt64, Bool)]
    )
    func `a record begins before it ends, by times of at most 2^53 - 1`(
        _ notBefore: UInt64,
        _ notAfter: UInt64,
        _ isValid: Bool
    ) throws {
        let device = try SampleDevice()
        let fields = try Self.fields(of: device)
        var times: [UInt8] = []
        times.append(bigEndian: notBefore)
        times.append(bigEndian: notAfter)
        let bytes = device.signedRecord(Self.replacing(10, of: fields, with: times))
        let result = Result { () throws(WireError) in
            try PrekeyRecord(reading: bytes.span, of: device.device)
        }
        switch result {
        case .success: #expect(isValid)
        case .failure(let error): #expect(!isValid && error == .malformed)
        }
    }

    /// M-24: neither the epochs nor the clock refuse a record.
    @Test(.rules("M-24")) func `a record whose lowest epoch is above its own is read`() throws {
        let device = try SampleDevice()
        var terms = SampleDevice.terms()
        terms.minimumEpoch = terms.epoch + 1
        let record = try device.record(terms)
        #expect(try PrekeyRecord(reading: record.bytes.span, of: device.device) == record)
    }

    @Test(.rules("M-12")) func `a public key of low order or not reduced is refused`() throws {
        let device = try SampleDevice()
        let fields = try Self.fields(of: device)
        let zero = [UInt8](repeating: 0, count: 32)
        let topBit = [UInt8](repeating: 0, count: 31) + [0x80]
        let coefficients: [[UInt8]] = [[0x01, 0x0D, 0x00], [0x00, 0x10, 0xD0]]
        var refused = [zero, topBit].map { Self.replacing(1210, of: fields, with: $0) }
        refused += coefficients.map { Self.replacing(26, of: fields, with: $0) }
        refused += coefficients.map { Self.replacing(1175, of: fields, with: $0) }
        for fields in refused {
            let bytes = device.signedRecord(fields)
            #expect(throws: WireError.keyRefused) {
                try PrekeyRecord(reading: bytes.span, of: device.device)
            }
        }
        let highest = Self.replacing(26, of: fields, with: [0x00, 0x0D, 0xD0])
        #expect(throws: Never.self) {
            try PrekeyRecord(reading: device.signedRecord(highest).span, of: device.device)
        }
    }

    private static func replacing(
        _ offset: Int,
        of fields: [UInt8],
        with bytes: [UInt8]
    ) -> [UInt8] {
        var fields = fields
        fields.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return fields
    }

    @Test(.rules("M-24")) func `every flipped bit of a record is refused`() throws {
        let device = try SampleDevice()
        let bytes = try device.record().bytes
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self, "bit \(bit)") {
                try PrekeyRecord(reading: flipped.span, of: device.device)
            }
        }
    }

    @Test(.rules("M-1 M-24"))
    func `every beginning of a record and every longer one are refused`() throws {
        let device = try SampleDevice()
        let bytes = try device.record().bytes
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            #expect(throws: WireError.malformed) {
                try PrekeyRecord(reading: part.span, of: device.device)
            }
        }
        let longer = bytes + [0]
        #expect(throws: WireError.malformed) {
            try PrekeyRecord(reading: longer.span, of: device.device)
        }
    }

    @Test func `a record of another device is refused`() throws {
        let bytes = try SampleDevice(1).record().bytes
        #expect(throws: WireError.wrongSignature) {
            try PrekeyRecord(reading: bytes.span, of: SampleDevice(2).device)
        }
    }

    @Test(.rules("M-4 M-5 C-45")) func `a signature under another label is none`() throws {
        let device = try SampleDevice()
        let fields = try Self.fields(of: device)
        let signed = Array("SealedPush v1 retirement\0".utf8) + device.device.bytes + fields
        let bytes = fields + device.identity.signature(for: signed.span)
        #expect(throws: WireError.wrongSignature) {
            try PrekeyRecord(reading: bytes.span, of: device.device)
        }
    }

    @Test func `a record is current from its first moment to before its end`() throws {
        let record = try SampleDevice().record()
        let before: Duration = .milliseconds(-1)
        #expect(!record.isCurrent(at: record.terms.notBefore.advanced(by: before)))
        #expect(record.isCurrent(at: record.terms.notBefore))
        #expect(record.isCurrent(at: record.terms.notAfter.advanced(by: before)))
        #expect(!record.isCurrent(at: record.terms.notAfter))
    }

    @Test func `a record that ends as it begins is not signed`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            var terms = SampleDevice.terms()
            terms.notAfter = terms.notBefore
            _ = try SampleDevice().record(terms)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("ends before it begins"))
    }
}
