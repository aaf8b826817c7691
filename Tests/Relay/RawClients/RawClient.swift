// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A connection that sends bytes as a test says, and not as HTTP does.
package final class RawClient: Sendable {
    private let descriptor: Int32
    /// POLLRDHUP, which the library's header hides: the other end sends nothing more.
    private static let ended: Int32 = 0x2000

    /// Why nothing was sent or read.
    package enum Failure: Error, Hashable {
        case notConnected(Int32)
        /// The other end has closed the connection.
        case closed
    }

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The address of this machine that it comes from.
    /// - Throws: ``Failure/notConnected(_:)``.
    package init(port: Int, from source: String = "127.0.0.1") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure.notConnected(errno) }
        let isConnected =
            unsafe Self.with(source, 0) { unsafe bind(descriptor, $0, $1) == 0 }
            && Self.with("127.0.0.1", UInt16(port)) { unsafe connect(descriptor, $0, $1) == 0 }
        guard isConnected else {
            let reason = errno
            close(descriptor)
            throw Failure.notConnected(reason)
        }
    }

    deinit { close(descriptor) }

    /// Sends a text; it blocks.
    ///
    /// - Throws: ``Failure/closed``.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes; it blocks.
    ///
    /// - Throws: ``Failure/closed``.
    package func send(_ bytes: [UInt8]) throws {
        var left = bytes[...]
        while !left.isEmpty {
            // The bytes outlive the call.
            let count = unsafe left.withUnsafeBytes { buffer in
                unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.closed }
            left = left.dropFirst(count)
        }
    }

    /// Says that nothing more comes.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the other end has closed the connection, as far as this end knows by now.
    package var isClosed: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN | Self.ended), revents: 0)
        guard unsafe poll(&state, 1, 0) > 0 else { return false }
        return state.revents & Int16(Self.ended | POLLHUP | POLLERR) != 0
    }

    /// What comes until the other end closes the connection, on a thread that waits for it.
    package func rest() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                while let part = read() { bytes += part }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// What comes until a text has come as well, or the connection is closed.
    package func answer(upTo end: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var text = ""
                while !text.contains(end), let part = read() {
                    text += String(decoding: part, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // The buffer outlives the call.
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private static func with(
        _ host: String,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        unsafe inet_pton(AF_INET, host, &address.sin_addr)
        // The address outlives the call, which is given its size.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Runs what blocks on a thread of its own.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
