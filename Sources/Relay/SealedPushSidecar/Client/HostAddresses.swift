// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a host's name stands for.
enum HostAddresses {
    /// The name is not known, or nothing could be asked for it.
    struct Unknown: Error {}

    /// All addresses of a host, in the order in which the system would try them.
    ///
    /// It holds its thread, as the system's resolver does.
    static func all(of host: String, _ port: Int) throws(Unknown) -> [SocketAddress] {
        try all(of: host, port, flags: nil)
    }

    /// Whether a host is one that no public server has: an address, a name of this machine or its
    /// network, or neither an address nor a name.
    ///
    /// An address may have any form that the system reads (`127.1`). Names that end with
    /// `localhost` are this machine's (RFC 6761, section 6.3), those with `local` its network's
    /// (RFC 6762, section 3). Labels have 1 to 63 bytes, and that of a top-level domain begins with
    /// no digit (RFC 1034, section 3.1; RFC 3696, section 2). No name is looked up.
    static func isNeverPublic(_ host: String) -> Bool {
        // The dot of the root may end a name.
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        if let addresses = try? all(of: String(name), 443, flags: AI_NUMERICHOST) {
            return !addresses.contains(where: PublicAddress.contains)
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, !["localhost", "local"].contains(last) else { return true }
        return last.first?.isNumber != false || name.contains(":")
            || labels.contains { !(1...63).contains($0.utf8.count) } || name.utf8.count > 253
    }

    private static func all(
        of host: String,
        _ port: Int,
        flags: Int32?
    ) throws(Unknown) -> [SocketAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = flags ?? 0
        // Without hints the system chooses flags of its own.
        let status =
            unsafe flags == nil
            ? getaddrinfo(host, String(port), nil, &list)
            : getaddrinfo(host, String(port), &hints, &list)
        guard status == 0 else { throw Unknown() }
        // The list is the system's until then, and nothing of it is kept.
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let info = unsafe next {
            // There is one for each kind of socket.
            if let address = unsafe address(in: info.pointee), !addresses.contains(address) {
                addresses.append(address)
            }
            unsafe next = info.pointee.ai_next
        }
        return addresses
    }

    private static func address(in info: addrinfo) -> SocketAddress? {
        guard let pointer = unsafe UnsafeRawPointer(info.ai_addr) else { return nil }
        // The family says what lies at the address.
        return switch unsafe info.ai_family {
        case AF_INET: unsafe SocketAddress(pointer.loadUnaligned(as: sockaddr_in.self))
        case AF_INET6: unsafe SocketAddress(pointer.loadUnaligned(as: sockaddr_in6.self))
        default: nil
        }
    }
}

/// Tells addresses of the public network from those of this machine and of networks that only it
/// may reach.
///
/// What a backend names as an endpoint must not lead into the backend's own network.
enum PublicAddress {
    /// Whether a public server may have this address.
    static func contains(_ address: SocketAddress) -> Bool {
        switch address {
        // The address stands behind family and port, and in IPv6 behind the flow as well.
        case .v4: isPublic(number(bytes(of: address)[4..<8]))
        case .v6: isPublic(Array(bytes(of: address)[8..<24]))
        case .unixDomainSocket: false
        }
    }

    private static func bytes(of address: SocketAddress) -> [UInt8] {
        unsafe address.withSockAddr { pointer, count in
            unsafe Array(UnsafeRawBufferPointer(start: pointer, count: count))
        }
    }

    /// The networks of IPv4 that no public server is in (RFC 6890), groups, and what is reserved.
    private static let reserved: [(prefix: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8),
        (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24),
        (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
        (0xE000_0000, 3),
    ]

    private static func isPublic(_ address: UInt32) -> Bool {
        !reserved.contains { address >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
    }

    /// Of IPv6 global unicast alone is public (RFC 4291), without what leads to IPv4 by way of a
    /// translator or a tunnel, unless that is public itself, and without documentation's.
    private static func isPublic(_ bytes: [UInt8]) -> Bool {
        if bytes[..<12] == [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
            return isPublic(number(bytes[12...]))
        }
        guard bytes[0] >> 5 == 1 else { return false }
        // 6to4 has the address of IPv4 behind its prefix.
        if bytes[..<2] == [0x20, 0x02] { return isPublic(number(bytes[2..<6])) }
        let first = number(bytes[..<4])
        // Protocols' own (2001::/23, with Teredo), and documentation's.
        return first >> 9 != 0x2001_0000 >> 9 && first != 0x2001_0DB8
            && first >> 12 != 0x3FFF_0000 >> 12
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
