// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension PrekeyRecord {
    /// The id of a prekey in an envelope: 8 bytes of a hash over the device and the whole record.
    public struct ID: Hashable, Sendable {
        /// The id, 8 bytes.
        public let bytes: [UInt8]

        /// The size of an id in bytes.
        public static let count = 8

        /// Takes an id of 8 bytes; another size is a caller's bug.
        public init(_ bytes: [UInt8]) {
            precondition(bytes.count == Self.count, "a prekey id has 8 bytes")
            self.bytes = bytes
        }
    }
}

extension PrekeyRecord.ID: CustomStringConvertible {
    /// The id in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}
