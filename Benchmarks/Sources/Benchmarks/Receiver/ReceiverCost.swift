// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What one process that received one push cost.
struct ReceiverCost {
    /// From before the process was started to its hand-over.
    let nanoseconds: Double
    /// The peak of resident memory, which counts the pages of shared libraries, as the system tells it at the end.
    let peakBytes: Double
    /// The most anonymous memory that was seen, from outside all the time and from inside at the hand-over.
    let anonymousBytes: Double

    init(measuring push: [UInt8], of fixture: ReceiverFixture) throws {
        let child = try ChildProcess("minimal-receiver", [fixture.store, fixture.key])
        let start = DispatchTime.now().uptimeNanoseconds
        try child.start(push + [UInt8(ascii: "\n")])
        var seen = 0.0
        while child.isRunning, let bytes = ProcessMemory.anonymous(of: child.id) {
            seen = max(seen, bytes)
        }
        let report = String(decoding: try child.finish(), as: UTF8.self)
        let numbers = report.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 3 else { throw BenchmarkFailure("the receiver said: \(report)") }
        nanoseconds = numbers[0] - Double(start)
        peakBytes = numbers[1]
        anonymousBytes = max(seen, numbers[2])
    }
}
