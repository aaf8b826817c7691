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
