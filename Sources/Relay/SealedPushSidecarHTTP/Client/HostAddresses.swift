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
