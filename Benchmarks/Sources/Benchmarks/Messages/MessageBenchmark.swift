// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Sealing and opening against the primitives that they need: at most 1.25 times their sum.
struct MessageBenchmark {
    static let limit = 1.25

    private let rounds = Rounds()

    /// Measures every case; `report` gets each line as it comes, and what its primitives took.
    func run(report: (Line, [Comparison.Cost]) throws -> Void) throws {
        for message in try MessageCase.all() {
            try compare(
                "seal, \(message.name)",
                SealingSubject(message).work,
                PrimitiveSizes(of: message).sealing(),
                report
            )
        }
        for message in try MessageCase.all() {
            try compare(
                "open, \(message.name)",
                OpeningSubject(message).work,
                PrimitiveSizes(of: message).opening(),
                report
            )
        }
    }

    private func compare(
        _ name: String,
        _ subject: Work,
        _ primitives: [Primitive],
        _ report: (Line, [Comparison.Cost]) throws -> Void
    ) throws {
        let comparison = try Comparison(of: subject, to: primitives, rounds: rounds)
        let line = Line(
            name: name,
            unit: .nanoseconds,
            value: comparison.nanoseconds,
            limit: comparison.sum * Self.limit,
            ratio: comparison.ratio,
            bound: .atMost(Self.limit)
        )
        try report(line, comparison.costs)
    }
}
