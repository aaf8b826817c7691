// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// `apns-id`: what a push is called from its first attempt to its last, a UUID in lower case.
public struct APNsID: Hashable, Sendable {
    /// The 36 characters of the header.
    public let text: String

    /// Takes a UUID in hexadecimal with hyphens, in either case, or gives nil.
    public init?(_ text: String) {
        guard let text = UUIDText.normalized(text) else { return nil }
        self.text = text
    }

    /// Takes the 16 bytes of a UUID; any other number is a caller's bug.
    package init(bytes: [UInt8]) {
        text = UUIDText.encode(bytes.span)
    }

    /// Makes a new random id (RFC 9562, section 5.4).
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Makes a new random id (RFC 9562, section 5.4).
    public init(using generator: inout some RandomNumberGenerator) {
        // The system's generator costs a system call each time.
        let words = [generator.next(), generator.next()]
        let bytes = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        self.init(bytes: UUIDText.version4(of: bytes))
    }
}

extension APNsID: CustomStringConvertible {
    /// The UUID.
    public var description: String { text }
}
