// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file descriptors that the command needs beside those of connections.
package enum DescriptorNeed {
    /// Those of NIO's event loops, and some for files, a listener, and connections that are on
    /// their way out.
    ///
    /// A processor has a loop of three; NIO stops the process where it gets none.
    package static var count: Int { 16 + 4 * max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// The file descriptors that this process may have.
package enum Descriptors {
    /// How many it may have at once (`ulimit -n`).
    package static var limit: Int {
        let limit = Int(sysconf(Int32(_SC_OPEN_MAX)))
        // Where there is no limit the system gives -1.
        return limit < 0 ? .max : limit
    }

    /// Opens `/dev/null` for each standard stream that is closed, so that no file that the command
    /// opens gets its number and has results written into it.
    ///
    /// Reading or writing such a stream fails, as it does if the stream is closed.
    static func holdStandardStreams() {
        for (descriptor, flags) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(descriptor, F_GETFD) == -1 {
            // The system gives the lowest free number, which is this one. The file is opened in the
            // wrong direction, so that each use of it fails.
            _ = unsafe open("/dev/null", flags)
        }
    }

    /// Whether so many are free.
    static func areFree(_ count: Int) -> Bool {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < count {
            let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            taken.append(descriptor)
        }
        return true
    }
}

extension CommandError {
    static func noDescriptors(_ count: Int) -> CommandError {
        CommandError(
            .failure,
            name: "noDescriptors",
            "too few file descriptors are free: \(count) are needed",
            hint: "raise the limit: 'ulimit -n 1024'"
        )
    }
}
