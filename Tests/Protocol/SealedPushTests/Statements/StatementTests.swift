// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct StatementTests {
    /// A statement of each kind, and how it is read.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let label: String
        let count: Int
        /// The bytes that are signed, and the seeds of who signs, in order.
        let signedCount: Int
        let signers: [UInt8]
        let make: @Sendable () throws -> [UInt8]
        let read: @Sendable ([UInt8]) throws -> [UInt8]
    }

    private static let origin = "https://directory.example"

    private static var challenge: DeviceIdentity.PossessionProof.Challenge {
        get throws {
            try DeviceIdentity.PossessionProof.Challenge(
                to: .activation,
                at: origin,
                of: "d1",
                nonce: [UInt8](0..<32)
            )
        }
    }

    private static let samples = [
        Sample(
            testDescription: "succession",
            label: "SealedPush v1 succession\0",
            count: 193,
            signedCount: 65,
            signers: [1, 2],
            make: {
                try SenderIdentity.Succession(
                    from: SampleDevice(1).identity,
                    to: SampleDevice(2).identity
                ).bytes
            },
            read: { bytes in try SenderIdentity.Succession(reading: bytes.span).bytes }
        ),
        Sample(
            testDescription: "revocation",
            label: "SealedPush v1 revocation\0",
            count: 97,
            signedCount: 33,
            signers: [1],
            make: { try SenderIdentity.Revocation(signing: SampleDevice(1).identity).bytes },
            read: { bytes in try SenderIdentity.Revocation(reading: bytes.span).bytes }
        ),
        Sample(
            testDescription: "retirement",
            label: "SealedPush v1 retirement\0",
            count: 97,
            signedCount: 33,
            signers: [1],
            make: { try DeviceIdentity.Retirement(signing: SampleDevice(1).identity).bytes },
            read: { bytes in try DeviceIdentity.Retirement(reading: bytes.span).bytes }
        ),
        Sample(
            testDescription: "possession",
            label: "SealedPush v1 possession\0",
            count: 131 + origin.utf8.count,
            signedCount: 67 + origin.utf8.count,
            signers: [1],
            make: {
                try DeviceIdentity.PossessionProof(
                    signing: SampleDevice(1).identity,
                    answering: challenge
                ).bytes
            },
            read: { bytes in try DeviceIdentity.PossessionProof(reading: bytes.span).bytes }
        ),
    ]

    /// Signs the fields of a statement, whatever they say.
    private func sign(_ fields: [UInt8], as sample: Sample, label: String? = nil) throws -> [UInt8]
    {
        let signed = Array((label ?? sample.label).utf8) + fields
        return try sample.signers.reduce(into: fields) { bytes, signer in
            bytes += try SampleDevice(signer).identity.signature(for: signed.span)
        }
    }

    @Test(.rules("C-48"), arguments: samples)
    func `a statement is read back as it was signed, and has the bytes of its table`(
        _ sample: Sample
    ) throws {
        let bytes = try sample.make()
        #expect(try sample.read(bytes) == bytes)
        #expect(bytes.count == sample.count)
        #expect(bytes[0] == 1)
        #expect(Array(bytes[1..<33]) == (try SampleDevice(1).identity.publicKey.bytes))
        #expect(bytes == (try sign(Array(bytes.prefix(sample.signedCount)), as: sample)))
        guard sample.signers.count == 2 else { return }
        #expect(Array(bytes[33..<65]) == (try SampleDevice(2).identity.publicKey.bytes))
    }

    @Test(.rules("M-1 V-18"), arguments: samples)
    func `every flipped bit, every beginning and a byte more are refused`(
        _ sample: Sample
    ) throws {
        let bytes = try sample.make()
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: WireError.self, "bit \(bit)") { try sample.read(flipped) }
        }
        for count in 0..<bytes.count {
            #expect(throws: WireError.malformed) { try sample.read(Array(bytes[..<count])) }
        }
        #expect(throws: WireError.malformed) { try sample.read(bytes + [0]) }
    }

    @Test(.rules("M-4 M-5"), arguments: samples)
    func `no statement passes for one of another kind`(_ sample: Sample) throws {
        let bytes = try sample.make()
        for other in Self.samples where other.testDescription != sample.testDescription {
            #expect(throws: WireError.self) { try other.read(bytes) }
            let fields = Array(bytes.prefix(sample.signedCount))
            let signed = try sign(fields, as: sample, label: other.label)
            #expect(throws: WireError.wrongSignature) { try sample.read(signed) }
        }
        let unlabelled = try sign(Array(bytes.prefix(sample.signedCount)), as: sample, label: "")
        #expect(throws: WireError.wrongSignature) { try sample.read(unlabelled) }
    }

    /// V-18: a revocation and a retirement have one length.
    @Test(.rules("M-4 M-5 V-18")) func `kinds of one length never pass for one another`() throws {
        for (first, second) in [(1, 2), (2, 1)] {
            let (sample, other) = (Self.samples[first], Self.samples[second])
            #expect(sample.count == other.count)
            let bytes = try sample.make()
            #expect(throws: WireError.wrongSignature) { try other.read(bytes) }
        }
    }

    /// Version, length, identities, origin, equal keys, signatures (V-18).
    @Test(.rules("V-18"), arguments: samples)
    func `the first rule that is broken names the error`(_ sample: Sample) throws {
        let fields = Array(try sample.make().prefix(sample.signedCount))
        var broken = fields
        func expect(_ error: WireError) throws {
            let signed = try sign(broken, as: sample)
            let unsigned = broken + [UInt8](repeating: 0, count: 64 * sample.signers.count)
            for bytes in [signed, unsigned] {
                #expect(throws: error) { try sample.read(bytes) }
            }
        }
        if sample.testDescription == "possession" {
            broken[35] = UInt8(ascii: "H")
            try expect(.malformed)
        }
        if sample.signers.count == 2 {
            broken.replaceSubrange(33..<65, with: broken[1..<33])
            try expect(.equalKeys)
            broken.replaceSubrange(33..<65, with: repeatElement(0, count: 32))
            try expect(.identityRefused)
        }
        broken.replaceSubrange(1..<33, with: repeatElement(0, count: 32))
        try expect(.identityRefused)
        broken.append(0)
        try expect(.malformed)
        broken[0] = 2
        try expect(.unknownVersion)
        for count in 1..<broken.count {
            #expect(throws: WireError.unknownVersion) { try sample.read(Array(broken[..<count])) }
        }
        #expect(throws: WireError.wrongSignature) {
            try sample.read(fields + [UInt8](repeating: 0, count: 64 * sample.signers.count))
        }
    }

    @Test(.rules("V-18"), arguments: samples.filter { $0.signers.count == 2 })
    func `both identities sign, the old one first`(_ sample: Sample) throws {
        let bytes = try sample.make()
        let (fields, old, new) = (bytes[..<65], bytes[65..<129], bytes[129...])
        for signatures in [new + old, old + old, new + new] {
            #expect(throws: WireError.wrongSignature) {
                try sample.read(Array(fields + signatures))
            }
        }
    }

    @Test func `a statement tells what it says`() throws {
        let first = try SampleDevice(1)
        let second = try SampleDevice(2)
        let successionBytes = try Self.samples[0].make()
        let succession = try SenderIdentity.Succession(reading: successionBytes.span)
        #expect(succession.old.bytes == first.device.bytes)
        #expect(succession.new.bytes == second.device.bytes)
        let revocationBytes = try Self.samples[1].make()
        let revocation = try SenderIdentity.Revocation(reading: revocationBytes.span)
        #expect(revocation.sender.bytes == first.device.bytes)
        let retirementBytes = try Self.samples[2].make()
        let retirement = try DeviceIdentity.Retirement(reading: retirementBytes.span)
        #expect(retirement.device == first.device)
        let proofBytes = try Self.samples[3].make()
        let proof = try DeviceIdentity.PossessionProof(reading: proofBytes.span)
        #expect(proof.device == first.device && proof.origin == Self.origin)
        #expect(proof.answers(try Self.challenge))
        #expect(SenderIdentity.Succession.count == 193)
        #expect(SenderIdentity.Revocation.count == 97 && DeviceIdentity.Retirement.count == 97)
    }

    @Test func `what was signed equals what was read`() throws {
        let first = try SampleDevice(1)
        let second = try SampleDevice(2)
        let succession = SenderIdentity.Succession(from: first.identity, to: second.identity)
        #expect(try SenderIdentity.Succession(reading: succession.bytes.span) == succession)
        let revocation = SenderIdentity.Revocation(signing: first.identity)
        #expect(try SenderIdentity.Revocation(reading: revocation.bytes.span) == revocation)
        let retirement = DeviceIdentity.Retirement(signing: first.identity)
        #expect(try DeviceIdentity.Retirement(reading: retirement.bytes.span) == retirement)
    }

    @Test func `a succession from an identity to itself is not signed`() async {
        await #expect(processExitsWith: .failure) {
            let device = try SampleDevice()
            _ = SenderIdentity.Succession(from: device.identity, to: device.identity)
        }
    }
}
