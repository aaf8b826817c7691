// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RelayProofSupport
import Synchronization
import TestSupport
import Testing

/// A running relay process, which a test may kill.
final class RelayProcess: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: CheckedContinuation<ProbeAnswer.End?, Never>] = [:]
        var hasEnded = false
        var isToEnd = false
    }

    private let process: Process
    private let input: FileHandle
    private let state = Mutex(State())
    private let reader = Mutex<Task<Void, Never>?>(nil)

    init(_ settings: ProbeSettings) throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = BuiltProgram.named("RelayProbe")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        self.process = process
        self.input = input.fileHandleForWriting
        write(try JSONEncoder().encode(settings))
        let lines = Lines.of(output.fileHandleForReading)
        let task = Task {
            for await line in lines { take(line) }
            end()
        }
        reader.withLock { $0 = task }
    }

    deinit { kill() }

    /// Asks for something; nil if the process ended before it answered.
    func ask(_ call: ProbeRequest.Call) async -> ProbeAnswer.End? {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard !state.hasEnded else { return nil }
                state.next += 1
                state.waiting[state.next] = continuation
                return state.next
            }
            guard let number else { return continuation.resume(returning: nil) }
            let line = try? JSONEncoder().encode(ProbeRequest(number: number, call: call))
            write(line ?? Data())
        }
    }

    /// Kills it, at whatever it is doing.
    func kill() {
        state.withLock { $0.isToEnd = true }
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Lets it end by itself, and returns its status.
    func finish() async -> Int32 {
        state.withLock { $0.isToEnd = true }
        try? input.close()
        await reader.withLock(\.self)?.value
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until it has ended, after it was killed.
    func waitUntilEnd() async {
        await reader.withLock(\.self)?.value
        process.waitUntilExit()
    }

    private func write(_ line: Data) {
        // A process that was killed reads no more.
        try? input.write(contentsOf: line + Data("\n".utf8))
    }

    private func take(_ line: Data) {
        guard let answer = try? JSONDecoder().decode(ProbeAnswer.self, from: line) else { return }
        state.withLock { $0.waiting.removeValue(forKey: answer.number) }?
            .resume(returning: answer.end)
    }

    private func end() {
        let (waiting, wasToEnd) = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [:] }
            return (state.waiting.values, state.isToEnd)
        }
        if !wasToEnd { Issue.record("a relay process ended by itself") }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}
