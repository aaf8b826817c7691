// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a device hands out: its identity and at most 256 prekey records, every one verified.
public struct DeviceBundle: Hashable, Sendable {
    /// The device.
    public let device: DeviceIdentity
    /// Its records, in the order they came in.
    public let records: [PrekeyRecord]

    /// The most records in a bundle.
    public static let maximumRecords = 256

    private static let version: UInt8 = 1
    private static let countOffset = 1 + DeviceIdentity.count
    private static let headCount = countOffset + 2

    /// The most bytes that a bundle has: its head and 256 records of suite 2.
    public static let maximumCount = headCount + maximumRecords * PrekeyRecord.count(of: .xwing)

    /// Takes records of one device.
    ///
    /// - Throws: ``WireError/tooManyRecords``, ``WireError/repeatedPrekey``,
    ///   ``WireError/repeatedReusable``, or ``WireError/wrongSignature`` for another device's record.
    public init(device: DeviceIdentity, records: [PrekeyRecord]) throws(WireError) {
        guard records.count <= Self.maximumRecords else { throw .tooManyRecords }
        for record in records where record.device != device { throw .wrongSignature }
        guard Set(records.map(\.id)).count == records.count else { throw .repeatedPrekey }
        let reusable = records.filter { $0.terms.class == .reusable }
        guard Set(reusable.map(\.suite)).count == reusable.count else { throw .repeatedReusable }
        self.device = device
        self.records = records
    }

    /// Reads the binary form and verifies every record; nothing may follow them.
    ///
    /// - Throws: ``WireError``.
    public init(reading bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count >= 1 else { throw .wrongLength }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count >= Self.headCount else { throw .wrongLength }
        let device = try DeviceIdentity(reading: bytes.extracting(1..<Self.countOffset))
        let count = Int(bytes.bigEndian(UInt16.self, at: Self.countOffset))
        guard count <= Self.maximumRecords else { throw .tooManyRecords }
        var records: [PrekeyRecord] = []
        var offset = Self.headCount
        for _ in 0..<count {
            let rest = bytes.extracting(droppingFirst: offset)
            let length = PrekeyRecord.count(of: try PrekeyRecord.suite(of: rest))
            guard rest.count >= length else { throw .wrongLength }
            records.append(try PrekeyRecord(reading: rest.extracting(first: length), of: device))
            offset += length
        }
        guard offset == bytes.count else { throw .wrongLength }
        try self.init(device: device, records: records)
    }

    /// Reads the text form: `sealedpush-device-1:`, the bundle, a point and six check bytes in base64url.
    ///
    /// - Throws: ``WireError``.
    public init(text: String) throws(WireError) {
        let bytes = try CheckedText.device.decode(text)
        try self.init(reading: bytes.span)
    }

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
