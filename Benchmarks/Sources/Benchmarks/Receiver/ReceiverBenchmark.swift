// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process that opens one sealed push against a store on disk: how long until it hands over, and its memory.
struct ReceiverBenchmark {
    /// The most anonymous memory, in bytes: an extension is given 12 to 24 MB for everything.
    static let anonymousLimit = 6e6

    private static let runs = 20

    func run(report: (Line) throws -> Void) async throws {
        let fixture = try ReceiverFixture()
        defer { fixture.remove() }
        var costs: [ReceiverCost] = []
        for _ in 0..<Self.runs {
            costs.append(try ReceiverCost(measuring: try await fixture.push(), of: fixture))
        }
        try report(
            Line(
                name: "receive, from start to hand-over",
                unit: .nanoseconds,
                value: costs.map(\.nanoseconds).median
            )
        )
        try report(
            Line(
                name: "receive, peak resident memory",
                unit: .bytes,
                value: costs.map(\.peakBytes).max() ?? 0
            )
        )
        try report(
            Line(
                name: "receive, peak anonymous memory",
                unit: .bytes,
                value: costs.map(\.anonymousBytes).max() ?? 0,
                limit: Self.anonymousLimit
            )
        )
    }
}
