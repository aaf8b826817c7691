// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport

/// A server on the loopback interface that answers one request with zeros, or not at all.
final class OneAnswerServer: Sendable {
    let port: Int
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
        let listener = try Listener(of: isIPv6 ? "::1" : "127.0.0.1", queue: 1)
        port = listener.port
        Thread.detachNewThread { [self] in
            let sent = listener.accept().map { serve($0, body) } ?? 0
            let waiting = self.sent.withLock { state in
                state.count = sent
                return state.waiting
            }
            waiting?.resume(returning: sent)
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

    private func serve(_ connection: RawConnection, _ body: Body) -> Int {
        // The request has no body, and comes in one piece.
        guard let request = connection.read() else { return 0 }
        read.withLock { $0 = request }
        var limit: Int?
        switch body {
        case .bytes(let count): limit = count
        case .endless, .slow: break
        case .redirect(let url):
            let head = "HTTP/1.1 307 Elsewhere\r\nLocation: \(url)\r\nContent-Length: 0\r\n\r\n"
            try? connection.send(head)
            return 0
        case .none:
            _ = connection.read()
            return 0
        }
        let field = limit.map { "Content-Length: \($0)\r\n" } ?? ""
        var count = 0
        do {
            try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\(field)\r\n")
            while limit.map({ count < $0 }) ?? true {
                let size = min(body == .slow ? 1 : 65_536, (limit ?? .max) - count)
                try connection.send(Array(repeating: 0, count: size))
                count += size
                // As a network would have it: this machine's own would fill the client's memory
                // at once.
                usleep(2_000)
            }
        } catch {
            // The other end has closed the connection.
        }
        return count
    }
}
