// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Sixty digits that two people compare to know that they hold each other's true keys.
public struct SafetyNumber: Hashable, Sendable {
    /// The digits, the sender's thirty first.
    public let digits: String

    private static let senderRole: UInt8 = 1
    private static let deviceRole: UInt8 = 2
    private static let iterations = 5199
    private static let groupsPerKey = 6
    private static let digitCount = 60
    private static let scannedPrefix = "sealedpush-number-1:"

    /// Computes the number of a sender and a device.
    ///
    /// Both identities passed the identity rule when they were read (V-25).
    ///
    /// - Throws: ``WireError/equalKeys``.
    public init(sender: SenderIdentity, device: DeviceIdentity) throws(WireError) {
        guard sender.bytes != device.bytes else { throw .equalKeys }
        digits =
            Self.half(role: Self.senderRole, key: sender.bytes)
            + Self.half(role: Self.deviceRole, key: device.bytes)
    }

    /// Reads a number that a person typed: sixty digits, with spaces, line breaks or hyphens
    /// anywhere.
    ///
    /// Gives nil for anything else.
    public init?(typed text: String) {
        let separators: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "-")]
        self.init(digits: text.utf8.filter { !separators.contains($0) })
    }

    /// Reads the text of a code that a camera saw; white space around it does not count.
    ///
    /// Gives nil for anything but the prefix and sixty digits.
    public init?(scanned text: String) {
        let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = text.utf8.drop { white.contains($0) }
        guard bytes.starts(with: Self.scannedPrefix.utf8) else { return nil }
        var digits = Array(bytes.dropFirst(Self.scannedPrefix.utf8.count))
        while let last = digits.last, white.contains(last) { digits.removeLast() }
        self.init(digits: digits)
    }

    private init?(digits: [UInt8]) {
        guard digits.count == Self.digitCount,
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// The text of a code that a camera reads: the prefix and the sixty digits.
    public var scanned: String { Self.scannedPrefix + digits }

    /// The digits in groups of five, as people read them out.
    public var grouped: String {
        stride(from: 0, to: digits.utf8.count, by: 5)
            .map { digits.dropFirst($0).prefix(5) }
            .joined(separator: " ")
    }

    private static func half(role: UInt8, key: [UInt8]) -> String {
        let suffix = [role] + key
        var hash = SHA512.hash((Label.safetyNumber + suffix).span)
        for _ in 0..<iterations {
            hash = SHA512.hash((hash + suffix).span)
        }
        return (0..<groupsPerKey).map { group in
            let number = hash[group * 5..<group * 5 + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let text = String(number % 100_000)
            return String(repeating: "0", count: 5 - text.utf8.count) + text
        }
        .joined()
    }
}

extension SafetyNumber: CustomStringConvertible {
    /// The digits in groups of five.
    public var description: String { grouped }
}
