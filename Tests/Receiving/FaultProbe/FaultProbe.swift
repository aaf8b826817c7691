// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process of its own for tests of faults: it works on a scene in a real folder, and stops itself
/// at a chosen call.
///
///     FaultProbe run ROOT OPERATION kill|cut|stop CALL
///     FaultProbe round ROOT
///     FaultProbe hold ROOT open|closed|kept
///     FaultProbe pass ROOT OPERATION limited|full|plain
///     FaultProbe storm ROOT SEED PUSHES PROCESS STEP DEATH
///
/// It tells what failed, a line each, and ends with status 0 where nothing did.
@main
struct FaultProbe {
    static func main() async {
        // What a test has closed must end a write, not the process.
        _ = signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            let told = try await run(arguments)
            for error in told { ProbeLine.tell("\(error)") }
            exit(told.isEmpty ? 0 : 1)
        } catch {
            ProbeLine.tell("\(error)")
            exit(2)
        }
    }

    private static func run(_ arguments: [String]) async throws -> [any Error] {
        switch (arguments.first, arguments.count) {
        case ("run", 5):
            guard let operation = StoreOperation.named(arguments[2]), let call = Int(arguments[4]),
                let fault = fault(arguments[3])
            else { throw ProbeError.usage }
            let files = FaultyFileSystem(POSIXFileSystem(), fault, at: call)
            return try await operation.run(in: arguments[1], on: files)
        case ("round", 2):
            return await StoreOperation.round.run(
                try Bench(in: arguments[1], on: POSIXFileSystem())
            )
        case ("hold", 3):
            return try await HoldingProbe(in: arguments[1], as: arguments[2]).run()
        case ("pass", 4):
            guard let operation = StoreOperation.named(arguments[2]) else { throw ProbeError.usage }
            return try await PassingProbe(operation, in: arguments[1], as: arguments[3]).run()
        case ("storm", 7):
            try storm(in: arguments[1], arguments.dropFirst(2).compactMap(Int.init))
            return []
        default:
            throw ProbeError.usage
        }
    }

    private static func storm(in root: String, _ numbers: [Int]) throws {
        guard numbers.count == 5 else { throw ProbeError.usage }
        let (process, step, death) = (numbers[2], numbers[3], numbers[4])
        let plan = StormPlan(seed: UInt64(numbers[0]), pushes: numbers[1])
        let fault = FaultyFileSystem.Fault.cutShort { raiseHere(SIGKILL) }
        let files = FaultyFileSystem(POSIXFileSystem(), fault, at: death < 0 ? .max : death)
        let part = try StormProcess(in: root, plan: plan, number: process, files: files)
        if process == StormPlan.extensions {
            try part.run(from: step)
        } else {
            try part.receive(as: process, from: step)
        }
    }

    private static func fault(_ name: String) -> FaultyFileSystem.Fault? {
        switch name {
        case "kill": .meanwhile { raiseHere(SIGKILL) }
        case "cut": .cutShort { raiseHere(SIGKILL) }
        case "stop": .meanwhile { raiseHere(SIGSTOP) }
        default: nil
        }
    }

    /// Sends a signal to this process and returns when it has had its effect.
    private static func raiseHere(_ number: Int32) {
        _ = kill(getpid(), number)
    }
}

/// Why a probe did nothing.
enum ProbeError: Error {
    /// The arguments are not as they should be.
    case usage
}

/// The probe's standard output, without a buffer that a kill would lose.
enum ProbeLine {
    /// Writes a line, in one call.
    static func tell(_ text: String) {
        let line = Array((text + "\n").utf8)
        while unsafe line.withUnsafeBytes({ unsafe write(1, $0.baseAddress, $0.count) }) == -1,
            errno == EINTR
        {}
    }

    /// Returns when a line has come, or standard input has ended.
    static func wait() {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(0, &byte, 1)
            guard count > 0 || (count == -1 && errno == EINTR) else { return }
            if count > 0, byte == UInt8(ascii: "\n") { return }
        }
    }
}

/// A process that has used all its keys and waits to be looked into.
struct HoldingProbe {
    private let root: String
    private let mode: Mode

    private enum Mode: String {
        /// The stores are open.
        case open
        /// The stores were closed.
        case closed
        /// The stores were closed, and a copy of their key was kept on purpose.
        case kept
    }

    init(in root: String, as mode: String) throws {
        guard let mode = Mode(rawValue: mode) else { throw ProbeError.usage }
        self.root = root
        self.mode = mode
    }

    func run() async throws -> [any Error] {
        let files = POSIXFileSystem()
        switch mode {
        case .open:
            let bench = try Bench(in: root, on: files)
            let told = await StoreOperation.round.run(bench)
            wait()
            _ = try bench.phone.list(.contacts)
            return told
        case .closed:
            let told = try await work(on: files)
            wait()
            return told
        case .kept:
            let told = try await work(on: files)
            let kept = try files.contents(of: root + Scene.key, upTo: 64)
            wait()
            return kept.isEmpty ? [ProbeError.usage] : told
        }
    }

    /// Opens the stores, uses every key, and closes them.
    private func work(on files: POSIXFileSystem) async throws -> [any Error] {
        let told = await StoreOperation.round.run(try Bench(in: root, on: files))
        return told
    }

    private func wait() {
        ProbeLine.tell("ready")
        ProbeLine.wait()
    }
}
