// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A running `StoreProbe`.
final class Probe {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var read: [UInt8] = []

    /// Starts a probe; one that races waits for ``go()``.
    init(_ verb: String, _ path: String, _ number: Int) throws {
        process.executableURL = BuiltProgram.named("StoreProbe")
        process.arguments = [verb, path, "\(number)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Lets a probe that waits begin.
    func go() throws {
        try input.fileHandleForWriting.close()
    }

    /// Waits until the probe has told `count` numbers and `delay` has passed, and kills it wherever
    /// it is then.
    func kill(after count: Int, and delay: Duration = .zero) throws {
        while read.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let chunk = output.fileHandleForReading.availableData
            guard !chunk.isEmpty else { break }
            read += chunk
        }
        // A sleep would be as long as the scheduler likes; this ends within the step that is meant.
        let end = ContinuousClock.now.advanced(by: delay)
        while ContinuousClock.now < end {}
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Waits for the end, and returns the numbers that the probe has told and whether it ended
    /// well.
    func finish() throws -> (numbers: [Int], isSuccess: Bool) {
        if let rest = try output.fileHandleForReading.readToEnd() { read += rest }
        process.waitUntilExit()
        let lines = read.split(separator: UInt8(ascii: "\n"))
        let numbers = lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let isSuccess = process.terminationReason == .exit && process.terminationStatus == 0
        return (numbers, isSuccess)
    }
}
