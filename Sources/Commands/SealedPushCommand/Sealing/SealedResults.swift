// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushSender

/// What became of several devices, printed a line each, in order and as soon as it is known.
struct SealedResults {
    private let count: Int
    /// Those without a line yet.
    private var waiting: ArraySlice<SealTargets.Target>
    private var failures: [CommandError] = []

    init(of targets: [SealTargets.Target]) {
        count = targets.count
        waiting = targets[...]
    }

    /// Prints what became of the next device that could be tried, and before it those that could
    /// not.
    mutating func print(_ outcome: SealingOutcome) throws {
        try printRefused()
        waiting = waiting.dropFirst()
        try print(SealedLine(outcome))
    }

    /// Prints the rest, and throws where a device was not sealed to: each line has the class of its
    /// own failure.
    mutating func finish() throws {
        try printRefused()
        guard !failures.isEmpty else { return }
        throw CommandError(
            failures.contains { $0.status == .storeUnusable } ? .storeUnusable : .notSealed,
            name: "notSealed",
            "\(failures.count) of \(count) devices were not sealed to",
            hint: "the output names the reason of each"
        )
    }

    private mutating func printRefused() throws {
        while let target = waiting.first, case .failure(let error) = target.bundle {
            waiting = waiting.dropFirst()
            try print(SealedLine(file: target.file, error))
        }
    }

    private mutating func print(_ line: SealedLine) throws {
        for note in line.notes { Console.note("device \(count - waiting.count): \(note)") }
        // A payload is sent as it is: an escape more, and it might be too large.
        try StandardStream.output.write(line.json + [UInt8(ascii: "\n")])
        if let error = line.error { failures.append(error) }
    }
}
