// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

/// How wide the argument parser takes the terminal to be.
enum TerminalWidth {
    /// The parser puts help behind 26 columns of names, and stops the process if none is left.
    private static let least = 40

    /// Has the parser write for 40 columns if the terminal has fewer, which breaks longer lines
    /// itself.
    static func widen() {
        let chosen = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        guard let columns = chosen ?? ofOutput, columns < least else { return }
        unsafe setenv("COLUMNS", "\(least)", 1)
    }

    /// The columns of the terminal that standard output is, if it says.
    private static var ofOutput: Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
