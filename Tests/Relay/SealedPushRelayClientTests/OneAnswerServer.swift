// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server on the loopback interface that answers one request with zeros, or not at all.
final class OneAnswerServer: Sendable {
    private let socket: Int32
    let port: UInt16
    private let sent = Mutex<(count: Int?, waiting: CheckedContinuation<Int, Never>?)>((nil, nil))
    private let read = Mutex<[UInt8]>([])

    enum Body: Hashable, Sendable {
        case bytes(Int)
        case endless
        /// It sends the client to another server.
        case redirect(String)
        /// A byte now and then.
        case slow
        /// There is no answer, not even a head.
        case none
    }

    /// Listens at 127.0.0.1, or at ::1, on a thread of its own.
    init(_ body: Body, overIPv6 isIPv6: Bool = false) throws {
        socket = Foundation.socket(
            isIPv6 ? AF_INET6 : AF_INET,
            Int32(SOCK_STREAM.rawValue),
            0
        )
        let port: UInt16?
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            port = Self.listen(at: &address, of: socket) ? address.sin6_port : nil
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            port = Self.listen(at: &address, of: socket) ? address.sin_port : nil
        }
        guard let port else { throw CocoaError(.featureUnsupported) }
        self.port = UInt16(bigEndian: port)
        Thread.detachNewThread { [self] in
            let sent = serve(body)
            let waiting = self.sent.withLock { state in
                state.count = sent
                return state.waiting
            }
            waiting?.resume(returning: sent)
        }
    }

    deinit { close(socket) }

    /// Listens at an address, into which the port is written.
    private static func listen<Address>(at address: inout Address, of socket: Int32) -> Bool {
        var length = socklen_t(MemoryLayout<Address>.size)
        // The address outlives the calls, which are given its size.
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(socket, address, length) == 0 && Foundation.listen(socket, 1) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
    }

    /// The first bytes that came.
    var request: [UInt8] { read.withLock(\.self) }

    var origin: String { "http://127.0.0.1:\(port)" }

    /// How many bytes of the body were sent, once all were or the other end has closed.
    func end() async -> Int {
        await withCheckedContinuation { continuation in
            let count = sent.withLock { state in
                if state.count == nil { state.waiting = continuation }
                return state.count
            }
            if let count { continuation.resume(returning: count) }
        }
    }

    private func serve(_ body: Body) -> Int {
        let connection = accept(socket, nil, nil)
        defer { close(connection) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // The request has no body, and comes in one piece.
        let length = unsafe Foundation.read(connection, &buffer, buffer.count)
        guard length > 0 else { return 0 }
        read.withLock { $0 = Array(buffer[..<length]) }
        var limit: Int?
        switch body {
        case .bytes(let count): limit = count
        case .endless, .slow: break
        case .redirect(let url):
            let head = "HTTP/1.1 307 Elsewhere\r\nLocation: \(url)\r\nContent-Length: 0\r\n\r\n"
            _ = send(Array(head.utf8), to: connection)
            return 0
        case .none:
            _ = unsafe Foundation.read(connection, &buffer, buffer.count)
            return 0
        }
        let field = limit.map { "Content-Length: \($0)\r\n" } ?? ""
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\(field)\r\n"
        guard send(Array(head.utf8), to: connection) else { return 0 }
        var count = 0
        while limit.map({ count < $0 }) ?? true {
            let size = body == .slow ? 1 : 65_536
            let part = Array(repeating: UInt8(0), count: min(size, (limit ?? .max) - count))
            guard send(part, to: connection) else { return count }
            count += part.count
            // As a network would have it: this machine's own would fill the client's memory at
            // once.
            usleep(2_000)
        }
        return count
    }

    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            // The bytes outlive the call.
            let count = unsafe left.withUnsafeBytes { buffer in
                unsafe Foundation.send(
                    connection,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }
}
