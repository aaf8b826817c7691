// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server on loopback that answers each HTTP request as its test says, on a thread of its own.
///
/// It closes the connection after each answer, and goes with its owner.
public final class WebServer: Sendable {
    /// A request.
    public struct Request: Sendable {
        /// The request line and the headers.
        public let head: String
        /// The bytes behind them.
        public let body: [UInt8]

        /// The path that is asked for, with its query.
        public var path: String {
            head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }
    }

    /// An answer to a request.
    public struct Answer: Sendable {
        /// The time that passes before it is sent.
        public var delay = Duration.zero
        /// The bytes that are sent.
        public var bytes: [UInt8]

        /// An answer with 200, at once unless told.
        public init(
            _ body: [UInt8],
            type: String,
            after delay: Duration = .zero,
            status: Int = 200
        ) {
            self.init("\(status) Answer", ["Content-Type: \(type)"], body: body)
            self.delay = delay
        }

        /// An answer with a body; without a length it ends with the connection.
        public init(
            _ status: String,
            _ headers: [String] = [],
            body: [UInt8] = [],
            tellsLength: Bool = true
        ) {
            let length = tellsLength ? ["Content-Length: \(body.count)"] : []
            let head = ["HTTP/1.1 \(status)", "Connection: close"] + length + headers
            bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
        }
    }

    private let listener: Listener
    private let log = Log()

    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    /// A server that answers each request as `answer` says, or where that is nil, never.
    ///
    /// - Throws: What the system says where it gives no socket.
    public init(answer: @escaping @Sendable (Request) -> Answer?) throws {
        listener = try Listener()
        listener.serve { [log] connection in
            guard let request = Self.request(from: connection) else { return }
            log.requests.withLock { $0.append(request) }
            if let answer = answer(request) {
                Thread.sleep(forTimeInterval: answer.delay / .seconds(1))
                try? connection.send(answer.bytes)
            } else {
                // Until the other side gives up.
                _ = connection.read()
            }
        }
    }

    /// The URL of a path of it, as `"/photo.png"`.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The port that it listens at.
    public var port: Int { listener.port }

    /// The requests that came, in order.
    public var requests: [Request] { log.requests.withLock(\.self) }

    private static func request(from connection: RawConnection) -> Request? {
        let end = "\r\n\r\n"
        var bytes = connection.read(upTo: end)
        guard let head = bytes.firstRange(of: end.utf8) else { return nil }
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
        let length = text.firstMatch(of: #/(?i)\r\ncontent-length: *(\d+)/#).flatMap { Int($0.1) }
        while bytes.count - head.upperBound < length ?? 0 {
            guard let part = connection.read() else { return nil }
            bytes += part
        }
        return Request(head: text, body: Array(bytes[head.upperBound...]))
    }
}
