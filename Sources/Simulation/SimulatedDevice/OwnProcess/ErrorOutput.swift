// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// The standard error of a program: it is passed on to this program's, and listened to for the
/// program's last words.
final class ErrorOutput: Sendable {
    /// Longer than a line of interest.
    private static let lineLimit = 4096

    /// The end that the program writes to; to be closed here once the program has it.
    let descriptor: Int32
    private let reading: Int32
    private let words = Mutex(LastWords())
    /// Hears of a complete backtrace.
    private let tracesEnd = Mutex<@Sendable () -> Void>({})
    /// The line that is not over yet.
    private let line = Mutex<[UInt8]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// Opens two connected ends.
    ///
    /// - Throws: what the system says where it has no descriptor left.
    init() throws(SystemError) {
        (reading, descriptor) = try FrameChannel.pair()
    }

    deinit {
        close(reading)
    }

    /// Begins to read; once a backtrace is complete, `end` is told.
    func start(_ end: @escaping @Sendable () -> Void) {
        tracesEnd.withLock { $0 = end }
        Thread.detachNewThread {
            var input = pollfd(fd: self.reading, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&input, 1, -1) >= 0 || errno == EINTR {
                guard self.passOn() else { break }
            }
            self.ended.signal()
        }
    }

    /// Passes on all that the program has written by now, so that nothing that it said before it
    /// told this program something is said later.
    ///
    /// - Returns: Whether more may come.
    @discardableResult
    func passOn() -> Bool {
        line.withLock { line in
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                    unsafe recv(
                        reading,
                        buffer.baseAddress,
                        buffer.count,
                        Int32(MSG_DONTWAIT)
                    )
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 && errno == EAGAIN }
                FileHandle.standardError.write(Data(buffer[..<count]))
                for byte in buffer[..<count] { take(byte, of: &line) }
            }
        }
    }

    private func take(_ byte: UInt8, of line: inout [UInt8]) {
        guard byte == UInt8(ascii: "\n") else {
            if line.count < Self.lineLimit { line.append(byte) }
            return
        }
        let signal = words.withLock { words in
            words.take(Substring(decoding: line, as: UTF8.self))
            return words.signal
        }
        if signal != nil { tracesEnd.withLock(\.self)() }
        line = []
    }

    /// The signal of a complete backtrace.
    var signal: Int32? { words.withLock(\.signal) }

    /// Whether the program is about to end by its own fault.
    var isEnding: Bool { words.withLock(\.hasBegun) }

    /// What the program said of its end, once it has ended; a program that it has started may hold
    /// its output open, so it is waited for a second at most.
    var lastWords: String? {
        _ = ended.wait(timeout: .now() + 1)
        return words.withLock(\.text)
    }
}
