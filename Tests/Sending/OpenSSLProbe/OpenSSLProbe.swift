// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPushCrypto
import SealedPushOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that reads keys, uses them and lets go of them, and waits to be looked into.
///
///     OpenSSLProbe SAMPLES FOLDER MESSAGE gone|kept
///
/// SAMPLES holds the keys to read, FOLDER takes what the probe makes itself. It tells each
/// signature over MESSAGE by the key of the samples, then `ready`, and ends when a line comes.
@main
struct OpenSSLProbe {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 4, OpenSSLMemory.wipeWhatIsFreed() else { exit(2) }
        let uses = KeyUses(samples: arguments[0], folder: arguments[1], message: arguments[2])
        for use in uses.all { KeptThread.run(use) }
        guard arguments[3] == "kept" else {
            wait()
            return
        }
        let key = try uses.key("token.p8")
        wait()
        _ = try uses.signature(by: key)
    }

    private static func wait() {
        tell("ready")
        var byte: UInt8 = 0
        while byte != UInt8(ascii: "\n") {
            let count = unsafe read(0, &byte, 1)
            guard count > 0 || (count == -1 && errno == EINTR) else { return }
        }
    }

    /// Writes a line.
    static func tell(_ text: String) {
        let line = Array((text + "\n").utf8)
        while unsafe line.withUnsafeBytes({ unsafe write(1, $0.baseAddress, $0.count) }) == -1,
            errno == EINTR
        {}
    }
}

/// A thread that does one thing and then stands still: nothing is written over what that leaves on
/// its stack.
enum KeptThread {
    /// Returns when `body` has come to its end; what it throws ends the process.
    static func run(_ body: @escaping @Sendable () throws -> Void) {
        let end = DispatchSemaphore(value: 0)
        let never = DispatchSemaphore(value: 0)
        Thread {
            do { try body() } catch {
                OpenSSLProbe.tell("\(error)")
                exit(1)
            }
            end.signal()
            never.wait()
        }.start()
        end.wait()
    }
}
