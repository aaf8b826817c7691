// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server on loopback that answers each HTTP request as its test says, on a thread of its own.
///
/// It closes the connection after each answer, and goes with its owner.
public final class WebServer: Sendable {
    /// An answer to a request.
    public struct Answer: Sendable {
        /// The time that passes before it is sent.
        public var delay: Duration
        /// Its status.
        public var status: Int
        /// The type of its body.
        public var type: String
        /// Its body.
        public var body: [UInt8]

        /// An answer with 200, at once unless told.
        public init(_ body: [UInt8], type: String, after delay: Duration = .zero, status: Int = 200)
        {
            (self.body, self.type, self.delay, self.status) = (body, type, delay, status)
        }

        fileprivate var bytes: [UInt8] {
            let head = """
                HTTP/1.1 \(status) Answer\r
                Content-Type: \(type)\r
                Content-Length: \(body.count)\r
                Connection: close\r
                \r

                """
            return Array(head.utf8) + body
        }
    }

    /// Why there is no server.
    public struct Failure: Error {
        /// What the system says.
        public let code: Int32
    }

    private let descriptor: Int32
    private let port: UInt16
    private let log = Log()

    private final class Log: Sendable {
        let paths = Mutex<[String]>([])
    }

    /// A server that answers the request for each path, with its query, as `answer` says.
    ///
    /// - Throws: ``Failure`` where the system gives no socket.
    public init(answer: @escaping @Sendable (_ path: String) -> Answer) throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard unsafe bind(descriptor, pointer, size) == 0, listen(descriptor, 64) == 0
                else {
                    return errno
                }
                return unsafe getsockname(descriptor, pointer, &size) == 0 ? 0 : errno
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard code == 0 else {
            close(descriptor)
            throw Failure(code: code)
        }
        Thread.detachNewThread { [log] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread {
                    Self.serve(connection) { path in
                        log.paths.withLock { $0.append(path) }
                        return answer(path)
                    }
                }
            }
            close(descriptor)
        }
    }

    deinit {
        // The thread that accepts wakes, and closes it.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Where a path of it is, as `"/photo.png"`.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The paths that were asked for, in order.
    public var paths: [String] { log.paths.withLock(\.self) }

    private static func serve(_ connection: Int32, _ answer: (String) -> Answer) {
        defer { close(connection) }
        guard let path = path(of: connection) else { return }
        let answer = answer(path)
        Thread.sleep(forTimeInterval: answer.delay / .seconds(1))
        var rest = answer.bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { bytes in
                unsafe send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Reads a request's head, and gives what it asks for.
    private static func path(of connection: Int32) -> String? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !head.contains([13, 10, 13, 10]) {
            let got = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe recv(connection, bytes.baseAddress, bytes.count, 0)
            }
            guard got > 0, head.count < 65_536 else { return nil }
            head += buffer[..<got]
        }
        let words = String(decoding: head, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? String(words[1]) : nil
    }
}
