// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One payload for many devices: two cores against one, and whether memory grows with the stream.
struct StreamBenchmark {
    static let speedUp = 1.7
    static let growth = 10e6

    private static let devices = 10_000
    private static let manyDevices = 100_000
    /// How often one core and two cores take turns, and the runs in each turn.
    private static let turns = 3
    private static let runsInTurn = 3

    func run(report: (Line) throws -> Void) throws {
        try report(speed())
        try report(memory())
    }

    private func speed() throws -> Line {
        // The fastest run of each: a core that another process takes away would count against two cores only.
        var oneCore = Double.infinity
        var twoCores = Double.infinity
        for _ in 0..<Self.turns {
            let one = try child(.speed, devices: Self.devices, onFirst: 1)
            let two = try child(.speed, devices: Self.devices, onFirst: 2)
            oneCore = min(oneCore, one.fastest)
            twoCores = min(twoCores, two.fastest)
        }
        return Line(
            name: "seal for 10,000 devices, 2 cores against 1",
            unit: .nanoseconds,
            value: twoCores,
            limit: oneCore / Self.speedUp,
            ratio: oneCore / twoCores,
            bound: .atLeast(Self.speedUp)
        )
    }

    private func memory() throws -> Line {
        let few = try child(.memory, devices: Self.devices).peakBytes
        let many = try child(.memory, devices: Self.manyDevices).peakBytes
        return Line(
            name: "peak memory, 100,000 devices against 10,000",
            unit: .bytes,
            value: many,
            limit: few + Self.growth,
            ratio: many / few
        )
    }

    private func child(
        _ mode: ChildMode,
        devices: Int,
        onFirst cores: Int? = nil
    ) throws -> StreamCost {
        let child = try ChildProcess(
            "benchmarks",
            [mode.rawValue, String(devices), String(Self.runsInTurn)],
            onFirst: cores
        )
        try child.start()
        return try JSONDecoder().decode(StreamCost.self, from: try child.finish())
    }
}
