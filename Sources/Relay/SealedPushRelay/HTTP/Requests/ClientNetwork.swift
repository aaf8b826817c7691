// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tells the network that a request comes from, also behind proxies that the operator trusts.
package struct ClientNetwork: Sendable {
    private let proxies: Set<[UInt8]>

    /// Takes the addresses of proxies whose `X-Forwarded-For` counts.
    ///
    /// - Throws: ``ClientNetworkError``.
    package init(trusting proxies: [String] = []) throws(ClientNetworkError) {
        var addresses: Set<[UInt8]> = []
        for proxy in proxies {
            guard let bytes = Self.bytes(of: proxy) else { throw .notAnAddress(proxy) }
            addresses.insert(bytes)
        }
        self.proxies = addresses
    }

    /// The network of a client: of the last address that is no trusted proxy's.
    ///
    /// What has no address counts as one network, and so does a name that a proxy gives.
    func prefix(of headers: HTTPFields, from peer: String?) -> NetworkPrefix {
        var address = peer.flatMap(Self.bytes)
        var hops = headers[.forwardedFor]?.split(separator: ",") ?? []
        while let known = address, proxies.contains(known), let hop = hops.popLast() {
            address = Self.bytes(of: String(hop.filter { $0 != " " }))
        }
        let none = NetworkPrefix(address: [0, 0, 0, 0])
        guard let prefix = address.flatMap({ NetworkPrefix(address: $0) }) ?? none else {
            preconditionFailure("four bytes are an address")
        }
        return prefix
    }

    /// The network of a connection; nil for a trusted proxy's, which carries many clients'
    /// requests.
    func prefix(of peer: String?) -> NetworkPrefix? {
        guard let address = peer.flatMap(Self.bytes), !proxies.contains(address) else { return nil }
        return NetworkPrefix(address: address)
    }

    /// The bytes of an address of IPv4 or IPv6; IPv4 that is written as IPv6 is IPv4.
    private static func bytes(of text: String) -> [UInt8]? {
        if let bytes = bytes(of: text, AF_INET, count: 4) { return bytes }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes(of: text, AF_INET6, count: 16).map {
            $0.starts(with: mapped) ? Array($0.dropFirst(12)) : $0
        }
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        // The buffer is as large as an address of the family.
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(family, text, buffer.baseAddress)
        }
        return result == 1 ? bytes : nil
    }
}

/// Why proxies cannot be trusted.
package enum ClientNetworkError: Error, Hashable {
    /// This is no address of IPv4 or IPv6.
    case notAnAddress(String)
}

extension HTTPField.Name {
    fileprivate static let forwardedFor = known("X-Forwarded-For")
}
