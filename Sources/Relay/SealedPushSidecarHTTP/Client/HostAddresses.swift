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

    /// Whether a host is an address that no public server has, or the name of this machine.
    ///
    /// An address may have any form that the system reads (`127.1`), and names that end with
    /// `localhost` are this machine's (RFC 6761, section 6.3). No name is looked up.
    static func isLocal(_ host: String) -> Bool {
        let labels = host.split(separator: ".")
        guard labels.last != "localhost" else { return true }
        guard let addresses = try? all(of: host, 443, flags: AI_NUMERICHOST) else { return false }
        return !addresses.contains(where: PublicAddress.contains)
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
