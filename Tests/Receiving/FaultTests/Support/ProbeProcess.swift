// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import TestSupport

/// A running `FaultProbe`, which a test may stop, kill and wait for, each for a bounded time.
final class ProbeProcess {
    /// How a probe ended.
    enum End: Hashable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
    }

    /// Why there is no probe, or none any more.
    enum Failure: Error {
        /// It could not be started.
        case notStarted(Int32)
        /// It took longer than it may.
        case tooSlow
    }

    /// The number of the process.
    let id: pid_t
    /// Where its own disks are seen from here.
    var disks: URL { URL(filePath: "/proc").appending(components: "\(id)", "root") }
    private let socket: Int32
    private var read: [UInt8] = []
    private var status: Int32?

    /// Starts a probe, or another program that runs one.
    init(_ arguments: [String], by program: [String] = []) throws {
        // One socket for both directions: unlike a pipe it is never seen by a process that another
        // thread starts now.
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure.notStarted(errno)
        }
        socket = ends[0]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for standard in [0, 1] as [Int32] {
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], standard)
        }
        let command = program + [BuiltProgram.named("FaultProbe").path()] + arguments
        var pointers = unsafe command.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        var id: pid_t = 0
        let code = unsafe posix_spawnp(&id, command[0], &actions, nil, pointers, environ)
        close(ends[1])
        self.id = id
        guard code == 0 else { throw Failure.notStarted(code) }
    }

    deinit {
        if status == nil {
            kill(id, SIGKILL)
            var status: Int32 = 0
            while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
        }
        close(socket)
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        kill(id, number)
    }

    /// Writes a line to the probe.
    func tell(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes {
            unsafe Foundation.write(socket, $0.baseAddress, $0.count)
        }
    }

    /// Waits until the probe has stopped or ended; true where it has stopped.
    func waitForStop() -> Bool {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, WUNTRACED) == -1, errno == EINTR {}
        if status & 0xFF == 0x7F { return true }
        self.status = status
        return false
    }

    /// Reads until a line has come or the probe has ended; nil then, too.
    func line(within limit: Duration = .seconds(60)) throws -> String? {
        let end = ContinuousClock.now.advanced(by: limit)
        while true {
            if let place = read.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: read[..<place], as: UTF8.self)
                read.removeSubrange(...place)
                return line
            }
            guard try readMore(until: end) else { return nil }
        }
    }

    /// Waits for the end, and returns it with the lines that were not read yet.
    func finish(within limit: Duration = .seconds(60)) throws -> (end: End, lines: [String]) {
        let end = ContinuousClock.now.advanced(by: limit)
        while try readMore(until: end) {}
        if status == nil {
            var status: Int32 = 0
            while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
            self.status = status
        }
        let lines = read.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let code = status ?? 0
        return (code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(code & 0x7F), lines)
    }

    /// Reads what there is; false at the end.
    private func readMore(until end: ContinuousClock.Instant) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw Failure.tooSlow }
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: left.components.seconds * 1000 + 1)
            let ready = unsafe poll(&wait, 1, milliseconds)
            guard ready > 0 else {
                guard ready == 0 || errno == EINTR else { return false }
                continue
            }
            let count = unsafe Foundation.read(socket, &chunk, chunk.count)
            guard count > 0 else { return false }
            read += chunk[..<count]
            return true
        }
    }
}
