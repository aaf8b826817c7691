// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The network that a request comes from: what one subscriber of a provider has, whatever its last bytes.
package struct NetworkPrefix: Hashable, Sendable {
    /// The first 3 bytes of an IPv4 address (/24), or the first 7 of an IPv6 address (/56).
    package let bytes: [UInt8]

    /// Takes an address of 4 or 16 bytes, or gives nil.
    ///
    /// An IPv4 address that is written as IPv6 (`::ffff:a.b.c.d`) counts as IPv4.
    package init?(address: [UInt8]) {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        switch address.count {
        case 4: bytes = Array(address.prefix(3))
        case 16 where address.starts(with: mapped): bytes = Array(address[12..<15])
        case 16: bytes = Array(address.prefix(7))
        default: return nil
        }
    }
}
