// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Synchronization

/// A program that was started, and can be killed until it has ended.
final class ChildProcess: Sendable {
    /// How a program ended.
    enum End: Hashable, CustomStringConvertible {
        case exitCode(Int32)
        case signal(Int32)

        var description: String {
            switch self {
            case .exitCode(let code): "exit code \(code)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    /// The system's number of it.
    let id: pid_t
    /// Whether the program was waited for, so that its number may be another's.
    private let isReaped = Mutex(false)

    /// Starts a program with one descriptor besides the standard ones.
    ///
    /// Its input is empty and all its output goes to one descriptor, so that this program's own
    /// output stays its own.
    ///
    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: What it is given after its own name.
    ///   - variables: What is added to its environment.
    ///   - output: Where its output goes; it need not stay open here.
    ///   - descriptor: What it inherits; it need not stay open here.
    ///   - inherited: The number that the descriptor has there, 3 or 4; it inherits none that is
    ///     higher.
    /// - Throws: what the system says where it can't.
    init(
        executable: String,
        arguments: [String] = [],
        adding variables: [String: String],
        writingTo output: Int32,
        inheriting descriptor: Int32,
        as inherited: Int32
    ) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, inherited)
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        // Every child process would inherit Foundation's own sockets, for example.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, inherited + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The thread that starts it may hold signals back, as those of Dispatch do.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var id: pid_t = 0
        let code = unsafe Self.withStrings([executable] + arguments) { arguments in
            unsafe Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
                unsafe posix_spawn(&id, executable, &actions, &attributes, arguments, environment)
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
    var livingID: pid_t? { isReaped.withLock { $0 ? nil : id } }

    /// The folder in which the system tells about the program.
    var folder: String { "/proc/\(id)" }

    /// Sends a signal, if the program has not ended.
    func signal(_ number: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { _ = kill(id, number) }
        }
    }

    /// Waits for the program's end; to be called once.
    func waitForEnd() -> End {
        // First without taking note of it: the number stays the program's, so that no other
        // process is killed.
        var info = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return isReaped.withLock { isReaped in
            isReaped = true
            var status: Int32 = 0
            while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? .exitCode(status >> 8 & 0xFF) : .signal(signal)
        }
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
