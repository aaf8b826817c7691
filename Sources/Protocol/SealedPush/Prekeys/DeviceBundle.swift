// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A bundle as a device hands it out: its identity and at most 256 verified prekey records.
public struct DeviceBundle: Hashable, Sendable {
    /// The device.
    public let device: DeviceIdentity
    /// The records, in their order in the bundle.
    public let records: [PrekeyRecord]

    /// The limit of records in a bundle.
    public static let maximumRecords = 256

    private static let version: UInt8 = 1
    private static let countOffset = 1 + DeviceIdentity.count
    private static let headCount = countOffset + 2

    /// The limit of a bundle in bytes: its head and 256 records, 334,371 bytes.
    public static let maximumCount = headCount + maximumRecords * PrekeyRecord.count

    /// Takes records of one device, at most one of them reusable.
    ///
    /// - Throws: ``WireError/malformed`` for more than 256 records or a second reusable one,
    ///   ``WireError/repeatedPrekey``, or ``WireError/wrongSignature`` for another device's record.
    public init(device: DeviceIdentity, records: [PrekeyRecord]) throws(WireError) {
        guard records.count <= Self.maximumRecords else { throw .malformed }
        for record in records where record.device != device { throw .wrongSignature }
        guard Set(records.map(\.id)).count == records.count else { throw .repeatedPrekey }
        guard records.count(where: { $0.terms.class == .reusable }) <= 1 else { throw .malformed }
        self.device = device
        self.records = records
    }

    /// Reads the binary form and verifies every record (V-13); a bundle without records names a
    /// device.
    ///
    /// - Throws: ``WireError``.
    public init(reading bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count >= Self.headCount else { throw .malformed }
        let device = try DeviceIdentity(reading: bytes.extracting(1..<Self.countOffset))
        let count = Int(bytes.bigEndian(UInt16.self, at: Self.countOffset))
        guard count <= Self.maximumRecords,
            bytes.count == Self.headCount + count * PrekeyRecord.count
        else { throw .malformed }
        var records: [PrekeyRecord] = []
        for index in 0..<count {
            let record = bytes.extracting(
                droppingFirst: Self.headCount + index * PrekeyRecord.count
            )
            records.append(
                try PrekeyRecord(reading: record.extracting(first: PrekeyRecord.count), of: device)
            )
        }
        try self.init(device: device, records: records)
    }

    /// Reads the text form: `sealedpush-device-1:`, the bundle, a point and six check bytes in
    /// base64url.
    ///
    /// - Throws: ``WireError``.
    public init(text: String) throws(WireError) {
        let bytes = try CheckedText.device.decode(text)
        try self.init(reading: bytes.span)
    }

    /// The reusable record, if there is one.
    public var reusable: PrekeyRecord? { records.first { $0.terms.class == .reusable } }

    /// The binary form: version, identity, number of records, records.
    public var bytes: [UInt8] {
        var bytes = [Self.version] + device.bytes
        bytes.append(bigEndian: UInt16(records.count))
        for record in records { bytes += record.bytes }
        return bytes
    }

    /// The text form, in which a typing error is noticed.
    public var text: String { CheckedText.device.encode(bytes) }
}
