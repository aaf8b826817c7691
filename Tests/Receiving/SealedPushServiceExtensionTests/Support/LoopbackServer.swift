// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server of HTTP/1.1 on the loopback interface, which answers each path with the bytes that it
/// was given.
final class LoopbackServer: Sendable {
    private let socket: Int32
    let port: UInt16
    private let answers: [String: [UInt8]]
    private let requests = Mutex<[String]>([])

    /// A server; a path without an answer is never answered.
    init(_ answers: [String: [UInt8]]) throws {
        self.answers = answers
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isReady = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isReady else { throw CocoaError(.featureUnsupported) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            // Here, where no other socket can have its number by then.
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                // It is shut down.
                if connection < 0, errno == EINVAL { return }
                guard connection >= 0 else { continue }
                guard let self else {
                    close(connection)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    /// Ends the thread that takes connections, which closes the socket.
    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// What was asked for, with the headers.
    var asked: [String] { requests.withLock(\.self) }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let count = unsafe read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            request += buffer.prefix(count)
        }
        let text = String(decoding: request, as: UTF8.self)
        requests.withLock { $0.append(text) }
        let path = String(text.split(separator: " ").dropFirst().first?.dropFirst() ?? "")
        guard let answer = answers[path] else {
            // Until the other side gives up.
            _ = unsafe read(connection, &buffer, buffer.count)
            return
        }
        var sent = 0
        while sent < answer.count {
            let count = unsafe answer.withUnsafeBytes {
                unsafe send(
                    connection,
                    $0.baseAddress?.advanced(by: sent),
                    answer.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}

extension [UInt8] {
    /// An answer with a body; without a length it ends with the connection.
    static func answer(
        _ status: String,
        _ headers: [String] = [],
        body: [UInt8] = [],
        tellsLength: Bool = true
    ) -> [UInt8] {
        let length = tellsLength ? ["Content-Length: \(body.count)"] : []
        let head = ["HTTP/1.1 \(status)", "Connection: close"] + length + headers
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
