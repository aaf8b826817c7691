// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An address as the system's calls take it: a port of a host, or a socket that has a path.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var size: socklen_t

    /// The address of a port, or where the host is a path, of the socket there.
    init(_ host: String, port: Int = 0) {
        size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let number = UInt16(port).bigEndian
        if host.hasPrefix("/") {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { name in
                unsafe name.copyBytes(from: host.utf8.prefix(name.count - 1))
            }
            set(address)
        } else if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = number
            unsafe inet_pton(AF_INET6, host, &address.sin6_addr)
            set(address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = number
            unsafe inet_pton(AF_INET, host, &address.sin_addr)
            set(address)
        }
    }

    private mutating func set<Address>(_ address: Address) {
        size = socklen_t(MemoryLayout<Address>.size)
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: bytes) }
        }
    }

    /// The address of this end of a socket.
    init(of socket: Int32) {
        self.init("127.0.0.1")
        _ = unsafe lend { unsafe getsockname(socket, $0, $1) }
    }

    /// Its port.
    var port: Int {
        // Both kinds of addresses have it at the same place.
        unsafe withUnsafeBytes(of: storage) { bytes in
            Int(UInt16(bigEndian: unsafe bytes.load(fromByteOffset: 2, as: UInt16.self)))
        }
    }

    /// A new socket for it, which no other program inherits.
    func socket(waits: Bool = true) -> Int32 {
        let waiting = waits ? 0 : Int32(SOCK_NONBLOCK.rawValue)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | waiting
        return Foundation.socket(Int32(storage.ss_family), type, 0)
    }

    /// Lends it to a call, which may write another one, and says whether the call succeeds.
    mutating func lend(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Bool {
        var (bytes, count) = (storage, size)
        defer { (storage, size) = (bytes, count) }
        // The address outlives the call, which is given its size.
        return unsafe withUnsafeMutablePointer(to: &bytes) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe call(pointer, &count) == 0
            }
        }
    }
}
