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
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), nil, &list) == 0 else { throw Unknown() }
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
