// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A connection over which bytes go as a test says, and not as HTTP does.
package final class RawConnection: Sendable {
    private let descriptor: Int32
    /// POLLRDHUP, which the library's header hides: the other end sends nothing more.
    private static let ended: Int32 = 0x2000

    /// The reason for which nothing was sent or read.
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
    ///   - waits: Whether the other end has to take it.
    /// - Throws: ``Failure/notConnected(_:)``.
    package convenience init(
        port: Int,
        from source: String = "127.0.0.1",
        waits: Bool = true
    ) throws {
        try self.init(to: SocketAddress("127.0.0.1", port: port), from: source, waits: waits)
    }

    /// Connects to the socket at a path.
    package convenience init(path: String) throws {
        try self.init(to: SocketAddress(path), from: nil, waits: true)
    }

    private init(to address: SocketAddress, from source: String?, waits: Bool) throws {
        var address = address
        let descriptor = address.socket(waits: waits)
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw Failure.notConnected(errno) }
        if let source {
            var source = SocketAddress(source)
            guard unsafe source.lend({ unsafe bind(descriptor, $0, $1.pointee) }) else {
                throw Failure.notConnected(errno)
            }
        }
        guard
            unsafe address.lend({ unsafe connect(descriptor, $0, $1.pointee) })
                || (!waits && errno == EINPROGRESS)
        else { throw Failure.notConnected(errno) }
    }

    init(accepted descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The port of this end.
    package var port: Int { SocketAddress(of: descriptor).port }

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
                unsafe Foundation.send(
                    descriptor,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Failure.closed }
            left = left.dropFirst(count)
        }
    }

    /// Says that nothing more comes.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends both directions.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// True once the other end has closed the connection, as far as this end knows by now.
    package var isClosed: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN | Self.ended), revents: 0)
        guard unsafe poll(&state, 1, 0) > 0 else { return false }
        return state.revents & Int16(Self.ended | POLLHUP | POLLERR) != 0
    }

    /// The bytes that come next; nil once the other end has closed the connection.
    ///
    /// It blocks.
    package func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // The buffer outlives the call.
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// The bytes that come until a text has come as well, or the connection is closed.
    ///
    /// It blocks.
    package func read(upTo end: String) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.firstRange(of: end.utf8) == nil, let part = read() { bytes += part }
        return bytes
    }

    /// The text that comes until the other end closes the connection, on a thread that waits for
    /// it.
    package func rest() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                while let part = read() { bytes += part }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// The text that comes until another has come as well, or the connection is closed.
    package func answer(upTo end: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                continuation.resume(returning: String(decoding: read(upTo: end), as: UTF8.self))
            }
        }
    }

    /// Carries all that comes to another connection, and back, until one of them ends.
    ///
    /// - Parameters:
    ///   - other: The other connection.
    ///   - isLost: Whether what has come gets lost on the way.
    package func join(
        _ other: RawConnection,
        isLost: @escaping @Sendable () -> Bool = { false }
    ) {
        let answered = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            other.forward(to: self, isLost)
            answered.signal()
        }
        forward(to: other, isLost)
        answered.wait()
    }

    /// Forwards until one side ends, and ends the other.
    private func forward(to sink: RawConnection, _ isLost: () -> Bool) {
        while let bytes = read() {
            guard !isLost() else { continue }
            guard (try? sink.send(bytes)) != nil else { break }
        }
        end()
        sink.end()
    }
}
