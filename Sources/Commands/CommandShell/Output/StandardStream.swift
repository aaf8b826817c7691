// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output or standard error, written without a buffer in between; or standard input, of
/// which no more is asked than whether it is a terminal.
package struct StandardStream {
    let descriptor: Int32

    package static let input = StandardStream(descriptor: STDIN_FILENO)
    package static let output = StandardStream(descriptor: STDOUT_FILENO)
    package static let errors = StandardStream(descriptor: STDERR_FILENO)

    /// Whether a person watches.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The columns of the terminal that it is, if it says.
    package var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The rows of the terminal that it is, if it says.
    package var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size
    }

    /// Whether colour is welcome: on a terminal that has some, unless `NO_COLOR` is set
    /// (no-color.org).
    package var hasColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// Texts without what a terminal obeys, each in its colour, where that is welcome.
    func styled(_ pieces: [(text: String, style: Style?)]) -> String {
        let hasColor = hasColor
        return pieces.map { text, style in
            let text = TerminalText.lines(text)
            guard let style, hasColor else { return text }
            return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
        }.joined()
    }

    /// The colours in use, as the numbers of ECMA-48.
    package enum Style: String {
        case bold = "1"
        case red = "1;31"
        case green = "32"
        case cyan = "36"
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        guard writeAll(bytes) else { throw Self.failed }
    }

    /// Writes all of `bytes`; false where the system refuses, and `errno` says why.
    func writeAll(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno != EINTR { return false }
            written += max(count, 0)
        }
        return true
    }

    /// Waits until what was written is where no crash loses it, where the stream is a file.
    package func sync() throws(CommandError) {
        guard fsync(descriptor) != 0 else { return }
        // A pipe, a terminal or a socket has nothing to wait for.
        let harmless: Set<Int32> = [EINVAL, ENOTSUP, EROFS, EBADF]
        guard harmless.contains(errno) else { throw Self.failed }
    }

    private static var failed: CommandError {
        CommandError(
            .failure,
            name: "outputFailed",
            "the output could not be written: \(SystemReason.words(errno))"
        )
    }
}

/// The system's `write`, which the method above hides by its name.
@unsafe
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
