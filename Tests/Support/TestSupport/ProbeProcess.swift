// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SimulationSupport
import Synchronization

/// A running program that reads and writes lines, which a test may stop, kill and wait for, each
/// for a bounded time.
package final class ProbeProcess: Sendable {
    /// The program itself.
    package let program: ChildProcess
    private let socket: Int32
    private let received = Mutex<[UInt8]>([])

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its path, or a name that is looked up as a shell does.
    ///   - arguments: What it is given after its own name.
    ///   - environment: Its environment; without one, this program's.
    ///   - errors: Where its errors go: unless told, where this program's do.
    /// - Throws: what the system says where it can't.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        errors: ChildProcess.Stream = .descriptor(2)
    ) throws {
        // One socket for both directions: unlike a pipe it is never seen by a process that another
        // thread starts now.
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError(errno) }
        socket = ends[0]
        defer { close(ends[1]) }
        let end = ChildProcess.Stream.descriptor(ends[1])
        self.program = try ChildProcess(
            program,
            arguments,
            environment: environment,
            streams: [end, end, errors]
        )
    }

    deinit {
        program.end(by: SIGKILL)
        close(socket)
    }

    /// Writes a line to the program.
    package func tell(_ text: String) {
        let line = Array((text + "\n").utf8)
        var rest = line[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends what the program reads.
    package func finishInput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until a line has come or the program has ended; nil then, too.
    package func line(
        within limit: Duration = .seconds(60),
        file: String = #fileID,
        line: Int = #line
    ) throws -> String? {
        let end = ContinuousClock.now.advanced(by: limit)
        return try received.withLock { received in
            while true {
                if let place = received.firstIndex(of: UInt8(ascii: "\n")) {
                    let text = String(decoding: received[..<place], as: UTF8.self)
                    received.removeSubrange(...place)
                    return text
                }
                guard try readMore(&received, until: end, file, line) else { return nil }
            }
        }
    }

    /// Waits for the end, and returns it with the lines that were not read yet.
    package func finish(
        within limit: Duration = .seconds(60),
        file: String = #fileID,
        line: Int = #line
    ) throws -> (end: ChildProcess.End, lines: [String]) {
        let end = ContinuousClock.now.advanced(by: limit)
        let rest = try received.withLock { received in
            while try readMore(&received, until: end, file, line) {}
            return received
        }
        let lines = rest.split(separator: UInt8(ascii: "\n"))
        return (program.waitForEnd(), lines.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Reads what there is; false at the end.
    private func readMore(
        _ received: inout [UInt8],
        until end: ContinuousClock.Instant,
        _ file: String,
        _ line: Int
    ) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw TooSlow(file: file, line: line) }
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: left.components.seconds * 1000 + 1)
            let ready = unsafe poll(&wait, 1, milliseconds)
            guard ready > 0 else {
                guard ready == 0 || errno == EINTR else { return false }
                continue
            }
            let count = unsafe read(socket, &chunk, chunk.count)
            guard count > 0 else { return false }
            received += chunk[..<count]
            return true
        }
    }
}
