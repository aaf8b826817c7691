// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A socket that listens at a port of this machine; it goes with its owner.
package final class Listener: Sendable {
    /// The system gives no socket, for this reason.
    package struct Failure: Error {
        /// As `errno` has it.
        package let code: Int32
    }

    /// Open until neither its owner nor the thread that accepts has it.
    private final class Socket: Sendable {
        let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// The next connection; nil once the socket is shut down.
        func accept() -> RawConnection? {
            while true {
                let connection = Foundation.accept(descriptor, nil, nil)
                if connection >= 0 { return RawConnection(accepted: connection) }
                guard [EINTR, ECONNABORTED, EMFILE].contains(errno) else { return nil }
            }
        }
    }

    /// The port.
    package let port: Int
    private let socket: Socket

    /// Listens.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any.
    ///   - host: The address of this machine.
    ///   - queue: How many connections may wait for being accepted.
    /// - Throws: ``Failure``.
    package init(at port: Int = 0, of host: String = "127.0.0.1", queue: Int32 = 64) throws {
        var address = SocketAddress(host, port: port)
        socket = Socket(address.socket())
        let descriptor = socket.descriptor
        guard unsafe address.lend({ unsafe bind(descriptor, $0, $1.pointee) }),
            listen(descriptor, queue) == 0
        else { throw Failure(code: errno) }
        self.port = SocketAddress(of: descriptor).port
    }

    deinit { end() }

    /// Takes no further connections.
    package func end() { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }

    /// Waits for the next connection.
    package func accept() -> RawConnection? { socket.accept() }

    /// True while a connection waits for being accepted.
    package var hasConnection: Bool {
        var look = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&look, 1, 0) > 0
    }

    /// Serves each connection on a thread of its own, as long as this is there.
    package func serve(_ body: @escaping @Sendable (RawConnection) -> Void) {
        Thread.detachNewThread { [socket] in
            while let connection = socket.accept() {
                Thread.detachNewThread { body(connection) }
            }
        }
    }

    /// A port of this machine that is free now, and that this process gives once.
    ///
    /// The system gives none of these to a client or to a server that asks for any.
    package static func freePort() -> Int {
        while true {
            let port = Int.random(in: 20_000..<30_000)
            guard given.withLock({ $0.insert(port).inserted }) else { continue }
            if (try? Listener(at: port)) != nil { return port }
        }
    }

    private static let given = Mutex<Set<Int>>([])
}
