// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport

/// A running `StoreProbe`.
final class Probe {
    private let process: ProbeProcess
    private var told: [String] = []

    /// Starts a probe; one that races waits for ``go()``.
    init(_ verb: String, _ path: String, _ number: Int) throws {
        let program = BuiltProgram.named("StoreProbe").path
        process = try ProbeProcess(program, [verb, path, "\(number)"])
    }

    /// Lets a probe that waits begin.
    func go() { process.finishInput() }

    /// Waits until the probe has told `count` numbers and `delay` has passed, and kills it wherever
    /// it is then.
    func kill(after count: Int, and delay: Duration = .zero) throws {
        while told.count < count, let line = try process.line(within: patience) {
            told.append(line)
        }
        // A sleep would be as long as the scheduler likes; this ends within the step that is meant.
        let end = ContinuousClock.now.advanced(by: delay)
        while ContinuousClock.now < end {}
        process.program.signal(SIGKILL)
    }

    /// Waits for the end, and returns the numbers that the probe has told and whether it ended
    /// well.
    func finish() throws -> (numbers: [Int], isSuccess: Bool) {
        let (end, rest) = try process.finish(within: patience)
        return ((told + rest).compactMap { Int($0) }, end == .exitCode(0))
    }
}
