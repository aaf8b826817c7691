// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where everything goes that the command says: results to standard output, the rest to standard error.
enum Console {
    /// Prints a result and a line feed, at once.
    static func result(_ line: String) throws(CommandError) {
        try result(json: Array(line.utf8))
    }

    /// Prints JSON and a line feed, at once.
    static func result(json: [UInt8]) throws(CommandError) {
        try write(json + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    /// Says something that is worth knowing and no result.
    static func note(_ text: String) {
        say("note", text)
    }

    /// Says why the command failed, and what to do.
    static func report(_ error: CommandError) {
        say("error", error.message)
        if let hint = error.hint { say("hint", hint) }
    }

    private static func say(_ label: String, _ text: String) {
        // Where even this can't be written there is nobody left to tell; the exit code says it.
        try? write(Array("sealedpush-server: \(label): \(text)\n".utf8), to: STDERR_FILENO)
    }

    /// Whoever writes: lines of several connections come whole.
    private static let turn = Mutex(())

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandError) {
        try turn.withLock { _ throws(CommandError) in try writeAll(bytes, to: descriptor) }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(CommandError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno != EINTR { throw .failure("the output could not be written") }
            written += max(count, 0)
        }
    }
}

/// The system's `write`, which the method above hides by its name.
@unsafe
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
