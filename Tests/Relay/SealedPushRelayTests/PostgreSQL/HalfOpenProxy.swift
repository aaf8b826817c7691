// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A way over TCP to a server's socket; it swallows all bytes while it is told to.
final class HalfOpenProxy: Sendable {
    private let listener: Int32
    private let path: String
    private let swallows = Mutex(false)
    let port: UInt16

    /// Takes connections on loopback and makes one to the socket at `path` for each.
    init(to path: String) throws {
        self.path = path
        let listener = socket(AF_INET, Self.stream, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isReady else { throw CocoaError(.featureUnsupported) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread { [self] in serve(client) }
            }
            close(listener)
        }
    }

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    var isSwallowing: Bool {
        get { swallows.withLock(\.self) }
        set { swallows.withLock { $0 = newValue } }
    }

    /// Takes no further connections.
    func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Self.stream, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { name in
            unsafe name.copyBytes(from: path.utf8.prefix(name.count - 1))
        }
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = unsafe connect(server, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        let answered = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            forward(from: server, to: client)
            answered.signal()
        }
        forward(from: client, to: server)
        answered.wait()
        for socket in [client, server] { close(socket) }
    }

    /// Forwards until one side ends, and ends the other.
    private func forward(from source: Int32, to sink: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = unsafe recv(source, &bytes, bytes.count, 0), count > 0 {
            guard !isSwallowing else { continue }
            // A buffer of the system takes all of it in one call, as the socket blocks.
            guard unsafe send(sink, bytes, count, Int32(MSG_NOSIGNAL)) == count else {
                break
            }
        }
        for socket in [source, sink] { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}
