// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct PrekeyRecordTests {
    @Test(arguments: [(Suite.x25519, 124), (.xwing, 1308)])
    func `a record is read back as it was signed`(_ suite: Suite, _ count: Int) throws {
        let device = try SampleDevice()
        for `class` in [PrekeyRecord.Class.reusable, .oneTime] {
            let record = try device.record(SampleDevice.terms(`class`))
            let read = try PrekeyRecord(reading: record.bytes.span, of: device.device)
            #expect(read == record)
            #expect(read.terms == SampleDevice.terms(`class`))
            #expect(read.suite == suite)
            #expect(read.publicKey == (try SampleDevice.publicKey()))
            #expect(record.bytes.count == count)
            #expect(PrekeyRecord.count(of: suite) == count)
        }
    }

    @Test func `a record has the bytes of the table`() throws {
        let device = try SampleDevice()
        let terms = PrekeyRecord.Terms(
            class: .oneTime,
            offers: .all,
            epoch: 0x0102_0304,
            minimumEpoch: 0x0506_0708,
            notBefore: Timestamp(clamping: 0x0009_0A0B_0C0D_0E0F),
            notAfter: Timestamp(clamping: 0x0010_1112_1314_1516)
        )
        let record = try device.record(terms)
        let key = try SampleDevice.publicKey()
        let keyBytes: [UInt8] =
            switch key {
            case .x25519(let key): key.bytes
            case .xwing(let key): key.bytes
            }
        let head: [UInt8] = [
            1, suite.rawValue, 1, 3, 1, 2, 3, 4, 5, 6, 7, 8,
            0, 9, 10, 11, 12, 13, 14, 15, 0, 16, 17, 18, 19, 20, 21, 22,
        ]
        #expect(record.bytes == device.signedRecord(head + keyBytes))
        let named =
            Array("SealedPush v1 prekey id\0".utf8) + device.device.bytes + record.bytes
        #expect(record.id.bytes == Array(SHA256.hash(named.span).prefix(8)))
        #expect(record.digest == SHA256.hash(record.bytes.span))
    }

    /// One way to break each rule, in the order in which they are checked (M-14).
    private static let faults: [(WireError, @Sendable (inout [UInt8]) -> Void)] = [
        (.unknownVersion, { $0[0] = 2 }),
        (.unknownSuite, { $0[1] = 3 }),
        (.wrongLength, { $0.append(0) }),
        (.unknownClass, { $0[2] = 2 }),
        (.wrongOffers, { $0[3] = 0 }),
        (.wrongTime, { $0[12] = 0xFF }),
        (.publicKeyRefused, { $0.replaceSubrange(28..<60, with: repeatElement(0, count: 32)) }),
    ]

    @Test func `the first rule that is broken names the error, whatever is broken behind it`()
        throws
    {
        let device = try SampleDevice()
        let fields = Array(try device.record().bytes.prefix(60))
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
    }

    @Test(arguments: [(Suite.x25519, [0, 2, 4, 5, 0x81, 0xFF]), (.xwing, [0, 1, 4, 6, 0x82])])
    func `offers hold the own suite and no unknown one`(
        _ suite: Suite,
        _ refused: [UInt8]
    ) throws {
        let device = try SampleDevice()
        let fields = Array(try device.record().bytes.dropLast(64))
        for offers in refused {
            var broken = fields
            broken[3] = offers
            let bytes = device.signedRecord(broken)
            #expect(throws: WireError.wrongOffers) {
                try PrekeyRecord(reading: bytes.span, of: device.device)
            }
        }
        for offers in [3, suite.rawValue] {
            var other = fields
            other[3] = offers
            let record = try PrekeyRecord(
                reading: device.signedRecord(other).span,
                of: device.device
            )
            #expect(record.terms.offers.rawValue == offers)
        }
    }

    @Test(
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
        let fields = Array(try device.record().bytes.prefix(60))
        var times: [UInt8] = []
        times.append(bigEndian: notBefore)
        times.append(bigEndian: notAfter)
        let bytes = device.signedRecord(fields[..<12] + times + fields[28...])
        let result = Result { () throws(WireError) in
            try PrekeyRecord(reading: bytes.span, of: device.device)
        }
        switch result {
        case .success: #expect(isValid)
        case .failure(let error): #expect(!isValid && error == .wrongTime)
        }
    }

    @Test func `a public key of low order or not reduced is refused`() throws {
        let device = try SampleDevice()
        let small = Array(try device.record().bytes.prefix(60))
        let large = Array(try device.record().bytes.dropLast(64))
        let zero = [UInt8](repeating: 0, count: 32)
        let topBit = [UInt8](repeating: 0, count: 31) + [0x80]
        let coefficients: [[UInt8]] = [[0x01, 0x0D, 0x00], [0x00, 0x10, 0xD0]]
        var refused = [zero, topBit].map { small[..<28] + $0 }
        refused += [zero, topBit].map { large.dropLast(32) + $0 }
        refused += coefficients.map { large[..<28] + $0 + large[31...] }
        refused += coefficients.map { large[..<1177] + $0 + large[1180...] }
        for fields in refused {
            let bytes = device.signedRecord(Array(fields))
            #expect(throws: WireError.keyRefused) {
                try PrekeyRecord(reading: bytes.span, of: device.device)
            }
        }
        let highest = device.signedRecord(Array(large[..<28] + [0x00, 0x0D, 0xD0] + large[31...]))
        #expect(throws: Never.self) {
            try PrekeyRecord(reading: highest.span, of: device.device)
        }
    }

    @Test func `every flipped bit of a record is refused`() throws {
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

    @Test func `every beginning of a record and every longer one are refused`() throws {
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

    @Test func `a signature under another label is none`() throws {
        let device = try SampleDevice()
        let fields = Array(try device.record().bytes.prefix(60))
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

    /// Terms that no reader would take.
    enum WrongTerms: String, CaseIterable, Codable, Sendable {
        case withoutOwnSuite, unknownSuite, noTime

        var terms: PrekeyRecord.Terms {
            var terms = SampleDevice.terms()
            switch self {
            case .withoutOwnSuite: terms.offers = SuiteOffers(.xwing)
            case .unknownSuite: terms.offers = SuiteOffers(rawValue: 5)
            case .noTime: terms.notAfter = terms.notBefore
            }
            return terms
        }
    }

    @Test(arguments: WrongTerms.allCases)
    func `terms that no reader would take are not signed`(_ wrong: WrongTerms) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [wrong] in
            _ = try SampleDevice().record(wrong.terms)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let reasons = ["is not offered", "unknown suite is offered", "ends before it begins"]
        #expect(reasons.contains { said.contains($0) })
    }
}
