// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SimulationSupport
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

/// What a program says of its own end: the message of a `fatalError`, and the function that the
/// backtrace of Swift's runtime names first.
struct LastWords: Sendable {
    /// More of a message than a report shows.
    private static let limit = 300
    /// The files whose functions only pass a crash on.
    private static let passing = [
        "libswift", "libc.so", "libpthread", "libFoundation", "libdispatch",
    ]

    private var message: String?
    private var function: String?
    private var isInTrace = false

    /// Whether the program is about to end.
    private(set) var hasBegun = false
    private var number: Int32?
    private var isComplete = false

    /// The signal by which it ends, once the backtrace is complete.
    var signal: Int32? { isComplete ? number : nil }

    /// Takes a line that the program wrote to its standard error.
    mutating func take(_ line: Substring) {
        for kind in ["Fatal error", "Precondition failed", "Assertion failed"] {
            guard let place = line.firstRange(of: ": \(kind)") else { continue }
            hasBegun = true
            let rest = line[place.upperBound...].drop { $0 == ":" || $0 == " " }
            message = rest.isEmpty ? nil : String(rest.prefix(Self.limit))
        }
        if line.hasPrefix("*** Signal ") {
            hasBegun = true
            number = Int32(line.dropFirst("*** Signal ".count).prefix { $0.isNumber })
        }
        if line.hasPrefix("Backtrace took ") { isComplete = true }
        if line.hasPrefix("Thread "), line.hasSuffix(" crashed:") {
            (isInTrace, function) = (true, nil)
        } else if isInTrace, function == nil {
            function = Self.function(in: line)
        }
    }

    /// The end in words, as `in NotificationService.decode(_:) at Service.swift:12: no key`; nil of
    /// a program that said nothing.
    var text: String? {
        let parts = [function.map { "in \($0)" }, message].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }

    /// The function of a line such as
    /// `2 [ra] 0x0000565320df769b decode(_:) + 330 in Host at /a/Service.swift:3:65`.
    private static func function(in line: Substring) -> String? {
        guard let address = line.firstRange(of: " 0x"),
            let end = line[address.upperBound...].firstIndex(of: " "),
            let image = line.ranges(of: " in ").last
        else { return nil }
        let file = line[image.upperBound...]
        guard !passing.contains(where: { file.hasPrefix($0) }) else { return nil }
        let name = line[end..<image.lowerBound].drop { $0 == " " }
        let function = name.ranges(of: " + ").last.map { name[..<$0.lowerBound] } ?? name
        guard !function.isEmpty else { return nil }
        return String(function.prefix(limit)) + (place(in: file).map { " at \($0)" } ?? "")
    }

    /// The name and line of the source, without folders.
    private static func place(in file: Substring) -> String? {
        guard let at = file.firstRange(of: " at ") else { return nil }
        let name = file[at.upperBound...].split(separator: "/").last ?? ""
        return name.split(separator: ":").prefix(2).joined(separator: ":")
    }
}
