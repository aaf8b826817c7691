// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What an envelope calls itself by: 16 bytes that are fresh for each envelope.
package struct MessageID: Hashable, Sendable {
    /// The id, 16 bytes.
    package let bytes: [UInt8]

    /// The size of an id in bytes.
    package static let count = 16

    /// Takes an id of 16 bytes; another size is a caller's bug.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "a message id has 16 bytes")
        self.bytes = bytes
    }
}

extension MessageID: CustomStringConvertible {
    /// The id in lower-case hex.
    package var description: String { Hex.encode(bytes.span) }
}
