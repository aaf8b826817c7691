// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulationSupport
import TestSupport
import Testing

@testable import SealedPushCommand

#if canImport(Glibc)
    import Glibc

    /// On a terminal of Linux' own making.
    struct TerminalTests {
        /// Runs the command with standard error on a terminal, and gives what the terminal was
        /// sent.
        private func errorsOnTerminal(_ environment: [String: String]) throws -> String {
            try onTerminal(["bogus"], environment, status: 64) { path in
                [.nothing, .nothing, .writing(path)]
            }
        }

        /// Runs the command with a stream on a terminal, and gives what the terminal was sent.
        private func onTerminal(
            _ arguments: [String],
            _ environment: [String: String],
            columns: UInt16 = 80,
            status: Int32,
            _ streams: (_ path: String) -> [ChildProcess.Stream]
        ) throws -> String {
            let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            try #require(terminal >= 0)
            defer { close(terminal) }
            var unlocked: Int32 = 0
            var number: Int32 = 0
            // TIOCSPTLCK and TIOCGPTN, whose macros Swift does not import.
            try #require(unsafe ioctl(terminal, 0x4004_5431, &unlocked) == 0)
            try #require(unsafe ioctl(terminal, 0x8004_5430, &number) == 0)
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
            let process = try ChildProcess(
                Workplace.executable,
                arguments,
                environment: environment,
                streams: streams("/dev/pts/\(number)")
            )
            #expect(process.waitForEnd().status == status)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(terminal, buffer.baseAddress, buffer.count)
            }
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }

        @Test func `a terminal gets colour`() throws {
            let text = try errorsOnTerminal(["TERM": "xterm"])
            #expect(text.hasPrefix("sealedpush: \u{1B}[1;31merror:\u{1B}[0m there is no such"))
        }

        @Test(arguments: [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]])
        func `a terminal that wants none gets none`(_ environment: [String: String]) throws {
            let text = try errorsOnTerminal(environment)
            #expect(text.hasPrefix("sealedpush: error: there is no such"))
            #expect(!text.contains("\u{1B}"))
        }

        @Test(arguments: [1, 26, 39] as [UInt16])
        func `help is shown on a terminal however narrow`(columns: UInt16) throws {
            let text = try onTerminal(["inspect", "--help"], [:], columns: columns, status: 0) {
                [.nothing, .writing($0), .nothing]
            }
            #expect(text.contains("USAGE: sealedpush inspect"))
        }

        @Test(arguments: ["-1", "0", "1", "26"])
        func `help is shown whatever COLUMNS says`(columns: String) throws {
            let run = try Workplace().run(["help", "seal"], environment: ["COLUMNS": columns])
            #expect(run.status == 0)
            #expect(run.text.contains("USAGE: sealedpush seal"))
        }

        @Test func `a file gets no colour`() throws {
            #expect(!(try Workplace().run("bogus").errors.contains("\u{1B}")))
        }
    }
#endif
