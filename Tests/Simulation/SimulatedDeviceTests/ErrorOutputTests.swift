// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import SimulatedDevice

struct ErrorOutputTests {
    private func write(_ text: String, to output: ErrorOutput) {
        let bytes = Array(text.utf8)
        #expect(unsafe Foundation.write(output.descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test func `all that was written is passed on at once, without waiting for a thread`() throws {
        let output = try ErrorOutput()
        write("a: Fatal error: no", to: output)
        #expect(output.passOn())
        // The line is not over.
        #expect(!output.isEnding)
        write(" key\n", to: output)
        #expect(!output.isEnding)
        #expect(output.passOn())
        #expect(output.isEnding)
        close(output.descriptor)
        #expect(!output.passOn())
    }

    @Test(.timeLimit(.minutes(1)))
    func `a backtrace that is passed on so is told as complete, too`()
        async throws
    {
        let output = try ErrorOutput()
        let ends = Mutex(0)
        await confirmation { told in
            output.start {
                ends.withLock { $0 += 1 }
                told()
            }
            write("*** Signal 6: x\nBacktrace took 0.1s\n", to: output)
            output.passOn()
            while ends.withLock(\.self) == 0 { await Task.yield() }
        }
        #expect(output.signal == 6)
        close(output.descriptor)
        // The thread ends with the output.
        #expect(output.lastWords == nil)
    }
}

struct LastWordsTests {
    /// What programs write as they end, and what a report says of it.
    static let rows: [(String, String?)] = [
        (
            """
            log line
            Chat/Service.swift:3: Fatal error: no key for Ann

            *** Signal 4: Backtracing from 0x7f1c15cf9361... done ***

            Thread 1 crashed:

              0      0x00007f1c15cf9361 _assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so
              1 [ra] 0x0000565320df769b NotificationService.decode(_:) + 330 in Host at /a b/Service.swift:3:65
              2 [ra] 0x0000565320df7547 NotificationService.didReceive(_:) + 54 in Host at /a/Service.swift:2:58

            """,
            "in NotificationService.decode(_:) at Service.swift:3: no key for Ann"
        ),
        (
            """
            Thread 0 "main" crashed:
              0 0x000055b0d8c099b4 decode(_:) in x + 1124 in Host
            """, "in decode(_:) in x"
        ),
        ("a.swift:1: Fatal error\n", nil),
        ("a.swift:1: Precondition failed: empty\n", "empty"),
        ("Thread 1 crashed:\n\n  0  0x00007f21930cfeec kill + 268 in libc.so.6\n...\n", nil),
        ("Fatal error: written by the extension\n  0 0x1 a in b\n", nil), ("", nil),
        ("Thread 1 crashed:\n 0x\n 0x1 in\n 0 0x1  in \n + in \n", nil),
    ]

    @Test(arguments: rows)
    func `function and message of a crash are found`(_ output: String, _ words: String?) {
        var last = LastWords()
        for line in output.split(separator: "\n") { last.take(line) }
        #expect(last.text == words)
    }

    @Test func `a crash of a process names signal, function and message`() async {
        let device = Hosting.ownProcess.device()
        let report = await device.deliver(payload: Push.scripted("trap")).report
        #expect(report.outcome == .crashed)
        let sentence = report.explanation
        #expect(sentence.hasPrefix("The extension's process ended (signal "))
        #expect(sentence.contains(" in ScriptedScene.play(_:_:) at ScriptedScene.swift:"))
        #expect(sentence.contains(": the crash that the push asks for), so "))
    }
}
