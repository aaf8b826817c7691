// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin) || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of its own, whose standard streams are files.
public struct SpawnedProgram {
    /// The files behind its standard streams.
    public struct Streams {
        /// Read as standard input.
        public let input: String
        /// Written as standard output; made, or emptied first.
        public let output: String
        /// Written as standard error; made, or emptied first.
        public let errors: String

        /// These three files.
        public init(input: String, output: String, errors: String) {
            (self.input, self.output, self.errors) = (input, output, errors)
        }
    }

    /// The system could not start it, with this error of its own.
    public struct NotStarted: Error {
        /// As `errno` has it.
        public let code: Int32
    }

    private let identifier: pid_t

    /// Starts `executable`, a path.
    public init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String],
        streams: Streams
    ) throws(NotStarted) {
        let words = CStrings([executable] + arguments)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        var identifier: pid_t = 0
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The threads of tasks hold all signals back, and a process would begin with that.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let made = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, streams.output, made, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, streams.errors, made, 0o600)
        let code = unsafe posix_spawn(
            &identifier,
            executable,
            &actions,
            &attributes,
            words.pointers,
            variables.pointers
        )
        guard code == 0 else {
            throw NotStarted(code: code)
        }
        self.identifier = identifier
    }

    /// Waits until it has ended: its exit code, or 128 and the signal that ended it.
    ///
    /// To be called once.
    public func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Ends it at once, as a power cut would.
    public func kill() {
        _ = systemKill(identifier, SIGKILL)
    }
}

/// The system's `kill`, which the method above hides by its name.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 {
    kill(identifier, signal)
}

/// Strings as C takes a list of them, freed with their owner.
@safe
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
}

/// The programs that tests run; they are built beside the tests.
public enum BuiltProgram {
    /// Where the program with this name is.
    public static func named(_ name: String) -> URL {
        #if canImport(Darwin)
            let tests = Bundle(for: Mark.self).bundleURL
        #else
            let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: name)
    }

    #if canImport(Darwin)
        /// What is linked into the tests.
        private final class Mark {}
    #endif
}
