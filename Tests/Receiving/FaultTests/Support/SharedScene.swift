// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPush
import SealedPushStore
import StoreTestSupport
import TestSupport

/// The scene that all tests of faults share, made once, and what each operation is measured by.
struct SharedScene: Sendable {
    let scene: Scene
    let image: FolderImage
    /// In the order of `StoreOperation.all`.
    let verdicts: [Verdict]
    /// Of all operations, one after the other.
    let round: Verdict
    /// The calls that each operation makes undisturbed, by its name.
    let calls: [String: [FileCall]]

    private static let made = Task {
        let scene = try await Scene()
        var verdicts: [Verdict] = []
        var calls: [String: [FileCall]] = [:]
        for operation in StoreOperation.all {
            verdicts.append(try await Verdict(on: operation, in: scene))
            let counting = FaultyFileSystem(SimulatedFileSystem(scene.disk))
            _ = try await operation.run(on: counting)
            calls[operation.name] = counting.log
        }
        return SharedScene(
            scene: scene,
            image: try scene.image(),
            verdicts: verdicts,
            round: try await Verdict(on: .round, in: scene),
            calls: calls
        )
    }

    /// What an operation is measured by.
    func verdict(on operation: StoreOperation) -> Verdict? {
        verdicts.first { $0.operation.name == operation.name }
    }

    /// The scene.
    static func get() async throws -> SharedScene { try await made.value }
}

/// How long tests of faults take: a sample in `make test`, everything in `make long`.
enum FaultEffort {
    /// What a sample is drawn by; `SEALEDPUSH_SEED` chooses another one.
    static let seed: UInt64 =
        ProcessInfo.processInfo.environment["SEALEDPUSH_SEED"].flatMap(UInt64.init) ?? 20_261_121

    /// All of a list, or so many, spread over it, one out of each stretch of the same length.
    static func sample<Element>(_ all: [Element], _ count: Int) -> [Element] {
        guard !LongRun.isOn, count < all.count else { return all }
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let stretch = index * all.count / count..<(index + 1) * all.count / count
            return all[Int.random(in: stretch, using: &random)]
        }
    }

    /// Tells what was tried, so that a claim of it is measured.
    static func tell(_ text: String) {
        print("faults: \(text) (\(LongRun.isOn ? "all" : "sample, seed \(seed)"))")
    }
}

/// A scene in a folder of a test's own, removed with it.
struct RealScene {
    private let folder: TemporaryFolder

    /// Puts a scene into a new folder.
    init(_ image: FolderImage) throws {
        folder = TemporaryFolder.inMemory()
        try image.place(in: root)
    }

    /// The folder.
    var root: String { folder.path }

    /// What it holds now.
    func view() throws -> WorldView { try WorldView(of: root, on: POSIXFileSystem()) }

    /// A bench of this process in it.
    func bench() throws -> Bench { try Bench(in: root, on: POSIXFileSystem()) }
}
