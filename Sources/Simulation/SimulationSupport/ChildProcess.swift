// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Synchronization

/// A program that was started, and can be signalled until it has ended.
package final class ChildProcess: Sendable {
    /// The way in which a program ended.
    package enum End: Hashable, CustomStringConvertible {
        case exitCode(Int32)
        case signal(Int32)

        fileprivate init(_ status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exitCode(status >> 8 & 0xFF) : .signal(signal)
        }

        package var description: String {
            switch self {
            case .exitCode(let code): "exit code \(code)"
            case .signal(let number): "signal \(number)"
            }
        }

        /// The status as a shell has it: of a signal, 128 and its number.
        package var status: Int32 {
            switch self {
            case .exitCode(let code): code
            case .signal(let number): 128 + number
            }
        }
    }

    /// The file behind a descriptor of a new program.
    package enum Stream {
        /// One that is open here, and need not stay so.
        case descriptor(Int32)
        /// One that is opened for it.
        case file(String, flags: Int32)

        /// The file that is always empty.
        package static let nothing = file("/dev/null", flags: O_RDWR)

        /// A file that is there.
        package static func reading(_ path: String) -> Stream { .file(path, flags: O_RDONLY) }

        /// A file that is made, or else emptied or written on.
        package static func writing(_ path: String, appending: Bool = false) -> Stream {
            .file(path, flags: O_WRONLY | O_CREAT | (appending ? O_APPEND : O_TRUNC))
        }
    }

    /// The system's number of it.
    package let id: Int32
    /// The end, once the program was waited for, so that its number may be another's.
    private let end = Mutex<End?>(nil)

    /// Starts a program with these streams and no others.
    ///
    /// - Parameters:
    ///   - program: The path of the program, or a name that is looked up as a shell does.
    ///   - arguments: What it is given after its own name.
    ///   - environment: Its environment; without one, this program's.
    ///   - isLeader: True for a group of its own, which signals from a terminal don't reach.
    ///   - streams: Its descriptors, from standard input on.
    /// - Throws: what the system says where it can't.
    package init(
        _ program: String,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        isLeader: Bool = false,
        streams: [Stream]
    ) throws(SystemError) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for (number, stream) in streams.enumerated() {
            switch stream {
            case .descriptor(let descriptor):
                // Beyond all numbers of the new program's, where no other stream takes its place.
                let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
                guard copy >= 0 else { throw SystemError(errno) }
                copies.append(copy)
                unsafe posix_spawn_file_actions_adddup2(&actions, copy, Int32(number))
            case .file(let path, let flags):
                unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
            }
        }
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The thread that starts it may hold signals back, as those of Dispatch do.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK)
        if isLeader { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
        // Every child process would inherit Foundation's own sockets, for example.
        #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Int32(streams.count))
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let environment = environment ?? ProcessInfo.processInfo.environment
        var id: pid_t = 0
        let code = unsafe Self.withStrings([program] + arguments) { arguments in
            unsafe Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                unsafe posix_spawnp(&id, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError(code) }
        self.id = id
        Self.waitForProgram(id)
    }

    /// Waits the moment until a new process has memory of its own.
    ///
    /// The system ends the wait of who starts a program just before the new memory takes the place
    /// of the old one: until then the process counts as having all of this one's. Not for long:
    /// where the system gives all stacks the same place, the two cannot be told apart.
    private static func waitForProgram(_ id: pid_t) {
        guard let own = stackStart(of: "self"), own != "0" else { return }
        let end = ContinuousClock.now.advanced(by: .seconds(1))
        while stackStart(of: "\(id)") == own, ContinuousClock.now < end { sched_yield() }
    }

    /// Where a process's stack begins, which two of them hardly ever share; 0 where the system does
    /// not say, nil where there is no process.
    private static func stackStart(of process: String) -> Substring? {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // After the program's name, which may hold anything: from the third field on.
        let fields = text?.split(separator: ")").last?.split(separator: " ")
        return fields.flatMap { $0.count > 25 ? $0[25] : nil }
    }

    /// The system's number of it, as long as that is no other program's.
    package var livingID: Int32? { end.withLock { $0 == nil ? id : nil } }

    /// The folder in which the system tells about the program.
    package var folder: String { "/proc/\(id)" }

    /// True until the program has ended.
    package var isRunning: Bool {
        end.withLock { end in
            var status: Int32 = 0
            if end == nil, unsafe waitpid(id, &status, WNOHANG) == id { end = End(status) }
            return end == nil
        }
    }

    /// Sends a signal, if the program has not ended.
    package func signal(_ number: Int32) {
        end.withLock { if $0 == nil { _ = kill(id, number) } }
    }

    /// Sends a signal, and waits for the program's end.
    @discardableResult
    package func end(by number: Int32) -> End {
        signal(number)
        return waitForEnd()
    }

    /// Waits for the program's end.
    @discardableResult
    package func waitForEnd() -> End {
        if livingID != nil { wait(for: WEXITED) }
        return end.withLock { known in
            if let known { return known }
            var status: Int32 = 0
            while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
            let end = End(status)
            known = end
            return end
        }
    }

    /// Waits until the program was stopped by a signal or has ended, and says whether it is
    /// stopped.
    package func waitForStop() -> Bool {
        livingID != nil && wait(for: WEXITED | WSTOPPED) == CLD_STOPPED
    }

    /// Waits without taking note of the end: the number stays the program's, so that no other
    /// process is killed.
    @discardableResult
    private func wait(for kinds: Int32) -> Int {
        var info = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &info, kinds | WNOWAIT) == -1, errno == EINTR {}
        return unsafe Int(info.si_code)
    }

    /// Lends strings as C takes them: pointers with a nil at the end.
    private static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe body(pointers)
    }
}

/// The system's answer where it can't do something.
package struct SystemError: Error, CustomStringConvertible {
    /// The number that `errno` had.
    package let code: Int32

    /// An error by its number.
    package init(_ code: Int32) {
        self.code = code
    }

    package var description: String { unsafe String(cString: strerror(code)) }
}
