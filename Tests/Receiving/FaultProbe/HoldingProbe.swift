// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPushCrypto
import SealedPushStore

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
