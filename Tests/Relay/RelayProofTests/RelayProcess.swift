// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RelayProofSupport
import SimulationSupport
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

    private let process: ProbeProcess
    private let state = Mutex(State())
    private let reader = Mutex<Task<Void, Never>?>(nil)

    init(_ settings: ProbeSettings) throws {
        process = try ProbeProcess(BuiltProgram.named("RelayProbe").path, [])
        write(try JSONEncoder().encode(settings))
        let lines = AsyncStream<Data> { [process] continuation in
            Thread.detachNewThread {
                // A proof takes as long as it takes.
                while let line = try? process.line(within: .seconds(86_400)) {
                    continuation.yield(Data(line.utf8))
                }
                continuation.finish()
            }
        }
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
        process.program.signal(SIGKILL)
    }

    /// Lets it end by itself, and returns its status.
    func finish() async -> Int32 {
        state.withLock { $0.isToEnd = true }
        process.finishInput()
        await reader.withLock(\.self)?.value
        return process.program.waitForEnd().status
    }

    /// Waits until it has ended, after it was killed.
    func waitUntilEnd() async {
        await reader.withLock(\.self)?.value
        process.program.waitForEnd()
    }

    private func write(_ line: Data) { process.tell(String(decoding: line, as: UTF8.self)) }

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
